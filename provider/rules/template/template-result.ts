import { parseDockerFlags } from "../container/docker-flags";
import type { OfferFilters } from "../offer/offer-query";
import type { TemplateRecord } from "./template-record";

/** A template of the service, in the words of `TemplateArgs`; what the service does not show is absent. */
export interface TemplateResult {
  readonly id: number;
  readonly hashId: string;
  readonly name?: string | undefined;
  readonly image?: string | undefined;
  readonly tag?: string | undefined;
  readonly desc?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly ports?: readonly string[] | undefined;
  readonly dockerOptions?: string | undefined;
  readonly onstart?: string | undefined;
  readonly runtype?: string | undefined;
  readonly argsStr?: string | undefined;
  readonly sshDirect?: boolean | undefined;
  readonly useSsh?: boolean | undefined;
  readonly jupDirect?: boolean | undefined;
  readonly jupyterDir?: string | undefined;
  readonly useJupyterLab?: boolean | undefined;
  readonly href?: string | undefined;
  readonly repo?: string | undefined;
  readonly extraFilters?: OfferFilters | undefined;
  /** GB */
  readonly recommendedDiskSpace?: number | undefined;
  readonly private?: boolean | undefined;
  readonly creatorId?: number | undefined;
  /** epoch seconds */
  readonly createdAt?: number | undefined;
  readonly countCreated?: number | undefined;
  /** epoch seconds */
  readonly recentCreateDate?: number | undefined;
  readonly recommended?: boolean | undefined;
  readonly defaultTag?: string | undefined;
}

/** A template that exists, as the arguments that would make it and what the service says beside them. */
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
    runtype: record.runtype,
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
