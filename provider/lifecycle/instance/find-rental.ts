import { hasCode, ProviderError } from "../../errors";
import type { InstanceRecord } from "../../rules/instance-record";
import { keyOfToken, parseLaunchLabel } from "../../rules/launch-token";
import type { Doubt } from "../launch-memory";
import type { Operation } from "../operation";
import { isPassing, isReleased } from "./destroy";
import type { Order } from "./order";
import { rentalOf, type Rental } from "./rental";

/** How long the service may work on a rent: the time that its answer is waited for, in ms. */
const REQUEST_MS = 30_000;
/** How long after that its machine may still show in the account's list, in ms. */
const LATE_RENT_MS = 60_000;
/** How long a list that cannot be read is asked again beyond that, in ms. */
const UNREADABLE_MS = 5 * 60_000;
/** How often the list is looked at while a lost answer is being cleared up, in ms. */
const LOOK_EVERY_MS = 5000;

/** The answer to a rent was lost, and whether a machine was rented could not be found out. */
export class RentUnconfirmed extends Error {
  override readonly name = "RentUnconfirmed";
  constructor(
    readonly label: string,
    /** clock ms */
    readonly sentAt: number,
    override readonly cause: Error,
  ) {
    super(cause.message, { cause });
  }
}

/**
 * What live instances say of this launch before it begins: its own machine, where an earlier call rented one, or
 * machines that an interrupted launch of the same resource left behind.
 */
export interface Findings {
  readonly own?: Rental | undefined;
  readonly orphans: readonly InstanceRecord[];
  /** false: the deployment has no list of instances to look at. */
  readonly hasList: boolean;
}

/** Looks in the memory of this process first: a list may be older than what an earlier call did. */
export async function findBefore(operation: Operation, order: Order): Promise<Findings> {
  const { session } = operation;
  const memory = session.launchOf(order.token);
  if (memory.rental === undefined && memory.doubt !== undefined) {
    const found = await clearUp(operation, memory.doubt);
    if (found === undefined) session.abandoned.add(memory.doubt.label, operation.report);
    else memory.rental = rentalOf(found, session.clock.now());
    memory.doubt = undefined;
  }
  const listed = await findListed(operation, order);
  memory.rental ??= listed.own;
  const attempt = parseLaunchLabel(memory.rental?.label ?? "")?.attempt ?? 0;
  memory.sent = Math.max(memory.sent, attempt);
  return { ...listed, own: memory.rental };
}

async function findListed({ session, signal }: Operation, order: Order): Promise<Findings> {
  try {
    const { instances } = await session.snapshots.list({ maxAgeMs: 30_000 }, { signal });
    const mine = keyOfToken(order.token);
    const marked = [...instances.values()].flatMap((record) => {
      const mark = record.label === undefined ? undefined : parseLaunchLabel(record.label);
      return mark?.key === mine &&
        mark !== undefined &&
        !isReleased(record) &&
        !session.abandoned.has(record.label ?? "")
        ? [{ record, token: mark.token }]
        : [];
    });
    const candidates = marked.filter(
      ({ token }) => token === order.token || !session.process.namedTokens.has(token),
    );
    // The list lags: a machine that was destroyed a moment ago may still be in it.
    const live = await Promise.all(
      candidates.map(async ({ record, token }) => {
        const now = await session.client.getInstance(record.id, { signal });
        return now === undefined || isReleased(now) ? [] : [{ record: now, token }];
      }),
    );
    const own = live.flat().find(({ token }) => token === order.token)?.record;
    return {
      own: own && rentalOf(own, session.clock.now()),
      orphans: live.flat().flatMap(({ record, token }) => (token === order.token ? [] : [record])),
      hasList: true,
    };
  } catch (error) {
    if (hasCode(error, "UNSUPPORTED")) return { orphans: [], hasList: false };
    throw error;
  }
}

/**
 * The machine of a rent whose answer was lost. undefined only where a list that was read after the service must have
 * dropped the request does not show it: the time that a request may take, and a minute.
 *
 * @throws ANSWER_LOST where the list cannot be read by then; the signal's reason
 */
export async function findLostRent(
  operation: Operation,
  { label, sentAt }: Doubt,
): Promise<InstanceRecord | undefined> {
  const { session, signal, report } = operation;
  const { clock } = session;
  const settledAt = sentAt + REQUEST_MS + LATE_RENT_MS;
  const end = Math.min(operation.deadline, Math.max(settledAt, clock.now()) + UNREADABLE_MS);
  for (;;) {
    const begunAt = clock.now();
    let trouble: unknown;
    try {
      const { instances } = await session.snapshots.list({ begunAfter: begunAt }, { signal, deadline: end });
      const found = [...instances.values()].find((record) => record.label === label && !isReleased(record));
      if (found !== undefined) return found;
      if (begunAt >= settledAt) return undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error)) throw lostForGood(label, error);
      trouble = error;
    }
    if (clock.now() >= end) throw lostForGood(label, trouble);
    report.status("the answer to the rent was lost; looking for the machine among the account's instances");
    const untilSettled = settledAt - clock.now();
    await clock.sleep(untilSettled > 0 ? Math.min(LOOK_EVERY_MS, untilSettled) : LOOK_EVERY_MS, signal);
  }
}

/**
 * As `findLostRent`, for a launch: it has to stop, and the state to know of the doubt, where nothing can be found out.
 * @throws RentUnconfirmed
 */
export async function clearUp(operation: Operation, doubt: Doubt): Promise<InstanceRecord | undefined> {
  try {
    return await findLostRent(operation, doubt);
  } catch (error) {
    throw new RentUnconfirmed(
      doubt.label,
      doubt.sentAt,
      error instanceof Error ? error : new Error(String(error)),
    );
  }
}

export function lostForGood(label: string, cause: unknown): ProviderError {
  const said = cause instanceof Error ? ` (${cause.message})` : "";
  return new ProviderError(
    "ANSWER_LOST",
    `The answer to a rent was lost, and the account's instances cannot be looked through${said}. A machine labelled ` +
      `"${label}" may be running and billed: look for that label in the service's console, destroy it there if you find ` +
      "it, then run the command again.",
    { cause },
  );
}
