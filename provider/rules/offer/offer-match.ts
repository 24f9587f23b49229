import { isOfferField } from "./offer-fields";
import { filterRules } from "./offer-filter-canonical";
import { describeRule, satisfies, type FilterRule, type OfferValue } from "./offer-operators";
import type { OfferFilters } from "./offer-query";
import { offerValue } from "./offer-value";
import type { Offer } from "./offer";

/** A rule that an offer breaks. */
export interface BrokenRule extends FilterRule {
  readonly value: OfferValue;
}

/** A rule that an offer breaks, in words. */
export interface Mismatch {
  readonly field: string;
  /** ">= 24000", "one of RTX 4090, RTX 3090" */
  readonly rule: string;
  /** what the offer shows instead */
  readonly value: OfferValue;
}

/** Every rule that an offer breaks. A field that the offer does not show breaks none. */
export function brokenRules(filters: OfferFilters, offer: Offer, nowSeconds?: number): BrokenRule[] {
  return filterRules(filters).flatMap((rule) => {
    const value = isOfferField(rule.field) ? offerValue(rule.field, offer, nowSeconds) : undefined;
    return value === undefined || satisfies(value, rule) ? [] : [{ ...rule, value }];
  });
}

/**
 * Filters again on our side: what of `filters` an offer breaks, empty where it fits. A field that the offer does not
 * show excludes nothing, because the service has filtered by it already, or does not know it. Defaults are not added.
 * @param nowSeconds epoch seconds; without it an offer that shows only `endDate` is not checked for `duration`
 */
export function mismatches(filters: OfferFilters, offer: Offer, nowSeconds?: number): Mismatch[] {
  return brokenRules(filters, offer, nowSeconds).map((broken) => ({
    field: broken.field,
    rule: describeRule(broken),
    value: broken.value,
  }));
}
