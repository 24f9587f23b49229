import type { Offer } from "./offer";

/** Hours in the month that storage is priced by. Source: the service's replies (`storage_total_cost`). */
export const HOURS_A_MONTH = 720;

/** How an offer would be rented. */
export interface PriceTerms {
  /** GB; what the offer was searched for */
  readonly disk: number;
  /** The bid in $/h for the machine without disk; left out for a fixed price. */
  readonly bid?: number | undefined;
}

/**
 * What renting an offer costs in total, in $/h, disk included, bandwidth not; undefined where the offer shows too little
 * to tell.
 */
export function hourlyPrice(offer: Offer, terms: PriceTerms): number | undefined {
  const storage = storagePrice(offer, terms.disk);
  if (terms.bid !== undefined) return storage === undefined ? undefined : terms.bid + storage;
  const { dphTotal, dphBase } = offer;
  if (dphTotal !== undefined && offer.isPricedForDisk !== false) return dphTotal;
  return dphBase === undefined || storage === undefined ? undefined : dphBase + storage;
}

/**
 * The least that renting an offer costs in total, in $/h: where the price with the disk is not known, what the offer
 * shows without it, or with the least disk. undefined where the offer shows no price.
 */
export function leastHourlyPrice(offer: Offer, terms: PriceTerms): number | undefined {
  return hourlyPrice(offer, terms) ?? terms.bid ?? offer.dphTotal;
}

/**
 * An offer of a search without the disk: its totals are computed for the disk, or
 * marked as being for another where the offer shows too little.
 *
 * @param disk GB
 */
export function pricedForDisk(offer: Offer, disk: number): Offer {
  const { storageTotalCost: _ofOtherDisk, ...rest } = offer;
  const unpriced = { ...rest, isPricedForDisk: false };
  const storageTotalCost = storagePrice(unpriced, disk);
  const dphTotal = hourlyPrice(unpriced, { disk });
  return storageTotalCost === undefined || dphTotal === undefined
    ? unpriced
    : { ...rest, dphTotal, storageTotalCost };
}

/** $/h for the disk alone. */
function storagePrice(offer: Offer, disk: number): number | undefined {
  const { storageCost, storageTotalCost, isPricedForDisk } = offer;
  if (storageCost !== undefined) return (storageCost * disk) / HOURS_A_MONTH;
  return isPricedForDisk === false ? undefined : storageTotalCost;
}

/** "$0.3512/h", or "from $0.3512/h" where that is the least; undefined where the offer shows no price. */
export function describePrice(offer: Offer, terms: PriceTerms): string | undefined {
  const exact = hourlyPrice(offer, terms);
  if (exact !== undefined) return formatPrice(exact);
  const least = leastHourlyPrice(offer, terms);
  return least === undefined ? undefined : `from ${formatPrice(least)}`;
}

/** As `formatPrice`, rounded up: a limit that is set to it lets the offer through. */
export function formatPriceUp(dollarsPerHour: number): string {
  return formatPrice(Math.ceil(Number((dollarsPerHour * 10_000).toFixed(4))) / 10_000);
}

/** "$0.3512/h". */
export function formatPrice(dollarsPerHour: number): string {
  return `$${dollarsPerHour.toFixed(4)}/h`;
}
