import { ProviderError } from "../../errors";
import { instancePhase } from "../../rules/instance/instance-phase";
import { parseInstanceInputs, type InstanceInputs } from "../../rules/instance/instance-inputs";
import type { TargetState } from "../../rules/instance/target-state";
import { isReleased, type InstanceRecord } from "../../rules/instance/instance-record";
import { isRecord, numberOf, plain, type Properties } from "../engine/engine-values";
import type { Presence } from "../session/instance-presence";
import type { Reading } from "../resource-lifecycle";
import type { Operation } from "../session/operation";
import { ownerIn } from "../session/owner";
import type { Session } from "../session/session";
import { serviceOutputs } from "./outputs/instance-outputs";
import { orphansIn, unconfirmedIn } from "./outputs/recorded-machines";
import { HIDDEN, HIDDEN_INSTANCE_OUTPUTS } from "../../state/hidden";
import { INSTANCE_SERVICE_OUTPUTS } from "../../state/output-names";
import { phaseIn, type StatePhase } from "../../state/phase";
import { UNCONFIRMED_ID } from "../../state/unconfirmed-rent";

/** How long a restarted machine may show `exited`, and the time between two polls of it, in ms. */
const RESTART_MS = 20_000;
const RESTART_POLL_MS = 5000;

/**
 * Reads an instance. Gone only where two witnesses say so, of the same account and deployment, and not in the first minute.
 * Whether a 404 means gone or an expired login is decided in `client/refusal-rules`.
 *
 * @throws NOT_FOUND for a `get`, WRONG_ACCOUNT, and every failure to read: the state stays as it is
 */
export async function readInstance(
  operation: Operation,
  id: string,
  props: Properties,
  isGet: boolean,
): Promise<Reading> {
  const { session } = operation;
  if (id.startsWith(UNCONFIRMED_ID)) {
    await session.requireOwner(ownerIn(props), `The rent of ${operation.name}`, operation.signal);
    return unchanged(id, props);
  }
  const instanceId = contractNumber(id);
  const what = `Instance ${id}`;
  const { signal, deadline, report } = operation;
  await session.requireOwner(isGet ? {} : ownerIn(props), what, signal);
  const seen = await session.reads.read(instanceId, { signal, deadline });
  const now = session.serviceTime.now();
  const asked = oncePerRead(() => parseInstanceInputs(inputsOf(props)));
  const latest = hasEnded(props, asked, seen, now) ? await readAgain(operation, instanceId) : seen;
  const isShown = latest !== undefined && !isReleased(latest);
  const question = { rentedAt: rentedAtIn(props), signal, deadline };
  const presence: Presence = isShown
    ? { is: "there", record: latest, isContradicted: false }
    : await session.presence.afterRead(instanceId, latest, question);
  if (presence.is === "unclear") {
    report.note(
      `${what} is not shown by the service, but ${presence.why}: it stays in the state. Run \`pulumi refresh\` again in a minute.`,
      "warning",
    );
    return unchanged(id, props);
  }
  if (presence.is === "gone") {
    if (isGet) {
      throw new ProviderError(
        "NOT_FOUND",
        `${what} does not exist in this account. Check the contract number and the API key.`,
      );
    }
    // Other machines in the state may still be billed: the next `up` or `destroy` resolves them first.
    const isMore = unconfirmedIn(props, id).length > 0 || orphansIn(props).length > 0;
    return isMore
      ? unchanged(id, { ...props, [HIDDEN.phase]: "gone", [HIDDEN.reason]: "it was destroyed outside" })
      : {};
  }
  return {
    id,
    props: readingOf(props, asked(), presence.record, session),
    ...(isGet ? {} : { inputs: inputsOf(props) }),
  };
}

/** Only where a machine is there: what is gone needs no arguments. */
function oncePerRead<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function hasEnded(
  props: Properties,
  asked: () => InstanceInputs,
  record: InstanceRecord | undefined,
  now: number,
): boolean {
  return record?.actualStatus === "exited" && statePhase(props, asked(), record, now).phase === "dead";
}

/** A machine that was restarted shows `exited` for a moment (reference, section 5): it is dead where it keeps doing so. */
async function readAgain(
  { session, signal, deadline, report }: Operation,
  instanceId: number,
): Promise<InstanceRecord | undefined> {
  const { clock, client } = session;
  const until = Math.min(deadline, clock.now() + RESTART_MS);
  for (;;) {
    report.status(
      `reading again: instance ${String(instanceId)} shows "exited", as a restart does for a moment`,
    );
    await clock.sleep(Math.min(RESTART_POLL_MS, Math.max(0, until - clock.now())), signal);
    const record = await client.getInstance(instanceId, { signal, deadline });
    if (record?.actualStatus !== "exited" || clock.now() >= until) return record;
  }
}

/** When the machine of a state was rented, in ms of the service's time. */
export function rentedAtIn(props: Properties): number | undefined {
  return numberOf(props[HIDDEN.rentedAt]);
}

/** The contract number in an id. @throws NOT_FOUND */
export function contractNumber(id: string): number {
  if (/^[1-9]\d{0,14}$/.test(id)) return Number(id);
  throw new ProviderError(
    "NOT_FOUND",
    `Expected the id of an instance to be its contract number, got "${id}".`,
  );
}

