import * as pulumi from "@pulumi/pulumi";
import type { TemplateRuntype } from "../rules/container/runtype";
import type { OfferFilters } from "../rules/offer/offer-query";
import type { OfferFiltersArgs } from "./offer-query-args";
import { secretInput } from "./program";
import type { TemplateArgs } from "./template-args";
import { TEMPLATE_ARGUMENTS, TEMPLATE_SERVICE_OUTPUTS, LAUNCH_HASH } from "../state/output-names";
import { isOfType, VastaiResource } from "./vastai-resource";

/**
 * A stored bundle of settings that instances are launched from.
 *
 * @remarks
 * The id is the service's numeric id: it survives edits. Every edit changes `hashId`, which is an output update and
 * never a replacement. Every argument is an output too, as requested; a refresh shows what somebody else edited, which the
 * next `pulumi up` puts back. An output is `undefined` where nothing was requested, or where the deployment shows nothing.
 *
 * @example
 * ```ts
 * import { Instance, Template } from "pulumi-vastai";
 *
 * const template = new Template("trainer", {
 *   image: "pytorch/pytorch:2.6.0-cuda12.6-cudnn9-runtime",
 *   runtype: "ssh",
 *   useSsh: true,
 *   sshDirect: true,
 *   recommendedDiskSpace: 32,
 *   extraFilters: { reliability: { gte: 0.98 } },
 * });
 *
 * const machine = new Instance("trainer", { template, search: { filters: { gpuName: "RTX 4090" } } });
 *
 * export const hashId = template.hashId;
 * export const sshCommand = machine.sshCommand;
 * ```
 */
export class Template extends VastaiResource {
  /** Name at the service. */
  declare readonly name: pulumi.Output<string>;
  /** Docker image; undefined where one that is only read (`get`) shows none. */
  declare readonly image: pulumi.Output<string | undefined>;
  /** Tag of the image; undefined where it was not given, which means `latest` or the tag in `image`. */
  declare readonly tag: pulumi.Output<string | undefined>;
  /** Short description; undefined where there is none. */
  declare readonly desc: pulumi.Output<string | undefined>;
  /** Longer text, as requested; undefined where there is none, and after `get`, because the service does not show it. */
  declare readonly readme: pulumi.Output<string | undefined>;
  /** Environment variables; undefined where there are none. */
  declare readonly env: pulumi.Output<Record<string, string> | undefined>;
  /** Ports to open, in the spelling `"80:80"` or `"53:53/udp"`; undefined where there are none. */
  declare readonly ports: pulumi.Output<string[] | undefined>;
  /** Other docker flags; undefined where there are none. */
  declare readonly dockerOptions: pulumi.Output<string | undefined>;
  /** Script that runs when a machine starts, as requested and not packed; undefined where there is none. */
  declare readonly onstart: pulumi.Output<string | undefined>;
  /** The access to its machines; undefined where it was not given, which means `"args"`. */
  declare readonly runtype: pulumi.Output<TemplateRuntype | undefined>;
  /** What replaces the image's command; undefined where nothing does. */
  declare readonly argsStr: pulumi.Output<string | undefined>;
  /** Whether SSH is direct; undefined where it was not given. */
  declare readonly sshDirect: pulumi.Output<boolean | undefined>;
  /** Whether there is SSH access; undefined where it was not given. */
  declare readonly useSsh: pulumi.Output<boolean | undefined>;
  /** Whether Jupyter is direct; undefined where it was not given. */
  declare readonly jupDirect: pulumi.Output<boolean | undefined>;
  /** Folder that Jupyter opens; undefined where it was not given. */
  declare readonly jupyterDir: pulumi.Output<string | undefined>;
  /** Whether Jupyter is JupyterLab; undefined where it was not given. */
  declare readonly useJupyterLab: pulumi.Output<boolean | undefined>;
  /** Address of the private registry; undefined where there is none, and after `get`. */
  declare readonly dockerLoginRepo: pulumi.Output<string | undefined>;
  /** User at the private registry; undefined where there is none, and after `get`. */
  declare readonly dockerLoginUser: pulumi.Output<string | undefined>;
  /** Secret. Access token of the private registry, as requested; undefined where there is none, and after `get`. */
  declare readonly dockerLoginPass: pulumi.Output<string | undefined>;
  /** Link to the image's page; undefined where it was not given. */
  declare readonly href: pulumi.Output<string | undefined>;
  /** Repository identifier; undefined where it was not given. */
  declare readonly repo: pulumi.Output<string | undefined>;
  /** The hint for the service's own pages; undefined where there is none. */
  declare readonly volumeInfo: pulumi.Output<Record<string, unknown> | undefined>;
  /** Default search filters, every bare value spelled out; undefined where there are none. */
  declare readonly extraFilters: pulumi.Output<OfferFilters | undefined>;
  /** Disk in GB for machines that name none; undefined where one that is only read (`get`) shows none. */
  declare readonly recommendedDiskSpace: pulumi.Output<number | undefined>;
  /** Whether only the account sees the template; undefined where one that is only read (`get`) does not show it. */
  declare readonly private: pulumi.Output<boolean | undefined>;

