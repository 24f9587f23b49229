import { hasCode, ProviderError } from "../../../errors";
import { isReleased, type InstanceRecord } from "../../../rules/instance/instance-record";
import { isAdoptionToken, keyOfToken, parseLaunchLabel } from "../../../rules/instance/launch-token";
import { shortDuration } from "../../../rules/instance/progress-line";
import { isOfRent } from "../../../rules/instance/unconfirmed-rent";
import type { UnconfirmedRent } from "../../../state/unconfirmed-rent";
import type { InstanceSnapshot } from "../../session/instance-snapshots";
import { lastWorkBy } from "../../session/deadline";
import type { Operation } from "../../session/operation";
import { describeRetry } from "../../session/retry-status";
import { adoptMachine } from "./adopt-machine";
import { isTransient } from "../../session/destroy";
import type { LaunchSpec } from "./launch-spec";
import { listedRentedAt, rentedMachineOf, type RentedMachine } from "../../session/rented-machine";
import { LATE_RENT_MS, RENT_REQUEST_MS } from "../../../rules/service-facts";
import { SHARED_LIST_MAX_AGE_MS } from "../../session/instance-snapshots";

/** How much longer to retry a list that cannot be read, in ms. */
const UNREADABLE_MS = 5 * 60_000;
/** How often the list is read while a lost answer is being reconciled, in ms. */
const SEARCH_EVERY_MS = 5000;
/** A destroyed machine may still be listed for this long, in ms; and between two polls of it. */
const CONTRADICTION_MS = 60_000;
const POLL_EVERY_MS = 5000;

/** The answer to a rent was lost, and whether a machine was rented could not be found out. */
export class RentUnconfirmed extends Error {
  override readonly name = "RentUnconfirmed";
  constructor(override readonly cause: Error) {
    super(cause.message, { cause });
  }
}

/** What the live instances show about this launch before it starts. */
export interface ExistingMachines {
  /** Its own machine, where an earlier call rented one. */
  readonly own?: RentedMachine | undefined;
  /** Machines left by an interrupted launch of the same resource. */
  readonly orphans: readonly InstanceRecord[];
  /** Machines of no resource that this process knows, with exactly the requested label. */
  readonly labelled: readonly InstanceRecord[];
  /** Machines that `recover` left to the next launch of this resource. */
  readonly adoptable?: readonly InstanceRecord[] | undefined;
  /** false: the deployment has no list of instances. */
  readonly hasList: boolean;
}

/** Checks the memory of this process first: a list may be older than what an earlier call did. */
export async function findExisting(operation: Operation, spec: LaunchSpec): Promise<ExistingMachines> {
  const { session } = operation;
  const memory = session.launchOf(spec.token);
  const open = session.unconfirmed.searchedOf(spec.token);
  if (memory.rental === undefined && open !== undefined) {
    const found = await searchOrStop(operation, open);
    if (found === undefined) session.unconfirmed.abandon(open.label);
    else {
      session.unconfirmed.close(open.label);
      memory.rental = rentedMachineOf(found, session.serviceTime.now());
    }
  }
  const listed = await findListed(operation, spec);
  memory.rental ??= listed.own ?? (await adoptMachine(operation, spec, listed.adoptable));
  const attempt = parseLaunchLabel(memory.rental?.label ?? "")?.attempt ?? 0;
  memory.sent = Math.max(memory.sent, attempt);
  return { ...listed, own: memory.rental };
}

async function findListed(operation: Operation, spec: LaunchSpec): Promise<ExistingMachines> {
  const { session, signal } = operation;
  let snapshot: InstanceSnapshot;
  try {
    snapshot = await session.snapshots.list({ maxAgeMs: SHARED_LIST_MAX_AGE_MS }, { signal });
  } catch (error) {
    if (hasCode(error, "UNSUPPORTED")) return { orphans: [], labelled: [], hasList: false };
    throw error;
  }
  const own = await live(
    operation,
    machinesOf(snapshot, session.unconfirmed, (token) => token === spec.token),
  );
  const orphans = await findOrphans(operation, spec, snapshot);
  const key = keyOfToken(spec.token);
  const adoptable = await live(
    operation,
    machinesOf(
      snapshot,
      session.unconfirmed,
      (token, { id }) => keyOfToken(token) === key && isAdoptionToken(token, id),
    ),
  );
  const labelled = findLabelled(operation, spec, snapshot);
  return {
    own: own[0] && rentedMachineOf(own[0], session.serviceTime.now()),
    orphans,
    adoptable,
    labelled: labelled.filter(({ id }) => id !== own[0]?.id),
    hasList: true,
  };
}

/** Machines of no resource that this process knows, with exactly the requested label. */
export function findLabelled(
  { session }: Operation,
  { inputs }: LaunchSpec,
  { instances }: InstanceSnapshot,
): InstanceRecord[] {
  const { namedInstances } = session.process;
  return [...instances.values()].filter(
    (record) =>
      record.label !== undefined &&
      record.label === inputs.label &&
      !namedInstances.has(record.id) &&
      !isReleased(record),
  );
}

