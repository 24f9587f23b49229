import { isOfferField, type OfferField } from "./offer-fields";
import type { OfferOrderField, OfferQuery, OrderDirection } from "./offer-query";
import type { OfferValue } from "./offer-operators";
import { compareVersions } from "./offer-operators";
import { OFFER_FIELDS } from "./offer-fields";
import { offerValue } from "./offer-value";
import type { Offer } from "./offer";

type Order = readonly (readonly [OfferOrderField, OrderDirection])[];

/** The price that offers are compared by: of a bid its minimum, of a rental its total. */
const PRICE: Readonly<Record<"ondemand" | "bid", Order>> = {
  ondemand: [["dphTotal", "asc"]],
  bid: [
    ["minBid", "asc"],
    ["dphTotal", "asc"],
  ],
};

/**
 * Offers in the order in which they are to be tried: by the query's `orderBy`, ties by price, then by id, so that one
 * market gives one order. An offer that does not show a field comes after those that do. A copy: `offers` stays.
 */
export function orderOffers(query: OfferQuery, offers: readonly Offer[]): Offer[] {
  const order: Order = [...(query.orderBy ?? []), ...PRICE[query.type ?? "ondemand"]];
  return offers.toSorted((left, right) => {
    for (const [field, direction] of order) {
      const difference = compareField(field, direction, left, right);
      if (difference !== 0) return difference;
    }
    return left.id - right.id;
  });
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
