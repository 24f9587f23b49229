import type { Offer } from "./offer";

/** Hours in the month that storage is priced by. Source: the service's replies (`storage_total_cost`). */
const HOURS_A_MONTH = 720;

/** How an offer would be rented. */
export interface Rental {
  /** GB */
  readonly disk: number;
  /** The bid in $/h for the machine without disk; left out for a fixed price. */
  readonly bid?: number | undefined;
  /**
   * GB that the offer's own total was asked for.
   * @default `disk`
   */
  readonly allocatedStorage?: number | undefined;
}

/**
 * What renting an offer costs in all, in $/h, disk included, bandwidth not; undefined where the offer shows no price.
 * A bid whose storage price is not shown counts the bid alone, so it is the least that will be paid.
 */
export function hourlyPrice(offer: Offer, rental: Rental): number | undefined {
  const { disk, bid, allocatedStorage = disk } = rental;
  const storage = storagePrice(offer, disk, allocatedStorage);
  if (bid !== undefined) return bid + (storage ?? 0);
  const { dphTotal, dphBase } = offer;
  if (dphTotal !== undefined && allocatedStorage === disk) return dphTotal;
  return dphBase === undefined || storage === undefined ? dphTotal : dphBase + storage;
}

/** $/h for the disk alone. */
function storagePrice(offer: Offer, disk: number, allocatedStorage: number): number | undefined {
  const { storageCost, storageTotalCost } = offer;
  if (storageCost !== undefined) return (storageCost * disk) / HOURS_A_MONTH;
  return allocatedStorage === disk ? storageTotalCost : undefined;
}

/** "$0.3512/h". */
export function formatPrice(dollarsPerHour: number): string {
  return `$${dollarsPerHour.toFixed(4)}/h`;
}
