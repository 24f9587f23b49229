import { ProviderError } from "../../../errors";
import type { InstanceInputs } from "../../../rules/instance/instance-inputs";
import type { TargetState } from "../../../rules/instance/target-state";
import { mergeTemplateFilters } from "../../../rules/offer/offer-merge";
import type { OfferFilters, OfferQuery, RentalType } from "../../../rules/offer/offer-query";
import type { Runtype } from "../../../rules/container/runtype";
import type { TemplateRecord } from "../../../rules/template/template-record";
import { isRecord, numberOf, stringOf, type Properties } from "../../engine/engine-values";
import type { Call } from "../../engine/call";
import { SEARCH_PATIENCE_MS } from "../../session/offer-search-cache";
import type { Session } from "../../session/session";
import { HIDDEN } from "../../../state/hidden";
import { DEFAULT_DISK_GB } from "../../../rules/service-facts";

/** What to rent and launch: the arguments, with what the template adds. */
export interface LaunchSpec {
  readonly inputs: InstanceInputs;
  /** the resource's name */
  readonly name: string;
  readonly token: string;
  readonly runtype: Runtype;
  /** GB */
  readonly disk: number;
  readonly rentalType: RentalType;
  readonly candidates: { readonly queries: readonly OfferQuery[] } | { readonly offerIds: readonly number[] };
  readonly targetState: TargetState;
  readonly attempts: number;
  readonly loadTimeoutMs: number;
  readonly waitFor: "running" | "ports" | "none";
  readonly ignoreOrphans: boolean;
  /** How long failing searches are retried, in ms; undefined: to the deadline, which the user has set. */
  readonly searchPatienceMs: number | undefined;
  /** Arguments that the program marks secret: no message shows their values. */
  readonly secrets: readonly string[];
}

/** What a launch needs from the template in addition to its hash. */
interface TemplateFacts {
  readonly recommendedDiskSpace?: number | undefined;
  readonly extraFilters?: OfferFilters | undefined;
  readonly runtype?: string | undefined;
}

/** What a launch takes from its call. */
type SpecCall = Pick<Call, "name" | "secrets" | "timeoutMs">;

/** @throws UNKNOWN_TEMPLATE where a template from elsewhere does not exist */
export async function launchSpecOf(
  call: SpecCall & { readonly session: Session },
  inputs: InstanceInputs,
  hidden: Properties,
): Promise<LaunchSpec> {
  return specFrom(call, inputs, hidden, await templateFacts(call.session, inputs, hidden));
}

/**
 * The specification of a machine that is already rented: its template may have been edited or deleted since, and the
 * state that is requested now is only set once it is ready.
 */
export function rentedSpec(
  call: SpecCall,
  inputs: InstanceInputs,
  news: Properties,
  olds: Properties,
  record: { readonly imageRuntype?: string | undefined } | undefined,
): LaunchSpec {
  const asked = olds[HIDDEN.asked];
  const targetState = isRecord(asked) && asked["targetState"] === "stopped" ? "stopped" : "running";
  const facts = linkedTemplateFacts(news) ?? {
    recommendedDiskSpace: numberOf(olds[HIDDEN.disk]),
    runtype: record?.imageRuntype,
  };
  return { ...specFrom(call, inputs, news, facts), targetState };
}

function specFrom(
  { name, secrets, timeoutMs }: SpecCall,
  inputs: InstanceInputs,
  hidden: Properties,
  template: TemplateFacts,
): LaunchSpec {
  const queries = (inputs.search ?? []).map((query) => ({
    ...query,
    filters: mergeTemplateFilters(template.extraFilters, query.filters),
  }));
  return {
    inputs,
    name,
    token: requiredToken(hidden),
    runtype: inputs.runtype ?? impliedRuntype(inputs, template),
    disk: inputs.disk ?? template.recommendedDiskSpace ?? DEFAULT_DISK_GB,
    rentalType: inputs.price === undefined ? "ondemand" : "bid",
    candidates: inputs.offerIds === undefined ? { queries } : { offerIds: inputs.offerIds },
    targetState: inputs.targetState ?? "running",
    attempts: inputs.launch?.attempts ?? 5,
    loadTimeoutMs: (inputs.launch?.loadTimeoutSeconds ?? 900) * 1000,
    waitFor: inputs.launch?.waitFor ?? "running",
    ignoreOrphans: inputs.launch?.ignoreOrphans ?? false,
    secrets,
    searchPatienceMs: timeoutMs === undefined ? SEARCH_PATIENCE_MS : undefined,
  };
}

function requiredToken(hidden: Properties): string {
  const token = stringOf(hidden[HIDDEN.token]);
  if (token !== undefined) return token;
  throw new ProviderError("INVALID_INPUT", "The launch has no token: `check` did not run before `create`.");
}

function impliedRuntype(inputs: InstanceInputs, template: TemplateFacts): Runtype {
  if (inputs.args !== undefined || inputs.argsStr !== undefined) return "args";
  const { runtype } = template;
  return runtype === "ssh" || runtype === "jupyter" || runtype === "args" ? runtype : "ssh";
}

async function templateFacts(
  session: Session,
  inputs: InstanceInputs,
  hidden: Properties,
): Promise<TemplateFacts> {
  const facts = linkedTemplateFacts(hidden);
  const hash = inputs.templateHashId;
  return facts ?? (hash === undefined ? {} : foreignTemplate(session, hash));
}

/** What the linked `Template` of the same program provides. */
function linkedTemplateFacts(hidden: Properties): TemplateFacts | undefined {
  const template = hidden[HIDDEN.template];
  if (!isRecord(template)) return undefined;
  const filters = template["extraFilters"];
  return {
    recommendedDiskSpace: numberOf(template["recommendedDiskSpace"]),
    extraFilters: isRecord(filters) ? filters : undefined,
    runtype: stringOf(template["runtype"]),
  };
}

async function foreignTemplate(session: Session, hashId: string): Promise<TemplateRecord> {
  const found = await session.client.findTemplates({ hashId: { eq: hashId } });
  const template = found.find((record) => record.hashId === hashId);
  if (template !== undefined) return template;
  throw new ProviderError(
    "UNKNOWN_TEMPLATE",
    `The template with hash "${hashId}" is not known to the service. Nothing was rented. A template's hash changes with ` +
      "every edit: look the current one up with getTemplates, or declare the template and pass it as `template`.",
  );
}