/**
 * Live machines of the same resource, in a list, whose launch no call of this process has named; and those of this launch
 * beside its own.
 *
 * @param ownId the launch's machine, where it has one
 */
export async function findOrphans(
  operation: Operation,
  spec: LaunchSpec,
  snapshot: InstanceSnapshot,
  ownId?: number,
): Promise<InstanceRecord[]> {
  const { unconfirmed, process } = operation.session;
  const key = keyOfToken(spec.token);
  const isOrphan = (token: string, { id }: InstanceRecord): boolean =>
    token === spec.token
      ? ownId !== undefined && id !== ownId
      : keyOfToken(token) === key &&
        !process.namedTokens.has(token) &&
        // Before a launch it would be adopted; in addition to a machine of its own it is one too many.
        (ownId !== undefined || !isAdoptionToken(token, id));
  return live(operation, machinesOf(snapshot, unconfirmed, isOrphan));
}

function machinesOf(
  { instances }: InstanceSnapshot,
  unconfirmed: { isAbandoned(label: string | undefined): boolean },
  isMeant: (token: string, record: InstanceRecord) => boolean,
): InstanceRecord[] {
  return [...instances.values()].filter((record) => {
    const token = parseLaunchLabel(record.label ?? "")?.token;
    return (
      token !== undefined &&
      isMeant(token, record) &&
      !isReleased(record) &&
      !unconfirmed.isAbandoned(record.label)
    );
  });
}

/** The list lags: of what it shows, what is not gone. What is unclear counts as live. */
async function live(operation: Operation, listed: readonly InstanceRecord[]): Promise<InstanceRecord[]> {
  const { session, signal, deadline } = operation;
  const { clock, serviceTime } = session;
  const records = await Promise.all(
    listed.map(async (record) => {
      const until = Math.min(deadline, clock.now() + CONTRADICTION_MS);
      const rentedAt = listedRentedAt(record, serviceTime.now());
      for (;;) {
        const presence = await session.presence.of(record.id, { rentedAt, signal, deadline });
        if (presence.is === "gone") return [];
        // A machine that the list shows and a read does not is new, or destroyed a moment ago.
        if (presence.is === "unclear") return [record];
        if (!presence.isContradicted || clock.now() >= until) return [presence.record];
        await clock.sleep(POLL_EVERY_MS, signal);
      }
    }),
  );
  return records.flat();
}

/**
 * The machine of a rent whose answer was lost. undefined only where a list that was read after the service must have
 * dropped the request does not show it: the time that a request may take, and a minute.
 *
 * @throws ANSWER_LOST where the list cannot be read by then; the signal's reason
 */
export async function searchRent(
  operation: Operation,
  rent: UnconfirmedRent,
): Promise<InstanceRecord | undefined> {
  const { session, signal, report } = operation;
  const { clock, serviceTime, snapshots } = session;
  // In this process's own time from here on: the service's time may be corrected during the search.
  const settledAt = clock.now() + (rent.sentAt + RENT_REQUEST_MS + LATE_RENT_MS - serviceTime.now());
  const end = Math.min(lastWorkBy(operation), Math.max(clock.now(), settledAt) + UNREADABLE_MS);
  let before: unknown;
  for (;;) {
    let trouble: unknown;
    try {
      const { instances, begunAt } = await snapshots.list(
        { begunAfter: snapshots.mark() },
        { signal, deadline: end },
      );
      const found = [...instances.values()].find(
        (record) => isOfRent(record.label, rent) && !isReleased(record),
      );
      if (found !== undefined) return found;
      if (begunAt >= settledAt) return undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (!isTransient(error)) throw rentLost(rent.label, error);
      // Where no time is left for another list, the failure of the last one is the reason.
      trouble = hasCode(error, "RATE_LIMITED") ? (before ?? error) : error;
    }
    before = trouble;
    if (clock.now() >= end) throw rentLost(rent.label, trouble);
    const leftMs = settledAt - clock.now();
    const until = trouble === undefined ? Math.max(0, leftMs) : end - clock.now();
    report.status(
      trouble === undefined
        ? `lost answer: ${shortDuration(until)} left, searching for the machine of the rent`
        : describeRetry("lost answer", trouble, until),
    );
    await clock.sleep(leftMs > 0 ? Math.min(SEARCH_EVERY_MS, leftMs) : SEARCH_EVERY_MS, signal);
  }
}

/**
 * As `searchRent`, for a launch: where nothing can be found out, it stops and the state records the rent.
 * @throws RentUnconfirmed
 */
export async function searchOrStop(
  operation: Operation,
  rent: UnconfirmedRent,
): Promise<InstanceRecord | undefined> {
  try {
    return await searchRent(operation, rent);
  } catch (error) {
    throw new RentUnconfirmed(error instanceof Error ? error : new Error(String(error)));
  }
}

export function rentLost(label: string, cause: unknown): ProviderError {
  const said = cause instanceof Error ? ` (${cause.message})` : "";
  return new ProviderError(
    "ANSWER_LOST",
    `The answer to a rent was lost, and the account's instances cannot be listed${said}. A machine labelled "${label}" may be ` +
      "running and billed.",
    { cause },
  );
}
