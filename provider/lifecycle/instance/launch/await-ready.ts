import { ProviderError } from "../../../errors";
import { deliveryFaults, type DeliveryFault } from "../../../rules/instance/instance-delivery";
import { instancePhase } from "../../../rules/instance/instance-phase";
import { isReleased, type InstanceRecord } from "../../../rules/instance/instance-record";
import { progressLine, type Progress } from "../../../rules/instance/progress-line";
import { hourlyPrice } from "../../../rules/offer/rental-price";
import { DeadlinePassed, withinDeadline } from "../../session/deadline";
import type { Operation } from "../../session/operation";
import { isTransient } from "../../session/destroy";
import type { LaunchSpec } from "./launch-spec";
import type { Presence } from "../../session/instance-presence";
import { describeRetry } from "../../session/retry-status";
import { duration, type RentedMachine } from "../../session/rented-machine";

/** How waiting for a rented machine ended. */
export type Outcome =
  | { readonly kind: "ready"; readonly record: InstanceRecord }
  | { readonly kind: "finished"; readonly record: InstanceRecord; readonly reason: string }
  | { readonly kind: "failed"; readonly record?: InstanceRecord | undefined; readonly reason: string }
  | { readonly kind: "stuck"; readonly record?: InstanceRecord | undefined; readonly reason: string }
  | {
      readonly kind: "wrong";
      readonly record: InstanceRecord;
      readonly reason: string;
      readonly faults: readonly DeliveryFault[];
    };

/**
 * Waits until the machine is ready, and checks as soon as the service shows it whether it is what was requested.
 *
 * @param until clock ms after which a machine that is still loading counts as stuck
 * @param attempt the number of this machine in its launch, for the progress line
 * @throws the signal's reason; NOT_READY when the operation's own deadline passes; a refusal that is not transient
 */
export async function awaitReady(
  operation: Operation,
  spec: LaunchSpec,
  rental: RentedMachine,
  until: number,
  attempt?: number,
): Promise<Outcome> {
  const { session, signal, report, deadline } = operation;
  const { clock } = session;
  const begun = clock.now();
  let record: InstanceRecord | undefined;
  let seen = "has not shown up yet";
  for (;;) {
    let presence: Presence;
    try {
      presence = await withinDeadline(clock, operation, async (within) => poll(operation, rental, within));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DeadlinePassed) throw notReady(rental, seen, clock.now() - begun);
      if (!isTransient(error)) throw error;
      seen = `could not be read (${error instanceof Error ? error.message : String(error)})`;
      report.status(describeRetry("loading", error, deadline - clock.now()));
      // A failed read says nothing about the machine: it may have been running for long.
      continue;
    }
    if (presence.is === "gone") return { kind: "failed", reason: "is gone from the account" };
    if (presence.is === "unclear") seen = "is not shown by the service";
    else {
      record = presence.record;
      const verdict = judge(spec, rental, record);
      if ("kind" in verdict) return verdict;
      seen = verdict.reason;
      report.status(
        progressLine({
          phase: "loading",
          elapsedMs: shownTime(session.serviceTime.now() - rental.rentedAt),
          ...machineShown(rental, record),
          attempt: attempt === undefined ? undefined : { number: attempt, of: spec.attempts },
          detail: loadingDetail(verdict.reason),
        }),
      );
    }
    if (clock.now() >= deadline) throw notReady(rental, seen, clock.now() - begun);
    if (clock.now() >= until)
      return { kind: "stuck", record, reason: `${seen}, ${duration(clock.now() - begun)} long` };
  }
}

/** The machine as the next poll shows it. One that it does not show needs a second witness to be gone. */
async function poll(
  { session, deadline }: Operation,
  { instanceId, rentedAt }: RentedMachine,
  signal: AbortSignal,
): Promise<Presence> {
  const record = await session.poller.next(instanceId, { signal });
  return record !== undefined && !isReleased(record)
    ? { is: "there", record, isContradicted: false }
    : session.presence.afterRead(instanceId, record, { rentedAt, signal, deadline });
}

/** The result of one poll: an outcome, or why to keep waiting. */
export function judge(
  spec: LaunchSpec,
  rental: RentedMachine,
  record: InstanceRecord,
): Outcome | { readonly reason: string } {
  const { inputs } = spec;
  const faults = deliveryFaults(record, {
    gpuName: rental.offer?.gpuName,
    numGpus: rental.offer?.numGpus,
    hourlyUsd:
      rental.offer === undefined
        ? undefined
        : hourlyPrice(rental.offer, { disk: spec.disk, bid: inputs.price }),
    maxHourlyPriceUsd: inputs.maxHourlyPriceUsd,
    isBid: spec.rentalType === "bid",
    disk: spec.disk,
  });
  if (faults.length > 0) {
    return {
      kind: "wrong",
      record,
      faults,
      reason: `is not what was requested (${faults.map(({ reason }) => reason).join("; ")})`,
    };
  }
  const { phase, reason } = instancePhase(record, {
    runtype: spec.runtype,
    targetState: spec.targetState,
    waitFor: spec.waitFor,
    ports: inputs.ports,
    firstStart: true,
  });
  switch (phase) {
    case "ready":
      return { kind: "ready", record };
    case "finished-job":
      return { kind: "finished", record, reason };
    case "stopped":
      if (spec.targetState === "stopped") return { kind: "ready", record };
      return { kind: "failed", record, reason };
    case "failed":
      return { kind: "failed", record, reason };
    case "loading":
      return { reason };
  }
}

/** The row's first word is "loading" already. */
function loadingDetail(reason: string): string | undefined {
  const detail = reason.replace(/^is loading(?:: )?/, "");
  return detail === "" ? undefined : detail;
}

/** What a row shows of a machine: from its record, else from its offer. */
export function machineShown(
  { offer }: RentedMachine,
  record: InstanceRecord,
): Pick<Progress, "hourlyUsd" | "gpuName" | "numGpus"> {
  return {
    hourlyUsd: record.dphTotal,
    gpuName: record.gpuName ?? offer?.gpuName,
    numGpus: record.numGpus ?? offer?.numGpus,
  };
}

/** In steps: hundreds of rows that change with every poll are costly, and a log keeps every line. */
function shownTime(elapsedMs: number): number {
  const step = elapsedMs < 60_000 ? 5_000 : 30_000;
  return Math.floor(elapsedMs / step) * step;
}

function notReady(rental: RentedMachine, seen: string, elapsedMs: number): ProviderError {
  return new ProviderError(
    "NOT_READY",
    `Instance ${String(rental.instanceId)} was not ready when the time for the operation was up, ${duration(elapsedMs)} ` +
      `into its loading: it ${seen}. Give it more time with \`customTimeouts\`.`,
  );
}
