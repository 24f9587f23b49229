import type { Call } from "../engine/call";
import { lastMoment, timeIsOver, withinDeadline } from "./deadline";
import type { Operation } from "./operation";
import type { Session } from "./session";

/** How long an operation may take without `customTimeouts`, in ms. A read has the time of an update. */
export const DEFAULT_TIMEOUT_MS = {
  create: 60 * 60_000,
  update: 20 * 60_000,
  read: 20 * 60_000,
  delete: 15 * 60_000,
} as const;

/** Runs one operation on a resource, and ends whatever still waits when its time is over. */
export async function runOperation<T>(
  session: Session,
  call: Call,
  kind: keyof typeof DEFAULT_TIMEOUT_MS,
  work: (operation: Operation) => Promise<T>,
): Promise<T> {
  const { clock } = session;
  const deadline = clock.now() + (call.timeoutMs ?? DEFAULT_TIMEOUT_MS[kind]);
  const last = { signal: call.signal, deadline: lastMoment({ deadline }) };
  return withinDeadline(
    clock,
    last,
    async (signal) => work({ ...call, session, signal, deadline }),
    timeIsOver(),
  );
}
