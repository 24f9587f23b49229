import { hasCode, ProviderError } from "../../errors";
import type { InstanceRecord } from "../../rules/instance-record";
import type { Session } from "../session";

/** How soon a destroyed machine is looked at, and how long one that still shows is left before it is told again (ms). */
const CONFIRM_AFTER_MS = 2000;
const TELL_AGAIN_MS = 30_000;
/** The same, when the process is about to end. */
const TELL_AGAIN_LAST_MS = 5000;

/** Whether the service shows an instance as one that is no longer held or billed. */
export function isReleased(record: InstanceRecord | undefined): boolean {
  return record === undefined || record.curState === "unloaded" || record.actualStatus === "destroyed";
}

/**
 * Destroys an instance and reads until it is gone. Told again where it still shows after a while: an answer of success
 * alone is not believed.
 *
 * @param options.isLast nobody can record the machine any more: ahead of pacing
 * @returns "gone" where the service did not know the instance at the first call
 * @throws DESTROY_FAILED when the deadline (clock ms) passes first
 */
export async function destroyAndConfirm(
  session: Session,
  instanceId: number,
  { deadline, signal, isLast = false }: { deadline: number; signal?: AbortSignal; isLast?: boolean },
): Promise<"destroyed" | "gone"> {
  let isFirst = true;
  let last: unknown;
  while (isFirst || session.clock.now() < deadline) {
    try {
      const answer = await (isLast && isFirst
        ? session.lastDestroys.destroy(instanceId)
        : session.client.destroyInstance(instanceId, { deadline, signal }));
      if (answer === "gone" && isFirst) return "gone";
      isFirst = false;
      const tellAgainAt = session.clock.now() + (isLast ? TELL_AGAIN_LAST_MS : TELL_AGAIN_MS);
      if (await isConfirmed(session, instanceId, Math.min(deadline, tellAgainAt), signal)) return "destroyed";
    } catch (error) {
      signal?.throwIfAborted();
      isFirst = false;
      if (!isPassing(error)) throw destroyFailed(instanceId, error);
      last = error;
      await session.clock.sleep(CONFIRM_AFTER_MS, signal);
    }
  }
  throw destroyFailed(instanceId, last);
}

async function isConfirmed(
  session: Session,
  instanceId: number,
  until: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  for (let isFirst = true; isFirst || session.clock.now() < until; isFirst = false) {
    if (isReleased(await session.watch.change(instanceId, { signal, isFirst }))) return true;
  }
  return false;
}

/** Worth another try within the deadline. */
export function isPassing(error: unknown): boolean {
  return hasCode(error, "RATE_LIMITED", "UNREACHABLE", "SERVICE_ERROR", "UNEXPECTED_REPLY", "ANSWER_LOST");
}

function destroyFailed(instanceId: number, cause: unknown): ProviderError {
  const said =
    cause instanceof Error ? cause.message : "the service accepted the call, but still shows the instance.";
  return new ProviderError(
    "DESTROY_FAILED",
    `Instance ${String(instanceId)} could not be destroyed and is still billed: ${said} Run the command again, or destroy ` +
      "the instance in the service's console.",
    { cause },
  );
}
