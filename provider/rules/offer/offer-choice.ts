import { isOfferField, type OfferField } from "./offer-fields";
import type { OfferOrderField, OfferQuery, OrderDirection } from "./offer-query";
import type { OfferValue } from "./offer-operators";
import { compareVersions } from "./offer-operators";
import { OFFER_FIELDS } from "./offer-fields";
import { offerValue } from "./offer-value";
import type { FoundOffers } from "./offer-search-request";
import type { Offer } from "./offer";

type Order = readonly (readonly [OfferOrderField, OrderDirection])[];

/** The price that offers are compared by: the minimum of a bid, else the total. */
const PRICE: Readonly<Record<"ondemand" | "bid", Order>> = {
  ondemand: [["dphTotal", "asc"]],
  bid: [
    ["minBid", "asc"],
    ["dphTotal", "asc"],
  ],
};

/**
 * Offers in the order in which to try them: by the query's `orderBy`, ties by price, then by id, so that one
 * market gives one order. An offer that does not show a field comes after those that do. Returns a copy.
 *
 * @param isOrdered the service has ordered them as requested: its order is kept where the offers do not show what they were
 *   ordered by
 */
export function orderOffers(query: OfferQuery, offers: readonly Offer[], isOrdered = false): Offer[] {
  const price = PRICE[query.type ?? "ondemand"];
  const asked = query.orderBy ?? price.slice(0, 1);
  if (isOrdered && hiddenFields(asked, offers).length > 0) return [...offers];
  const order: Order = [...(query.orderBy ?? []), ...price];
  return offers.toSorted((left, right) => {
    for (const [field, direction] of order) {
      const difference = compareField(field, direction, left, right);
      if (difference !== 0) return difference;
    }
    return left.id - right.id;
  });
}

/**
 * Names the parts of `orderBy` that have no effect: the service refuses them and its offers do not show the fields.
 * undefined where all have.
 */
export function describeUnordered(query: OfferQuery, found: FoundOffers): string | undefined {
  const hidden =
    found.isOrdered || found.offers.length === 0 ? [] : hiddenFields(query.orderBy ?? [], found.offers);
  if (hidden.length === 0) return undefined;
  const names = hidden.map((field) => `\`${field}\``).join(", ");
  const isPriced = found.offers.some(({ dphTotal }) => dphTotal !== undefined);
  return (
    `The service does not order offers by ${names} and its offers do not show ${hidden.length === 1 ? "it" : "them"}: ` +
    (isPriced
      ? "the rest of `orderBy` counts, then the price."
      : "the rest of `orderBy` counts, then the offer's id.")
  );
}

function hiddenFields(order: Order, offers: readonly Offer[]): string[] {
  return order
    .map(([field]) => field)
    .filter((field) => !offers.some((offer) => shown(field, offer) !== undefined));
}

function compareField(field: OfferOrderField, direction: OrderDirection, left: Offer, right: Offer): number {
  const ours = shown(field, left);
  const theirs = shown(field, right);
  if (ours === undefined || theirs === undefined)
    return Number(ours === undefined) - Number(theirs === undefined);
  const difference = compareValues(field, ours, theirs);
  return direction === "asc" ? difference : -difference;
}

function shown(field: OfferOrderField, offer: Offer): OfferValue | undefined {
  return field === "score" ? offer.score : offerValue(field, offer);
}

function isVersion(field: string): field is OfferField {
  return isOfferField(field) && OFFER_FIELDS[field].kind === "version";
}

function compareValues(field: OfferOrderField, left: OfferValue, right: OfferValue): number {
  if (typeof left === "string" && typeof right === "string") {
    return isVersion(field) ? compareVersions(left, right) : Number(left > right) - Number(left < right);
  }
  return Number(left) - Number(right);
}
