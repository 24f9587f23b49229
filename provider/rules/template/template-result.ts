import { parseDockerFlags } from "../container/docker-flags";
import { runtypeFamily } from "../container/runtype";
// A file of its own, because the compiler that the SDK brings along (TypeScript 3.8) reads the declarations of this file.
import type { TemplateRuntype } from "../container/runtype";
import type { OfferFilters } from "../offer/offer-query";
import type { TemplateRecord } from "./template-record";

/**
 * A template of the service, in the terms of `TemplateArgs`. What the service does not show is absent; registry
 * credentials always are.
 */
export interface TemplateResult {
  /** The numeric id, which survives edits: `Template.get` takes it, as text. */
  readonly id: number;
  /** Hash of the template's content, new after every edit: `templateHashId` of an `Instance` takes it. */
  readonly hashId: string;
  /** Name at the service. */
  readonly name?: string | undefined;
  /** Docker image. */
  readonly image?: string | undefined;
  /** Tag of the image. */
  readonly tag?: string | undefined;
  /** Short description. */
  readonly desc?: string | undefined;
  /** Environment variables. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Ports to open, each `"host:container"` or `"host:container/udp"`. */
  readonly ports?: readonly string[] | undefined;
  /** Other docker flags, in docker's own words. */
  readonly dockerOptions?: string | undefined;
  /** Script that runs when a machine starts, as the service has it: a long one may be packed. */
  readonly onstart?: string | undefined;
  /** The access to its machines: SSH, Jupyter, or none. */
  readonly runtype?: TemplateRuntype | undefined;
  /** What replaces the image's command. */
  readonly argsStr?: string | undefined;
  /** Whether SSH is direct instead of through the service's proxy. */
  readonly sshDirect?: boolean | undefined;
  /** Whether there is SSH access. */
  readonly useSsh?: boolean | undefined;
  /** Whether Jupyter is direct instead of through the service's proxy. */
  readonly jupDirect?: boolean | undefined;
  /** Folder that Jupyter opens. */
  readonly jupyterDir?: string | undefined;
  /** Whether Jupyter is JupyterLab instead of the notebook. */
  readonly useJupyterLab?: boolean | undefined;
  /** Link to the image's page. */
  readonly href?: string | undefined;
  /** Repository identifier. */
  readonly repo?: string | undefined;
  /** Default search filters. */
  readonly extraFilters?: OfferFilters | undefined;
  /** Disk in GB for machines that set none. */
  readonly recommendedDiskSpace?: number | undefined;
  /** Whether only its account sees the template. */
  readonly private?: boolean | undefined;
  /** The account that created it. */
  readonly creatorId?: number | undefined;
  /** When it was created, in epoch seconds. */
  readonly createdAt?: number | undefined;
  /** How many instances were launched from it. */
  readonly countCreated?: number | undefined;
  /** When an instance was last launched from it, in epoch seconds. */
  readonly recentCreateDate?: number | undefined;
  /** Whether it is on the service's recommended list. */
  readonly recommended?: boolean | undefined;
  /** Tag that is used where none is given. */
  readonly defaultTag?: string | undefined;
}

/** An existing template, as the arguments that would create it and the service's own outputs. */
export function templateResult(record: TemplateRecord): TemplateResult {
  const flags = parseDockerFlags(record.env ?? "");
  return {
    id: record.id,
    hashId: record.hashId,
    name: record.name,
    image: record.image,
    tag: record.tag,
    desc: record.desc,
    env: Object.keys(flags.env).length === 0 ? undefined : flags.env,
    ports: flags.ports.length === 0 ? undefined : flags.ports,
    dockerOptions: flags.options === "" ? undefined : flags.options,
    onstart: record.onstart,
    runtype: runtypeFamily(record.runtype),
    argsStr: record.argsStr,
    sshDirect: record.sshDirect,
    useSsh: record.useSsh,
    jupDirect: record.jupDirect,
    jupyterDir: record.jupyterDir,
    useJupyterLab: record.useJupyterLab,
    href: record.href,
    repo: record.repo,
    extraFilters: record.extraFilters,
    recommendedDiskSpace: record.recommendedDiskSpace,
    private: record.private,
    creatorId: record.creatorId,
    createdAt: record.createdAt,
    countCreated: record.countCreated,
    recentCreateDate: record.recentCreateDate,
    recommended: record.recommended,
    defaultTag: record.defaultTag,
  };
}
