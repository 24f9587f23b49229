import { hasCode, ProviderError } from "../../errors";
import type { InstanceRecord } from "../../rules/instance-record";
import { parseLaunchLabel } from "../../rules/launch-token";
import { isPassing, isReleased } from "./destroy";
import type { Operation } from "../operation";
import type { Session } from "../session";
import type { Order } from "./order";

/** How long after an accept was given up on its machine may still show in the account's list, in ms. */
const LATE_RENT_MS = 60_000;
/** How often the list is looked at while a lost answer is being cleared up, in ms. */
const LOOK_EVERY_MS = 5000;

/**
 * What live instances say of this launch before it begins: its own machine, where an earlier call rented one, or
 * machines that an interrupted launch of the same resource left behind.
 */
export interface Findings {
  /** undefined: the deployment has no list of instances to look at. */
  readonly own?: InstanceRecord | undefined;
  readonly orphans: readonly InstanceRecord[];
  readonly hasList: boolean;
}

export async function findBefore(session: Session, order: Order, signal: AbortSignal): Promise<Findings> {
  try {
    const { instances } = await session.snapshots.list({ maxAgeMs: 30_000 }, { signal });
    const mine = parseLaunchLabel(`x-${order.token}.1`)?.key;
    const marked = [...instances.values()].flatMap((record) => {
      const mark = record.label === undefined ? undefined : parseLaunchLabel(record.label);
      return mark?.key === mine && mark !== undefined && !isReleased(record)
        ? [{ record, token: mark.token }]
        : [];
    });
    const own = marked.find(({ token }) => token === order.token)?.record;
    const strangers = marked.filter(
      ({ token }) => token !== order.token && !session.process.namedTokens.has(token),
    );
    // The list lags: a machine that was destroyed a moment ago may still be in it.
    const orphans = await Promise.all(
      strangers.map(async ({ record }) => session.client.getInstance(record.id, { signal })),
    );
    return {
      own,
      orphans: orphans.filter(
        (record): record is InstanceRecord => record !== undefined && !isReleased(record),
      ),
      hasList: true,
    };
  } catch (error) {
    if (hasCode(error, "UNSUPPORTED")) return { orphans: [], hasList: false };
    throw error;
  }
}

/**
 * The machine of a rent whose answer was lost, or undefined where none shows until the service can be taken to have
 * dropped the request: the time a request may take, and a minute.
 *
 * @throws ANSWER_LOST where the list cannot be read until then
 */
export async function findLostRent(
  operation: Operation,
  label: string,
  sentAt: number,
  requestMs: number,
): Promise<InstanceRecord | undefined> {
  const { session, signal, report } = operation;
  const until = sentAt + requestMs + LATE_RENT_MS;
  let lookedOnce = false;
  for (;;) {
    try {
      const { instances } = await session.snapshots.list(
        { begunAfter: session.clock.now() },
        { signal, deadline: until },
      );
      lookedOnce = true;
      const found = [...instances.values()].find((record) => record.label === label && !isReleased(record));
      if (found !== undefined) return found;
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error)) throw lostForGood(label, error);
    }
    if (session.clock.now() >= until) break;
    report.status("the answer to the rent was lost; looking for the machine among the account's instances");
    await session.clock.sleep(Math.min(LOOK_EVERY_MS, Math.max(1, until - session.clock.now())), signal);
  }
  if (lookedOnce) return undefined;
  throw lostForGood(label, undefined);
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
