import type { Checkpoint } from "../../lifecycle/recover/checkpoint";
import { idOf, type Plan } from "../../lifecycle/recover/plan";
import type { PlanItem } from "../../lifecycle/recover/plan-item";
import type { PlannedOrphan } from "../../lifecycle/recover/plan-orphans";
import type { OrphanedInstance } from "../../lifecycle/recover/orphans";

/** One line of what was found. Its names are those of `--json`. */
export interface RecoverRow {
  /** URN; absent where the stacks do not know the resource. */
  readonly resource?: string | undefined;
  readonly name: string;
  readonly kind: "instance" | "template";
  readonly id?: number | undefined;
  readonly label?: string | undefined;
  readonly gpu?: string | undefined;
  /** $/h, GPU and disk */
  readonly hourlyUsd?: number | undefined;
  readonly ageSeconds?: number | undefined;
  /** An upper bound: while it loads, the GPU is not billed. */
  readonly spentUsd?: number | undefined;
  readonly status?: string | undefined;
  /** `stray`: an orphan. The word of 0.1.0, which scripts read. */
  readonly matchedBy: PlanItem["matchedBy"] | "stray";
  readonly action: PlanItem["action"] | PlannedOrphan["action"];
  /** Of an orphaned machine: its key is of a resource of this stack. */
  readonly isOfStack?: boolean | undefined;
  /** The instance or template that the state has under the resource's URN. */
  readonly stateHas?: string | undefined;
}

type InstanceRecord = OrphanedInstance["record"];

/** @param now clock ms */
export function rowsOf(plan: Plan, now: number): RecoverRow[] {
  const items = plan.items.map((item): RecoverRow => {
    const { creation, thing, matchedBy, action, placement } = item;
    return {
      resource: creation.urn,
      name: creation.name,
      kind: creation.kind,
      id: idOf(item),
      ...(thing?.kind === "instance" ? machine(thing.instance, now) : {}),
      ...(thing?.kind === "template"
        ? { label: thing.template.name, ageSeconds: age(thing.template.createdAt, now) }
        : {}),
      matchedBy,
      action,
      stateHas:
        placement?.kind === "replacement"
          ? placement.of
          : placement?.kind === "superseded"
            ? placement.by
            : undefined,
    };
  });
  const orphans = plan.orphans.map(
    ({ orphan: { record, launchedFor, isOfStack }, action, holder }): RecoverRow => ({
      resource: launchedFor,
      name: launchedFor?.split("::").at(-1) ?? "",
      kind: "instance",
      id: record.id,
      ...machine(record, now),
      matchedBy: "stray",
      action,
      isOfStack,
      stateHas: holder === undefined ? undefined : String(holder),
    }),
  );
  return [...items, ...orphans];
}

/** What a table shows of a live machine. */
export function machine(record: InstanceRecord, now: number): Partial<RecoverRow> {
  const ageSeconds = age(record.startDate, now);
  const { dphTotal } = record;
  const gpu = record.gpuName === undefined ? undefined : `${record.numGpus ?? 1}x ${record.gpuName}`;
  return {
    label: record.label,
    gpu,
    hourlyUsd: dphTotal,
    ageSeconds,
    spentUsd:
      dphTotal === undefined || ageSeconds === undefined
        ? undefined
        : Number(((dphTotal * ageSeconds) / 3600).toFixed(6)),
    status: record.actualStatus ?? "being set up",
  };
}

function age(startSeconds: number | undefined, now: number): number | undefined {
  return startSeconds === undefined ? undefined : Math.max(0, Math.round(now / 1000 - startSeconds));
}

/** The stack's short name, from its URNs. */
export function stackName({ resources, pending }: Checkpoint): string {
  const urn = [...resources, ...pending.map(({ resource }) => resource)].map(
    (resource) => resource["urn"],
  )[0];
  return typeof urn === "string" ? (urn.split("::")[0]?.replace("urn:pulumi:", "") ?? "?") : "(empty)";
}
