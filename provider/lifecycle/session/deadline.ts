import { ProviderError } from "../../errors";
import type { Clock } from "../../wire/clock";
import type { Operation } from "./operation";

/** Grace after a call's deadline, in ms: to return what is still rented, and for the work that ends a launch. */
const GRACE_MS = 30_000;
const LAST_WORK_MS = 25_000;

/** Whatever still waits at an operation's last moment ends: what is rented by then is returned to the engine. */
export function timeIsOver(): ProviderError {
  return new ProviderError(
    "CANCELLED",
    "The time for the operation is over. Run the command again, or give it more time with `customTimeouts`.",
  );
}

/** The deadline (clock ms) of the work that ends an operation: discarding, confirming, searching for a lost rent. */
export function lastWorkBy({ deadline }: Pick<Operation, "deadline">): number {
  return deadline + LAST_WORK_MS;
}

/** When (clock ms) whatever still waits is ended. */
export function lastMoment({ deadline }: Pick<Operation, "deadline">): number {
  return deadline + GRACE_MS;
}

/** What `withinDeadline` rejects with. */
export class DeadlinePassed extends Error {
  override readonly name = "DeadlinePassed";
}

/** Runs something with a signal that is also aborted at a deadline (clock ms), with `reason`. */
export async function withinDeadline<T>(
  clock: Clock,
  { signal, deadline }: { readonly signal?: AbortSignal | undefined; readonly deadline: number },
  work: (signal: AbortSignal) => Promise<T>,
  reason: Error = new DeadlinePassed("the time for the operation is over"),
): Promise<T> {
  const late = new AbortController();
  const done = new AbortController();
  const wake = signal === undefined ? done.signal : AbortSignal.any([signal, done.signal]);
  clock.sleep(Math.max(0, deadline - clock.now()), wake).then(
    () => late.abort(reason),
    () => undefined,
  );
  try {
    return await work(signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]));
  } finally {
    done.abort(new Error("done"));
  }
}
