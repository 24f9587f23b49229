import type { InstanceRecord } from "./instance-record";
import { isSameGpu } from "../offer/offer-gpu-name";

/** What was requested, as far as it is known. What is undefined is not compared. */
export interface ExpectedMachine {
  readonly gpuName?: string | undefined;
  readonly numGpus?: number | undefined;
  /** $/h with the disk, as the offer promised; for a bid, the bid and the disk */
  readonly hourlyUsd?: number | undefined;
  /** $/h, the most that may be paid */
  readonly maxHourlyPriceUsd?: number | undefined;
  readonly isBid?: boolean | undefined;
  /** GB */
  readonly disk?: number | undefined;
}

export interface DeliveryFault {
  readonly field: "gpuName" | "numGpus" | "dphTotal" | "isBid" | "diskSpace";
  /** "numGpus: 2 requested, 1 delivered" */
  readonly reason: string;
}

/** A price may be this much above the offer's: the service rounds, and prices storage by the month. */
export const PRICE_TOLERANCE = 0.02;
/** Prices are shown with rounding; less than this is no difference, in $/h. */
export const PRICE_ROUNDING_USD = 0.0005;
/** The least part of the requested disk that counts as delivered. More disk is no fault of its own: the price decides. */
export const DISK_TOLERANCE = 0.95;

/** `NVIDIA GeForce RTX 4090` and `RTX 4090` are one model. */
function withoutMaker(name: string): string {
  return name
    .trim()
    .replace(/^nvidia[\s_]+/i, "")
    .replace(/^geforce[\s_]+/i, "");
}

function usd(amount: number): string {
  return `$${amount.toFixed(4)}/h`;
}

/**
 * The differences between a delivered machine and what was requested, one row each; empty where all is well. A field that the
 * record or the request lacks is no fault. The limit `maxHourlyPriceUsd` has no tolerance but rounding.
 */
export function deliveryFaults(record: InstanceRecord, expected: ExpectedMachine): DeliveryFault[] {
  const faults: DeliveryFault[] = [];
  const fault = (field: DeliveryFault["field"], asked: string, got: string): void => {
    faults.push({ field, reason: `${field}: ${asked}, ${got} delivered` });
  };
  const { gpuName, numGpus, dphTotal, isBid, diskSpace } = record;
  if (gpuName !== undefined && expected.gpuName !== undefined) {
    const isSame = isSameGpu(withoutMaker(gpuName), withoutMaker(expected.gpuName));
    if (!isSame) fault("gpuName", `${expected.gpuName} requested`, gpuName);
  }
  if (numGpus !== undefined && expected.numGpus !== undefined && numGpus !== expected.numGpus) {
    fault("numGpus", `${expected.numGpus} requested`, String(numGpus));
  }
  if (isBid !== undefined && expected.isBid !== undefined && isBid !== expected.isBid) {
    const named = (bid: boolean): string => (bid ? "interruptible" : "on-demand");
    fault("isBid", `${named(expected.isBid)} requested`, named(isBid));
  }
  if (dphTotal !== undefined) {
    const { hourlyUsd, maxHourlyPriceUsd } = expected;
    if (maxHourlyPriceUsd !== undefined && dphTotal > maxHourlyPriceUsd + PRICE_ROUNDING_USD) {
      fault("dphTotal", `at most ${usd(maxHourlyPriceUsd)} requested`, usd(dphTotal));
    } else if (hourlyUsd !== undefined && dphTotal > hourlyUsd * (1 + PRICE_TOLERANCE) + PRICE_ROUNDING_USD) {
      fault("dphTotal", `${usd(hourlyUsd)} requested`, usd(dphTotal));
    }
  }
  if (diskSpace !== undefined && expected.disk !== undefined && diskSpace < expected.disk * DISK_TOLERANCE) {
    fault("diskSpace", `${expected.disk} GB requested`, `${diskSpace} GB`);
  }
  return faults;
}

/** Whether two machines were wrong in the same fields: then the request is at fault, or the service, not the machine. */
export function sameWrongDelivery(left: readonly DeliveryFault[], right: readonly DeliveryFault[]): boolean {
  const fields = (faults: readonly DeliveryFault[]): string =>
    faults
      .map(({ field }) => field)
      .toSorted()
      .join();
  return left.length > 0 && fields(left) === fields(right);
}
