import { destroyAndConfirm } from "../session/destroy";
import { adoptOrphan } from "./adopt-orphan";
import type { Session } from "../session/session";
import { silentReport, type Report } from "../engine/progress";
import { unconfirmedIn } from "../instance/outputs/recorded-machines";
import { settleRents, type Settling } from "../instance/settle-rents";
import { propertiesOf, readCheckpoint, type Checkpoint } from "./checkpoint";
import { idOf, type Plan } from "./plan";
import type { PlanItem } from "./plan-item";
import { doomedResource, recoveredResource } from "./recovered-resource";
import { RecoverStop } from "./recover-stop";
import { withoutDoomed, withRecovered } from "./rewrite-state";
import type { Properties } from "../engine/engine-values";

/** How long a machine may take to be destroyed, in ms. */
const DESTROY_MS = 15 * 60_000;

const UNDECIDED: readonly PlanItem["action"][] = ["ask", "name", "confirm"];

/** The stack's state, where the engine keeps it. */
export interface StackStore {
  /** The text of the whole state. @throws RecoverStop */
  exportState(): Promise<string>;
  /** Replaces the whole state; pending operations are dropped. @throws RecoverStop STACK_LOCKED, IMPORT_REFUSED */
  importState(text: string): Promise<void>;
}

/** What was done. */
export interface Recovered {
  /** ids written into the state */
  readonly kept: readonly number[];
  /** ids destroyed, and confirmed to be gone */
  readonly destroyed: readonly number[];
  /** machines left to the next launch of their resource, with their new labels */
  readonly adopted: readonly { readonly id: number; readonly label: string }[];
  /** pending operations that had created nothing, or nothing new */
  readonly cleared: number;
}

/**
 * Carries a plan out. The state is written first, with everything in it that is billed, also what is to be destroyed:
 * wherever this is interrupted, the state has it, and a locked stack stops it before anything is changed.
 *
 * @param report receives how long it waits for rents that may still be carried out
 * @throws RecoverStop, DESTROY_FAILED, ANSWER_LOST, and every refusal of the service
 */
export async function carryOut(
  session: Session,
  store: StackStore,
  checkpoint: Checkpoint,
  account: number | undefined,
  plan: Plan,
  report: Report = silentReport,
): Promise<Recovered> {
  const { serviceTime, settings } = session;
  const undecided = plan.items.find(({ action }) => UNDECIDED.includes(action));
  // An import drops whatever is pending, decided or not.
  if (undecided !== undefined) throw new Error(`Undecided: ${undecided.action} ${undecided.creation.urn}`);
  const owner = { account, baseUrl: settings.baseUrl };
  const now = serviceTime.now();
  const machines = plan.items.flatMap(({ thing }) => (thing?.kind === "instance" ? [thing.instance] : []));
  const launches = { machines, shownAtOnce: plan.shownAtOnce };
  const recorded = plan.items.flatMap(({ action, creation, thing }) =>
    thing === undefined
      ? []
      : [
          {
            action,
            thing,
            resource: recoveredResource(creation, found(thing), owner, now, checkpoint.resources, launches),
          },
        ],
  );
  const toDestroy = recorded.filter(({ action }) => action === "destroy");
  const kept = recorded.filter(({ action }) => action === "keep").map(({ resource }) => resource);
  const doomed = toDestroy.map(({ resource }) => doomedResource(resource));
  if (plan.items.length > 0) {
    await requireUnchanged(store, checkpoint);
    await store.importState(withRecovered(checkpoint, { kept, doomed }));
    await requireWritten(store, [...kept, ...doomed]);
  }
  const ends = await Promise.allSettled([
    ...toDestroy.map(async ({ thing, resource }) => {
      const id = await destroy(session, thing);
      await settleRents(settling(session, report), unconfirmedIn(propertiesOf(resource, "outputs")));
      return id;
    }),
    ...plan.orphans
      .filter(({ action }) => action === "destroy")
      .map(async ({ orphan }) => destroyInstance(session, orphan.record.id)),
  ]);
  const toAdopt = plan.orphans.filter(({ action }) => action === "adopt");
  const relabelled = await Promise.allSettled(
    toAdopt.map(async ({ orphan }) => ({ id: orphan.record.id, label: await adoptOrphan(session, orphan) })),
  );
  const destroyed = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
  const gone = doomed.filter(({ id }) => destroyed.some((done) => String(done) === id));
  if (gone.length > 0) await takeOff(store, gone);
  const failures = ends.flatMap((end) => (end.status === "rejected" ? [reasonOf(end.reason)] : []));
  if (failures.length > 0) throw notDestroyed(failures, destroyed);
  const unlabelled = relabelled.find((end) => end.status === "rejected");
  if (unlabelled !== undefined) throw unlabelled.reason;
  return {
    adopted: relabelled.flatMap((end) => (end.status === "fulfilled" ? [end.value] : [])),
    kept: plan.items.flatMap((item) => (item.action === "keep" ? [idOf(item) ?? 0] : [])),
    destroyed,
    cleared: plan.items.filter(({ action }) => action === "clear" || action === "settled").length,
  };
}

