import { readCheckpoint } from "../../../provider/lifecycle/recover/checkpoint";
import { interruptedCreations } from "../../../provider/lifecycle/recover/interrupted-creation";
import { launchOwner } from "../../../provider/lifecycle/recover/launch-owner";
import { matchInstances } from "../../../provider/lifecycle/recover/match-instances";
import { idOf, planRecovery } from "../../../provider/lifecycle/recover/plan";
import type { Choices } from "../../../provider/lifecycle/recover/plan-item";
import { orphanedInstances } from "../../../provider/lifecycle/recover/orphans";
import type { Survey } from "../../../provider/lifecycle/recover/survey";
import type { InstanceRecord } from "../../../provider/rules/instance/instance-record";
import type { TemplateRecord } from "../../../provider/rules/template/template-record";
import { rowOf, stateOf, type Row } from "./stack-state";

const KEY = "0123456789ab";
export const TOKEN = `pvai-${KEY}-aaaaaaaaaa`;
export const OTHER_TOKEN = `pvai-${KEY}-bbbbbbbbbb`;
export const STRANGE_TOKEN = "pvai-ffffffffffff-cccccccccc";
export const BORN = Date.UTC(2026, 0, 2) / 1000;

export const PENDING = rowOf("instance", "gpu", { __token: TOKEN, label: "mine" });

/** What a plan is made of. */
export interface PlanCase {
  readonly resources?: readonly Row[];
  readonly creating?: readonly Row[];
  readonly live?: readonly InstanceRecord[];
  readonly choices?: Partial<Choices>;
  /** Template matches, as the service's search found them. */
  readonly templates?: { certain?: TemplateRecord; possible?: readonly TemplateRecord[] };
}

/** The plan, a line each. */
export function planOf({
  resources = [],
  creating = [PENDING],
  live = [],
  choices,
  templates,
}: PlanCase): string[] {
  const checkpoint = readCheckpoint(stateOf(resources, creating));
  const creations = interruptedCreations(checkpoint);
  const survey: Survey = {
    checkpoint,
    account: 4001,
    baseUrl: "https://service",
    instances: matchInstances(creations, live, checkpoint.resources),
    templates: creations
      .filter(({ kind }) => kind === "template")
      .map((creation) => ({ creation, certain: templates?.certain, possible: templates?.possible ?? [] })),
    orphans: orphanedInstances(
      live,
      checkpoint.resources,
      creations.map(({ token }) => token),
      (label) => launchOwner(label, checkpoint, "organization"),
    ),
    liveIds: new Set(live.map(({ id }) => id)),
    resources: checkpoint.resources,
    at: 0,
    shownAtOnce: new Set(live.map(({ id }) => id)),
  };
  const none = new Set<number>();
  const plan = planRecovery(survey, {
    destroy: false,
    destroyIds: none,
    acceptIds: none,
    rejectIds: none,
    adoptIds: none,
    isAccountConfirmed: true,
    ...choices,
  });
  return [
    ...plan.items.map((item) => `${item.action} ${idOf(item) ?? "-"} by ${item.matchedBy}`),
    ...plan.orphans.map(({ orphan, action }) => `orphan ${orphan.record.id} ${action}`),
    ...plan.misnamed.map((id) => `misnamed ${id}`),
  ];
}

/** A live machine. */
export const machine = (id: number, label: string, more: Partial<InstanceRecord> = {}): InstanceRecord => ({
  id,
  label,
  startDate: BORN,
  ...more,
});
export const ids = (...numbers: number[]): ReadonlySet<number> => new Set(numbers);
