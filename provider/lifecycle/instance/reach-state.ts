import { ProviderError } from "../../errors";
import type { InstanceRecord } from "../../rules/instance/instance-record";
import type { TargetState } from "../../rules/instance/target-state";
import type { Operation } from "../session/operation";

/**
 * Starts or stops a machine, and waits until the service shows it so.
 *
 * @param onRecord called with every record that the service shows meanwhile
 * @throws START_REFUSED, NOT_FOUND, NOT_READY
 */
export async function reachState(
  operation: Operation,
  instanceId: number,
  state: TargetState,
  onRecord: (record: InstanceRecord) => void,
): Promise<void> {
  const { session, signal, deadline, report } = operation;
  const answer = await session.client.setInstanceState(instanceId, state, { signal, deadline });
  if (answer === "queued") throw await startRefused(operation, instanceId);
  const wanted = state === "running" ? ["running"] : ["stopped", "exited"];
  for (let isFirst = true; ; isFirst = false) {
    const record = await session.poller.change(instanceId, { signal, isFirst });
    if (record === undefined) {
      throw new ProviderError(
        "NOT_FOUND",
        `Instance ${String(instanceId)} is gone. Run \`pulumi refresh\` to bring the state up to date.`,
      );
    }
    onRecord(record);
    if (record.actualStatus !== undefined && wanted.includes(record.actualStatus)) return;
    report.status(
      `${state === "running" ? "starting" : "stopping"}: the service shows "${record.actualStatus ?? ""}"`,
    );
    if (session.clock.now() >= deadline) {
      throw new ProviderError(
        "NOT_READY",
        `Instance ${String(instanceId)} was asked to be ${state}, but still shows ${record.actualStatus ?? "no status"} when ` +
          "the time for the update is up. Run `pulumi refresh` to see its state, or give it more time with customTimeouts.",
      );
    }
  }
}

/** A queued start would be billed as soon as a GPU becomes free. */
async function startRefused({ session, deadline }: Operation, instanceId: number): Promise<ProviderError> {
  const taken = await session.client
    .setInstanceState(instanceId, "stopped", { deadline })
    .catch((error: unknown) => error);
  if (taken instanceof Error) {
    return new ProviderError(
      "START_REFUSED",
      `Instance ${String(instanceId)} cannot start now, and the start that the service queued could not be cancelled ` +
        `(${taken.message}): it may start, and be billed, whenever a GPU becomes free. Run the command again, or stop ` +
        "the instance in the service's console.",
      { cause: taken },
    );
  }
  return new ProviderError(
    "START_REFUSED",
    `Instance ${String(instanceId)} cannot start: its machine has no free GPU now. The start that the service had ` +
      "queued was cancelled. Run the command again later, or replace the instance (`pulumi up --replace`).",
  );
}
