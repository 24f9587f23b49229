import type { Offer } from "../../rules/offer/offer";
import type { InstanceRecord } from "../../rules/instance/instance-record";
import type { ServiceTime } from "../../wire/service-time";

/** A machine that was rented and is billed until it is destroyed. */
export interface RentedMachine {
  readonly instanceId: number;
  /** The offer that was accepted; undefined where the machine was found by its token. */
  readonly offer?: Offer | undefined;
  /** The label of the rent. */
  readonly label: string;
  /** ms of the service's time */
  readonly rentedAt: number;
}

/** When a listed machine was rented, as its record says, or `now`; both in ms of the service's time. */
export function listedRentedAt({ startDate }: InstanceRecord, now: number): number {
  return startDate === undefined ? now : startDate * 1000;
}

/** A rented machine found in the account's list. `now` is ms of the service's time. */
export function rentedMachineOf(record: InstanceRecord, now: number): RentedMachine {
  const rentedAt = Math.min(now, listedRentedAt(record, now));
  return { instanceId: record.id, label: record.label ?? "", rentedAt };
}

/** " after 4 min; it cost at most $0.0234": for a sentence on a discarded machine. */
export function spentSince(
  time: Pick<ServiceTime, "now">,
  rental: RentedMachine,
  dphTotal: number | undefined,
): string {
  const spent = atMostSpent(time, rental, dphTotal);
  const elapsed = duration(Math.max(0, time.now() - rental.rentedAt));
  return ` after ${elapsed}${spent === undefined ? "" : `; it cost ${spent}`}`;
}

/** "at most $0.0234", as if it had run since it was rented; undefined where no price is known. */
export function atMostSpent(
  time: Pick<ServiceTime, "now">,
  rental: RentedMachine,
  dphTotal: number | undefined,
): string | undefined {
  const promised = rental.offer?.isPricedForDisk === false ? undefined : rental.offer?.dphTotal;
  const rate = dphTotal ?? promised;
  if (rate === undefined) return undefined;
  const hours = Math.max(0, time.now() - rental.rentedAt) / 3_600_000;
  return `at most $${(rate * hours).toFixed(4)}`;
}

/** "45 s", "4 min 10 s", "2 h 5 min" */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${String(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${String(minutes)} min ${String(seconds % 60)} s`;
  return `${String(Math.floor(minutes / 60))} h ${String(minutes % 60)} min`;
}