/** No later command waits for rents of a launch whose machine is destroyed here. */
function settling(session: Session, report: Report): Settling {
  return {
    session,
    report,
    signal: new AbortController().signal,
    deadline: session.clock.now() + DESTROY_MS,
  };
}

function found(thing: NonNullable<PlanItem["thing"]>): Parameters<typeof recoveredResource>[1] {
  return thing.kind === "instance" ? { instance: thing.instance } : { template: thing.template };
}

async function destroy(session: Session, thing: NonNullable<PlanItem["thing"]>): Promise<number> {
  if (thing.kind === "template") {
    await session.client.deleteTemplate(thing.template.id, { deadline: session.clock.now() + DESTROY_MS });
    return thing.template.id;
  }
  return destroyInstance(session, thing.instance.id);
}

async function destroyInstance(session: Session, id: number): Promise<number> {
  await destroyAndConfirm(session, id, { deadline: session.clock.now() + DESTROY_MS });
  return id;
}

/** The state may have changed since, so it is read again. */
async function takeOff(store: StackStore, gone: readonly Properties[]): Promise<void> {
  try {
    await store.importState(withoutDoomed(readCheckpoint(await store.exportState()), gone));
  } catch (error) {
    if (!(error instanceof RecoverStop)) throw error;
    const ids = gone.map(({ id }) => String(id)).join(", ");
    throw new RecoverStop(
      error.code,
      `${ids} ${gone.length === 1 ? "is" : "are"} destroyed, but still in the state, marked to be deleted: the next \`pulumi up\` ` +
        `or \`pulumi destroy\` removes that. ${error.message}`,
      error,
    );
  }
}

function reasonOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}

function notDestroyed(failures: readonly string[], destroyed: readonly number[]): RecoverStop {
  const done =
    destroyed.length === 0
      ? ""
      : ` ${destroyed.join(", ")} ${destroyed.length === 1 ? "was" : "were"} destroyed.`;
  return new RecoverStop(
    "DESTROY_FAILED",
    `${failures.join(" ")}${done} What an interrupted launch left is in the state now, marked to be deleted: the next ` +
      "`pulumi up` or `pulumi destroy` deletes it.",
  );
}

async function requireUnchanged(store: StackStore, checkpoint: Checkpoint): Promise<void> {
  if ((await store.exportState()) === checkpoint.text) return;
  throw new RecoverStop(
    "STATE_CHANGED",
    "The stack's state was changed while it was being read. Nothing was written. Run the command again.",
  );
}

/** The engine decides what it accepts. */
async function requireWritten(store: StackStore, records: readonly Properties[]): Promise<void> {
  const { resources } = readCheckpoint(await store.exportState());
  const missing = records.filter(
    ({ urn, id }) => !resources.some((resource) => resource["urn"] === urn && resource["id"] === id),
  );
  if (missing.length === 0) return;
  throw new RecoverStop(
    "IMPORT_REFUSED",
    `The state was imported, but does not hold ${missing.map(({ id }) => String(id)).join(", ")} afterwards; nothing was ` +
      "destroyed. Check `pulumi stack export`, and run the command again.",
  );
}