function unchanged(id: string, props: Properties): Reading {
  return { id, props: { ...props }, inputs: inputsOf(props) };
}

/** The state's properties with what the service shows now. */
export function readingOf(
  props: Properties,
  asked: InstanceInputs,
  record: InstanceRecord,
  { settings, serviceTime }: Pick<Session, "settings" | "serviceTime">,
): Record<string, unknown> {
  const { phase, reason } = statePhase(props, asked, record, serviceTime.now());
  const cleared = Object.fromEntries(
    INSTANCE_SERVICE_OUTPUTS.filter((name) => name !== "offerId").map((name) => [name, undefined]),
  );
  return plain({
    ...props,
    ...cleared,
    ...serviceOutputs(record),
    label: record.label ?? props["label"],
    targetState: shownTarget(props, record, asked.targetState),
    price: shownPrice(record, asked.price),
    [HIDDEN.account]: props[HIDDEN.account],
    [HIDDEN.baseUrl]: props[HIDDEN.baseUrl] ?? settings.baseUrl,
    [HIDDEN.phase]: phase,
    [HIDDEN.reason]: reason,
  });
}

/** The phase of the machine for the next preview. Whether it is dead or a finished job is decided by `instancePhase`. */
function statePhase(
  props: Properties,
  asked: InstanceInputs,
  record: InstanceRecord,
  now: number,
): { phase?: StatePhase; reason?: string } {
  const before = phaseIn(props[HIDDEN.phase]);
  const question = {
    runtype: asked.runtype,
    targetState: asked.targetState ?? ("running" as const),
    waitFor: "running" as const,
    firstStart: before === "loading" || before === "givenUp",
  };
  // Whatever the clock says: a machine that is shown as running has not expired.
  const isOver = record.endDate !== undefined && record.endDate * 1000 <= now;
  if (isOver && record.actualStatus !== "running")
    return { phase: "expired", reason: "its end date has passed" };
  const { phase, reason } = instancePhase(record, question);
  if (before === "givenUp") return { phase: "givenUp", reason };
  switch (phase) {
    case "finished-job":
      return { phase: "finished", reason };
    case "failed":
      return { phase: before === "loading" ? "givenUp" : "dead", reason };
    case "loading":
      return before === "loading" ? { phase: "loading", reason } : exitedPhase(record, reason);
    case "stopped":
      return isOutbid(record, asked) ? { phase: "outbid", reason: outbidReason(record) } : {};
    case "ready":
      return {};
  }
}

/** A container that ended by itself stays ended; a host that is offline may come back. */
function exitedPhase(record: InstanceRecord, reason: string): { phase?: StatePhase; reason?: string } {
  return record.actualStatus === "exited" ? { phase: "dead", reason } : {};
}

/**
 * Interruptible and stopped though it is to run: another renter's higher bid, unless our bid is still above the
 * machine's floor and its stop was requested.
 */
function isOutbid(
  record: InstanceRecord,
  asked: { price?: number | undefined; targetState?: string | undefined },
): boolean {
  if (record.isBid !== true || (asked.targetState ?? "running") !== "running") return false;
  if (!isStopIntended(record)) return true;
  return record.minBid === undefined || asked.price === undefined || asked.price <= record.minBid;
}

function outbidReason({ minBid }: InstanceRecord): string {
  return minBid === undefined
    ? "stopped by a higher bid"
    : `the machine's floor is now $${minBid.toFixed(4)}/h`;
}

/** A record without an intended status, as the API specification allows, shows no drift. */
function shownTarget(props: Properties, record: InstanceRecord, asked: TargetState | undefined): TargetState {
  if (record.intendedStatus !== undefined) return isStopIntended(record) ? "stopped" : "running";
  if (isRecord(props[HIDDEN.asked])) return asked ?? "running";
  return record.actualStatus === "stopped" ? "stopped" : "running";
}

function isStopIntended(record: InstanceRecord): boolean {
  return record.intendedStatus === "stopped" || record.intendedStatus === "frozen";
}

/** The bid as the service charges it; rounding is no drift. */
function shownPrice(record: InstanceRecord, asked: number | undefined): number | undefined {
  const { isBid, dphBase } = record;
  if (isBid !== true || asked === undefined || dphBase === undefined || dphBase <= 0) return asked;
  return Math.abs(dphBase - asked) <= 0.005 * asked + 0.0005 ? asked : dphBase;
}

/** The arguments as requested, for later diffs. */
export function inputsOf(props: Properties): Record<string, unknown> {
  const notInputs = new Set<string>([
    ...INSTANCE_SERVICE_OUTPUTS,
    ...HIDDEN_INSTANCE_OUTPUTS,
    "label",
    "targetState",
    "price",
  ]);
  const kept = Object.fromEntries(Object.entries(props).filter(([name]) => !notInputs.has(name)));
  const asked = props[HIDDEN.asked];
  const shown = typeof asked === "object" && asked !== null ? asked : {};
  return plain({ ...kept, ...shown });
}
