import { ProviderError } from "../../errors";
import { orderOffers } from "./offer-choice";
import { withDefaults } from "./offer-defaults";
import { OFFER_FIELDS, isOfferField } from "./offer-fields";
import { filterRules } from "./offer-filter-canonical";
import { mismatches } from "./offer-match";
import { satisfies } from "./offer-operators";
import type { OfferFilters, OfferQuery } from "./offer-query";
import type { FoundOffers } from "./offer-search-request";
import { offerValue } from "./offer-value";
import type { Offer } from "./offer";

/** What offers are compared with in addition to the query. */
export interface FitOptions {
  /** GB that an offer must have free */
  readonly disk: number;
  /** epoch seconds */
  readonly nowSeconds: number;
}

/**
 * The offers of a search that fit its query, best first: filtered again on our side, safe defaults included, with room
 * for the disk. An offer that does not show a field which the service did not filter by is left out where the query
 * names that field, because nothing proves that it matches; a safe default of ours excludes none this way.
 *
 * @throws UNSUPPORTED where the query names a filter that the service refuses and that none of its offers shows
 */
export function offersThatFit(
  query: OfferQuery,
  found: FoundOffers,
  { disk, nowSeconds }: FitOptions,
): Offer[] {
  const ours = found.unfiltered.filter((field) => excludesAnything(query.filters, field));
  const isShown = (field: string, offer: Offer): boolean => proof(field, offer, nowSeconds) !== undefined;
  const silent = ours.filter((field) => !found.offers.some((offer) => isShown(field, offer)));
  if (silent.length > 0 && found.offers.length > 0) throw notProvable(silent);
  const filters = withDefaults(query.filters);
  const fits = (offer: Offer): boolean =>
    (offer.diskSpace ?? disk) >= disk &&
    ours.every((field) => isShown(field, offer)) &&
    mismatches(filters, offer, nowSeconds).length === 0;
  return orderOffers(query, found.offers.filter(fits), found.isOrdered);
}

/** `{ in: [true, false] }` removes a default and requests nothing that would need proof. */
function excludesAnything(filters: OfferFilters, field: string): boolean {
  const rules = filterRules(filters).filter((rule) => rule.field === field);
  if (rules.length === 0) return false;
  const isFlag = isOfferField(field) && OFFER_FIELDS[field].kind === "boolean";
  return !isFlag || ![true, false].every((value) => rules.every((rule) => satisfies(value, rule)));
}

/** A price for another disk than the rented one proves nothing. */
function proof(field: string, offer: Offer, nowSeconds: number): unknown {
  if (field === "dphTotal" && offer.isPricedForDisk === false) return undefined;
  return isOfferField(field) ? offerValue(field, offer, nowSeconds) : undefined;
}

function notProvable(fields: readonly string[]): ProviderError {
  const names = fields.map((field) => `\`${field}\``).join(", ");
  const them = fields.length === 1 ? "it" : "them";
  const price = fields.includes("dphTotal")
    ? " Instead of `dphTotal`, an instance can have `maxHourlyPriceUsd`, which is verified after renting."
    : "";
  return new ProviderError(
    "UNSUPPORTED",
    `Could not search for offers by ${names}: the service refuses to filter by ${them} and its offers do not show ` +
      `${them}, so no offer can be proved to match, and none is rented. Leave ${names} out of the query's \`filters\` ` +
      `and of the template's \`extraFilters\`, or name machines by \`offerIds\`.${price}`,
  );
}