  /** The service's numeric id: the id, as a number. */
  declare readonly templateId: pulumi.Output<number>;
  /** Hash of the template's content, new after every edit: what an instance is launched with. */
  declare readonly hashId: pulumi.Output<string>;
  /**
   * Secret. Fingerprint of what shapes a machine: an instance is replaced only where this differs. Undefined where one
   * that is only read (`get`) shows no image.
   */
  declare readonly launchHash: pulumi.Output<string | undefined>;
  /** The account that created it; undefined where the deployment does not show it. */
  declare readonly creatorId: pulumi.Output<number | undefined>;
  /** When it was created, in epoch seconds; undefined where the deployment does not show it. */
  declare readonly createdAt: pulumi.Output<number | undefined>;
  /** How many instances were launched from it, as of the last read; undefined where the deployment does not show it. */
  declare readonly countCreated: pulumi.Output<number | undefined>;

  /**
   * Declares a template: `pulumi up` makes and edits it, `pulumi destroy` deletes it.
   *
   * @param name - the resource's name, also the start of the default `name`
   * @param args - the template's content
   * @param options - Pulumi's own
   * @throws `INVALID_INPUT` in a preview where an argument breaks a rule
   * @throws `TEMPLATE_EXISTS` where a template of exactly this content exists: two resources cannot share one record
   * @throws `TEMPLATE_CHANGED` where an edit was answered for another template; `NOT_FOUND` where the one to edit is gone
   * @throws `ANSWER_LOST` where it is not known whether the template was made
   * @throws `INVALID_ARGUMENTS` or `REFUSED` where the service refuses
   * @throws `MISSING_API_KEY`, `LOGIN_REFUSED`, `SESSION_EXPIRED`, `PERMISSION_DENIED`, `WRONG_ACCOUNT` or
   * `INVALID_SETTING` where the key or a setting cannot be used
   * @throws `CANCELLED` where the program ended before anything was sent
   * @throws `RATE_LIMITED`, `UNREACHABLE`, `SERVICE_ERROR`, `UNEXPECTED_REPLY` or `UNSUPPORTED` where the service gives no
   * answer that can be used
   */
  constructor(name: string, args: TemplateArgs, options?: pulumi.CustomResourceOptions) {
    const inputs = { ...emptyOutputs(), ...args, dockerLoginPass: secretInput(args.dockerLoginPass) };
    const secretOutputs = ["dockerLoginPass", "launchHash"];
    super(name, { type: "Template", args, inputs, secretOutputs }, options);
    remember(this, options?.id === undefined ? args : undefined);
  }

  /**
   * Reads a template that exists, without managing it: it is neither edited nor deleted. For an `Instance` it counts by
   * what shapes the machine, as the service shows it: an edit of its texts replaces nothing.
   *
   * @param name - the resource's name
   * @param id - the numeric id, as text; not the hash
   * @param options - Pulumi's own
   * @returns the template as the service shows it
   * @throws `NOT_FOUND` where the account can see no such template
   *
   * @example
   * ```ts
   * import { Template } from "pulumi-vastai";
   *
   * export const hashId = Template.get("existing", "12345").hashId;
   * ```
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Template {
    return new Template(name, { image: "" }, { ...options, id });
  }

  /**
   * Whether a value is a `Template`, also one of another copy of this package in the same process.
   *
   * @param obj - any value
   * @returns true for a `Template`
   */
  static override isInstance(obj: unknown): obj is Template {
    return isOfType(obj, "Template");
  }
}

/** What an instance needs of the template of the same program that it is launched from. */
export interface TemplateLink {
  readonly id: pulumi.Output<string>;
  readonly hashId: pulumi.Output<string>;
  readonly launchHash: pulumi.Output<string | undefined>;
  readonly recommendedDiskSpace?: pulumi.Input<number | undefined>;
  readonly extraFilters?: pulumi.Input<OfferFiltersArgs> | undefined;
  readonly runtype?: pulumi.Input<TemplateRuntype> | undefined;
}

/**
 * For a `Template`, or the very `hashId` output of one. Where two copies of the package are loaded, a template of the
 * other copy is known all the same: the memory hangs on one name of the process.
 */
export function linkedTemplate(template: unknown): TemplateLink | undefined {
  return typeof template === "object" && template !== null ? templates().get(template) : undefined;
}

function remember(template: Template, args: TemplateArgs | undefined): void {
  const link: TemplateLink = {
    id: template.id,
    hashId: template.hashId,
    launchHash: template.launchHash,
    // From the arguments: an output that was left out of them is unknown in every preview of a change.
    recommendedDiskSpace: args === undefined ? template.recommendedDiskSpace : args.recommendedDiskSpace,
    extraFilters: args === undefined ? definedFilters(template.extraFilters) : args.extraFilters,
    runtype: args?.runtype,
  };
  templates().set(template, link);
  templates().set(template.hashId, link);
}

function definedFilters(filters: pulumi.Output<OfferFilters | undefined>): pulumi.Output<OfferFilters> {
  return filters.apply((value) => value ?? {});
}

declare global {
  var pulumiVastaiTemplates: WeakMap<object, TemplateLink> | undefined;
}

function templates(): WeakMap<object, TemplateLink> {
  return (globalThis.pulumiVastaiTemplates ??= new WeakMap());
}

function emptyOutputs(): Record<string, undefined> {
  const names = [...TEMPLATE_ARGUMENTS, ...TEMPLATE_SERVICE_OUTPUTS, LAUNCH_HASH];
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
