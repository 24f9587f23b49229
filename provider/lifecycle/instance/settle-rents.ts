import { hasCode, ProviderError } from "../../errors";
import { shortDuration } from "../../rules/instance/progress-line";
import { settledAt } from "../../rules/instance/unconfirmed-rent";
import type { UnconfirmedRent } from "../../state/unconfirmed-rent";
import type { Operation } from "../session/operation";
import { describeRetry } from "../session/retry-status";
import { POLL_MS, pollUnconfirmed } from "../session/unconfirmed-rents";
import { isTransient } from "../session/destroy";
import { duration } from "../session/rented-machine";

/** The least time for a poll, in ms. */
const POLL_RESERVE_MS = 1000;

/** What settling needs, in an operation or in `recover`. */
export type Settling = Pick<Operation, "session" | "report" | "signal" | "deadline">;

/**
 * Waits until it is certain that no rent of these can show up any more, and destroys what shows up until then.
 *
 * @throws ANSWER_LOST when the deadline passes first, or there is no list; DESTROY_FAILED
 */
export async function settleRents(operation: Settling, rents: readonly UnconfirmedRent[]): Promise<void> {
  const { session, deadline, signal, report } = operation;
  const { clock, serviceTime } = session;
  let open = [...rents];
  let trouble: Error | undefined;
  while (open.length > 0) {
    try {
      open = await pollUnconfirmed(session, open, { deadline, signal, report });
      trouble = undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (hasCode(error, "DESTROY_FAILED")) throw error;
      if (!isTransient(error)) throw stillOpen(open, error instanceof Error ? error : undefined);
      trouble = error instanceof Error ? error : new Error(String(error));
    }
    if (open.length === 0) return;
    const leftMs = Math.max(0, Math.max(...open.map(settledAt)) - serviceTime.now());
    report.status(
      trouble === undefined
        ? `lost answer: ${shortDuration(leftMs)} left, polling: the rent may still be carried out`
        : describeRetry("lost answer", trouble, deadline - clock.now()),
    );
    const untilSettled = leftMs > 0 ? leftMs : POLL_MS;
    await clock.sleep(Math.min(POLL_MS, untilSettled, Math.max(0, deadline - clock.now())), signal);
    // A poll without time left would only fail, and hide why the outcome is not known.
    if (clock.now() >= deadline - POLL_RESERVE_MS) throw stillOpen(open, trouble, leftMs);
  }
}

function stillOpen(
  open: readonly UnconfirmedRent[],
  trouble: Error | undefined,
  leftMs?: number,
): ProviderError {
  const labels = open.map(({ label }) => `"${label}"`).join(" and ");
  if (hasCode(trouble, "UNSUPPORTED")) {
    return new ProviderError(
      "ANSWER_LOST",
      `The answer to a rent was lost, and this deployment has no list of instances to tell whether a machine labelled ` +
        `${labels} is running and billed. Search for that label in the service's console and destroy what carries it, then take ` +
        "the resource out of the state with `pulumi state delete`.",
      { cause: trouble },
    );
  }
  const why =
    trouble !== undefined
      ? `the account's instances cannot be listed (${trouble.message})`
      : `for another ${duration(leftMs ?? 0)} the service may still carry it out`;
  return new ProviderError(
    "ANSWER_LOST",
    `Whether a machine labelled ${labels} was rented is not known: the answer was lost, and ${why}. The state keeps it, so ` +
      "nothing is forgotten. Run the command again later, or give it more time with `customTimeouts`.",
    { cause: trouble },
  );
}
