import type { InstanceRecord } from "../../rules/instance/instance-record";
import type { TemplateRecord } from "../../rules/template/template-record";
import type { InterruptedCreation } from "./interrupted-creation";
import type { InstanceMatch } from "./match-instances";
import type { TemplateMatch } from "./match-templates";
import type { Choices, PlanItem } from "./plan-item";
import { planOrphans, type PlannedOrphan } from "./plan-orphans";
import { placementOf, type Placement } from "./placement";
import type { Survey } from "./survey";

export interface Plan {
  readonly items: readonly PlanItem[];
  readonly orphans: readonly PlannedOrphan[];
  /** Ids that were named and that match nothing. */
  readonly misnamed: readonly number[];
  /** Machines that the first list of this recovery showed. */
  readonly shownAtOnce: ReadonlySet<number>;
}

/** What is to be done, as far as it is decided. Asks no question. */
export function planRecovery(survey: Survey, choices: Choices): Plan {
  const items = onePerResource([
    ...onePerCreation(survey.instances, choices).flatMap((match) => instanceItems(match, survey, choices)),
    ...onePerCreation(survey.templates, choices).flatMap((match) => templateItems(match, survey, choices)),
  ]);
  const orphans = planOrphans(survey.orphans, items, survey.checkpoint.resources, choices);
  const adopted = new Set(
    orphans
      .filter(({ action }) => action === "adopt" || action === "waits")
      .map(({ orphan }) => orphan.record.id),
  );
  const destroyable = new Set([
    ...orphans.map(({ orphan }) => orphan.record.id),
    ...items.filter(({ action }) => action === "destroy").map(idOf),
  ]);
  const askable = new Set(
    [...survey.instances, ...survey.templates].flatMap(({ possible }) => possible.map(({ id }) => id)),
  );
  return {
    items,
    orphans,
    shownAtOnce: survey.shownAtOnce,
    misnamed: [
      ...[...choices.destroyIds].filter((id) => !destroyable.has(id)),
      ...[...choices.adoptIds].filter((id) => !adopted.has(id)),
      ...[...choices.acceptIds, ...choices.rejectIds].filter((id) => !askable.has(id)),
    ],
  };
}

/** What may be meant by several creations is asked about for one of them: each has a thing of its own. */
function onePerCreation<T extends { readonly possible: readonly { readonly id: number }[] }>(
  matches: readonly T[],
  { rejectIds }: Choices,
): T[] {
  const taken = new Set(rejectIds);
  return matches.map((match) => {
    if (matches.length === 1) return match;
    const possible = match.possible.filter(({ id }) => !taken.has(id)).slice(0, 1);
    for (const { id } of possible) taken.add(id);
    return { ...match, possible };
  });
}

export function idOf({ thing }: PlanItem): number | undefined {
  return thing?.kind === "instance" ? thing.instance.id : thing?.template.id;
}

function instanceItems(
  { creation, certain, surplus, possible }: InstanceMatch,
  survey: Survey,
  choices: Choices,
): PlanItem[] {
  const item = (instance: InstanceRecord, matchedBy: "token" | "label"): PlanItem => {
    const bornAt = instance.startDate === undefined ? undefined : instance.startDate * 1000;
    const placement = placementOf(creation, instance.id, bornAt, survey.checkpoint.resources);
    const action = actionFor(placement, instance.id, choices);
    return { creation, thing: { kind: "instance", instance }, matchedBy, placement, action };
  };
  if (certain === undefined) {
    return chosen(creation, possible, survey, choices, (record) => item(record, "label"));
  }
  // One token, one machine: what else carries it was discarded, or rented late.
  const others = surplus.map((instance): PlanItem => ({ ...item(instance, "token"), action: "destroy" }));
  return [item(certain, "token"), ...others];
}

function templateItems(
  { creation, certain, possible }: TemplateMatch,
  survey: Survey,
  choices: Choices,
): PlanItem[] {
  const item = (template: TemplateRecord): PlanItem => {
    const bornAt = template.createdAt === undefined ? undefined : template.createdAt * 1000;
    const placement = placementOf(creation, template.id, bornAt, survey.checkpoint.resources);
    const action = actionFor(placement, template.id, choices);
    return { creation, thing: { kind: "template", template }, matchedBy: "name", placement, action };
  };
  return certain === undefined ? chosen(creation, possible, survey, choices, item) : [item(certain)];
}

/**
 * Of what may be meant, what was said to be; else a question for each. A launch on another account leaves no trace here
 * either: it is only forgotten where the account is known to be the one that it was made with.
 */
function chosen<T extends { readonly id: number }>(
  creation: InterruptedCreation,
  possible: readonly T[],
  survey: Survey,
  { acceptIds, destroyIds, rejectIds, isAccountConfirmed }: Choices,
  item: (record: T) => PlanItem,
): PlanItem[] {
  const [latest, ...others] = possible
    .filter(({ id }) => acceptIds.has(id) || destroyIds.has(id))
    .toSorted((left, right) => right.id - left.id);
  if (latest !== undefined)
    return [item(latest), ...others.map((other) => superseded(item(other), latest.id))];
  const open = possible.filter(({ id }) => !rejectIds.has(id));
  if (open.length > 0) return open.map((record) => ({ ...item(record), action: "ask" }));
  const isSure = isAccountConfirmed || isAccountOfStack(survey);
  return [{ creation, matchedBy: "nothing", action: isSure ? "clear" : "confirm" }];
}

/** A creation has one machine: of several that were confirmed to be its, the others have to be named to be destroyed. */
function superseded(item: PlanItem, by: number): PlanItem {
  return item.action === "keep"
    ? { ...item, placement: { kind: "superseded", by: String(by) }, action: "name" }
    : item;
}

function actionFor(placement: Placement, id: number, { destroy, destroyIds }: Choices): PlanItem["action"] {
  if (placement.kind === "known") return "settled";
  if (destroy || destroyIds.has(id)) return "destroy";
  return placement.kind === "superseded" ? "name" : "keep";
}

/**
 * By a live machine of another interrupted launch of the stack. That resources were recorded with it proves
 * nothing: they may be younger than the creation, and made with another key.
 */
function isAccountOfStack({ instances, orphans }: Survey): boolean {
  return instances.some(({ certain }) => certain !== undefined) || orphans.some(({ isOfStack }) => isOfStack);
}

/** Of several machines that launches of one resource left, the state can hold one: the youngest. */
function onePerResource(items: readonly PlanItem[]): PlanItem[] {
  return items.map((item) => {
    const rivals = items.filter(
      (other) => other !== item && other.action === "keep" && other.creation.urn === item.creation.urn,
    );
    const by = rivals.find(
      (other) =>
        bornAt(other) > bornAt(item) ||
        (bornAt(other) === bornAt(item) && (idOf(other) ?? 0) > (idOf(item) ?? 0)),
    );
    if (item.action !== "keep" || by === undefined) return item;
    return { ...item, placement: { kind: "superseded", by: String(idOf(by)) }, action: "name" };
  });
}

/** epoch ms; 0 where the service does not say */
function bornAt({ thing }: PlanItem): number {
  const seconds = thing?.kind === "instance" ? thing.instance.startDate : thing?.template.createdAt;
  return (seconds ?? 0) * 1000;
}
