import type { OfferFilters } from "../offer/offer-query";

/** What the service shows of a template, in our words. Credentials are never part of it. */
export interface TemplateRecord {
  readonly id: number;
  readonly hashId: string;
  readonly name?: string | undefined;
  readonly image?: string | undefined;
  readonly tag?: string | undefined;
  readonly desc?: string | undefined;
  readonly readme?: string | undefined;
  /** docker-flag text, as the service has it */
  readonly env?: string | undefined;
  readonly onstart?: string | undefined;
  readonly runtype?: string | undefined;
  readonly argsStr?: string | undefined;
  readonly sshDirect?: boolean | undefined;
  readonly useSsh?: boolean | undefined;
  readonly jupDirect?: boolean | undefined;
  readonly jupyterDir?: string | undefined;
  readonly useJupyterLab?: boolean | undefined;
  readonly dockerLoginRepo?: string | undefined;
  readonly dockerLoginUser?: string | undefined;
  readonly href?: string | undefined;
  readonly repo?: string | undefined;
  readonly extraFilters?: OfferFilters | undefined;
  readonly recommendedDiskSpace?: number | undefined;
  readonly private?: boolean | undefined;
  readonly volumeInfo?: Readonly<Record<string, unknown>> | undefined;
  readonly creatorId?: number | undefined;
  readonly createdAt?: number | undefined;
  readonly countCreated?: number | undefined;
  readonly recentCreateDate?: number | undefined;
  readonly defaultTag?: string | undefined;
  readonly recommended?: boolean | undefined;
  readonly deletedAt?: number | undefined;
}
