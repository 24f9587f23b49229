import { hasCode, ProviderError } from "../../errors";
import type { ServiceClient } from "../../client/service-client";
import { isReleased } from "../../rules/instance/instance-record";
import type { Clock } from "../../wire/clock";
import type { InstancePresence } from "./instance-presence";
import type { InstancePoller } from "./instance-poller";
import type { LastDestroys } from "./last-destroys";

/** How soon a failed destroy is sent again, and how long to wait for one that has no effect (ms). */
const AFTER_FAILURE_MS = 2000;
const SEND_AGAIN_MS = 30_000;
/** The same, when the process is about to end. */
const SEND_AGAIN_LAST_MS = 5000;

/** What destroying needs of a session. */
export interface DestroyContext {
  readonly clock: Clock;
  readonly client: Pick<ServiceClient, "destroyInstance">;
  readonly poller: Pick<InstancePoller, "change">;
  readonly presence: Pick<InstancePresence, "afterRead">;
  readonly lastDestroys: Pick<LastDestroys, "destroy">;
}

/** Options of a destroy. */
export interface DestroyOptions {
  /** clock ms */
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
  /** Nobody can record the machine any more: ahead of pacing. */
  readonly isLast?: boolean;
  /** ms of the service's time; undefined where it is not known, which means long ago */
  readonly rentedAt?: number | undefined;
}

/**
 * Destroys an instance and polls until two witnesses say that it is gone (`InstancePresence`). Sent again where it still
 * shows after a while: neither a success nor a "no such instance" is trusted alone.
 *
 * @throws DESTROY_FAILED when the deadline passes first
 */
export async function destroyAndConfirm(
  session: DestroyContext,
  instanceId: number,
  options: DestroyOptions,
): Promise<void> {
  const { deadline, signal, isLast = false } = options;
  const { clock } = session;
  let last: unknown;
  for (let isFirst = true; isFirst || clock.now() < deadline; isFirst = false) {
    try {
      const answer = await (isLast && isFirst
        ? session.lastDestroys.destroy(instanceId)
        : session.client.destroyInstance(instanceId, { deadline, signal }));
      // Within seconds the process is killed: where the service reports success, nothing more is awaited.
      const rentedAt = isLast && answer === "destroyed" ? undefined : options.rentedAt;
      const sendAgainAt = clock.now() + (isLast ? SEND_AGAIN_LAST_MS : SEND_AGAIN_MS);
      const until = Math.min(deadline, sendAgainAt);
      const doubt = await confirm(session, instanceId, until, answer === "destroyed", {
        ...options,
        rentedAt,
      });
      if (doubt === undefined) return;
      last = doubt;
    } catch (error) {
      signal?.throwIfAborted();
      if (!isTransient(error)) throw destroyFailed(instanceId, error);
      last = error;
      await clock.sleep(AFTER_FAILURE_MS, signal);
    }
  }
  throw destroyFailed(instanceId, last);
}

/** undefined once the machine is gone; else why that is not certain. */
async function confirm(
  session: DestroyContext,
  instanceId: number,
  until: number,
  isDestroyed: boolean,
  { signal, rentedAt }: DestroyOptions,
): Promise<Error | undefined> {
  let doubt: Error = new Error("the service still shows the instance.");
  for (let isFirst = true; isFirst || session.clock.now() < until; isFirst = false) {
    const record = await session.poller.change(instanceId, { signal, isFirst });
    if (record !== undefined && !isReleased(record)) continue;
    const question = { rentedAt, isDestroyed, deadline: until, signal };
    const presence = await session.presence.afterRead(instanceId, record, question);
    if (presence.is === "gone") return undefined;
    if (presence.is === "unclear") doubt = new Unclear(`it is no longer shown, but ${presence.why}.`);
  }
  return doubt;
}

/** The machine may be gone, but nothing proves it. */
class Unclear extends Error {}

/** Worth a retry within the deadline. */
export function isTransient(error: unknown): boolean {
  return hasCode(error, "RATE_LIMITED", "UNREACHABLE", "SERVICE_ERROR", "UNEXPECTED_REPLY", "ANSWER_LOST");
}

function destroyFailed(instanceId: number, cause: unknown): ProviderError {
  const said = cause instanceof Error ? cause.message : "the service did not answer in time.";
  const billed = cause instanceof Unclear ? "for certain and may still be billed" : "and is still billed";
  return new ProviderError(
    "DESTROY_FAILED",
    `Instance ${String(instanceId)} could not be destroyed ${billed}: ${said} Run the command again, or destroy the instance ` +
      "in the service's console.",
    { cause },
  );
}
