import * as pulumi from "@pulumi/pulumi";
import type { OfferFilters } from "../rules/offer/offer-query";
import type { NestedInput } from "./nested-inputs";
import { secretInput } from "./program";
import { VastaiResource } from "./vastai-resource";
import type { TemplateArgs } from "./template-args";
import { TEMPLATE_ARGUMENTS, TEMPLATE_SERVICE_OUTPUTS, LAUNCH_HASH } from "../state/output-names";

/**
 * A stored bundle of settings that instances are launched from.
 *
 * The id is the service's numeric id: it survives edits. Every edit changes `hashId`, which is an output update and
 * never a replacement.
 */
export class Template extends VastaiResource {
  declare readonly name: pulumi.Output<string>;
  declare readonly image: pulumi.Output<string>;
  declare readonly tag: pulumi.Output<string | undefined>;
  declare readonly desc: pulumi.Output<string | undefined>;
  declare readonly readme: pulumi.Output<string | undefined>;
  declare readonly env: pulumi.Output<Record<string, string> | undefined>;
  declare readonly ports: pulumi.Output<string[] | undefined>;
  declare readonly dockerOptions: pulumi.Output<string | undefined>;
  declare readonly onstart: pulumi.Output<string | undefined>;
  declare readonly runtype: pulumi.Output<string | undefined>;
  declare readonly argsStr: pulumi.Output<string | undefined>;
  declare readonly sshDirect: pulumi.Output<boolean | undefined>;
  declare readonly useSsh: pulumi.Output<boolean | undefined>;
  declare readonly jupDirect: pulumi.Output<boolean | undefined>;
  declare readonly jupyterDir: pulumi.Output<string | undefined>;
  declare readonly useJupyterLab: pulumi.Output<boolean | undefined>;
  declare readonly dockerLoginRepo: pulumi.Output<string | undefined>;
  declare readonly dockerLoginUser: pulumi.Output<string | undefined>;
  /** Secret. */
  declare readonly dockerLoginPass: pulumi.Output<string | undefined>;
  declare readonly href: pulumi.Output<string | undefined>;
  declare readonly repo: pulumi.Output<string | undefined>;
  declare readonly volumeInfo: pulumi.Output<Record<string, unknown> | undefined>;
  declare readonly extraFilters: pulumi.Output<OfferFilters | undefined>;
  declare readonly recommendedDiskSpace: pulumi.Output<number>;
  declare readonly private: pulumi.Output<boolean>;

  /** The service's numeric id. */
  declare readonly templateId: pulumi.Output<number>;
  /** Hash of the template's content, new after every edit: what an instance is launched with. */
  declare readonly hashId: pulumi.Output<string>;
  /** Secret. Fingerprint of what shapes a machine: an instance is replaced only where this differs. */
  declare readonly launchHash: pulumi.Output<string>;
  declare readonly creatorId: pulumi.Output<number>;
  /** epoch seconds */
  declare readonly createdAt: pulumi.Output<number>;
  /** How many instances were launched from the template, as of the last read. */
  declare readonly countCreated: pulumi.Output<number>;

  /**
   * @param name the resource's name, also the start of the default `name`
   * @param args the template's content
   */
  constructor(name: string, args: TemplateArgs, options?: pulumi.CustomResourceOptions) {
    const inputs = { ...emptyOutputs(), ...args, dockerLoginPass: secretInput(args.dockerLoginPass) };
    const secretOutputs = ["dockerLoginPass", "launchHash"];
    super(name, { type: "Template", args, inputs, secretOutputs }, options);
    remember(this, options?.id === undefined ? args : undefined);
  }

  /**
   * Reads a template that exists, by its numeric id, without managing it. An unknown id is an error (`NOT_FOUND`). It
   * counts for an `Instance` by what shapes the machine, as the service shows it: an edit of its texts replaces nothing.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Template {
    return new Template(name, { image: "" }, { ...options, id });
  }
}

/** What an instance is told of the template of the same program that it is launched from. */
export interface TemplateHandOver {
  readonly id: pulumi.Output<string>;
  readonly hashId: pulumi.Output<string>;
  readonly launchHash: pulumi.Output<string>;
  readonly recommendedDiskSpace?: pulumi.Input<number> | undefined;
  readonly extraFilters?: NestedInput<OfferFilters> | undefined;
  readonly runtype?: pulumi.Input<string> | undefined;
}

/**
 * For a `Template`, or the very `hashId` output of one. Where two copies of the package are loaded, a template of the
 * other copy is known all the same: the memory hangs on one name of the process.
 */
export function templateHandOver(template: unknown): TemplateHandOver | undefined {
  return typeof template === "object" && template !== null ? templates().get(template) : undefined;
}

function remember(template: Template, args: TemplateArgs | undefined): void {
  const handOver: TemplateHandOver = {
    id: template.id,
    hashId: template.hashId,
    launchHash: template.launchHash,
    // From the arguments: an output that was left out of them is unknown in every preview of a change.
    recommendedDiskSpace: args === undefined ? template.recommendedDiskSpace : args.recommendedDiskSpace,
    extraFilters: args === undefined ? definedFilters(template.extraFilters) : args.extraFilters,
    runtype: args?.runtype,
  };
  templates().set(template, handOver);
  templates().set(template.hashId, handOver);
}

function definedFilters(filters: pulumi.Output<OfferFilters | undefined>): pulumi.Output<OfferFilters> {
  return filters.apply((value) => value ?? {});
}

declare global {
  var pulumiVastaiTemplates: WeakMap<object, TemplateHandOver> | undefined;
}

function templates(): WeakMap<object, TemplateHandOver> {
  return (globalThis.pulumiVastaiTemplates ??= new WeakMap());
}

function emptyOutputs(): Record<string, undefined> {
  const names = [...TEMPLATE_ARGUMENTS, ...TEMPLATE_SERVICE_OUTPUTS, LAUNCH_HASH];
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
