import { withDefaults } from "./offer-defaults";
import { OFFER_FIELDS, isOfferField } from "./offer-fields";
import { canonicalFilters, filterRules } from "./offer-filter-canonical";
import { describeOfferValue, describeRule, satisfies, type OfferValue } from "./offer-operators";
import type { OfferQuery } from "./offer-query";
import { offerValue } from "./offer-value";
import type { Offer } from "./offer";

/** What is kept of an offer when it is rented: by field name, as filters spell the value. */
export type RecordedOffer = Readonly<Record<string, OfferValue>>;

/** A rule of a query that the rented machine breaks. */
export interface Excluded {
  readonly field: string;
  /** what was recorded at the rent */
  readonly has: OfferValue;
  /** ">= 4" */
  readonly needs: string;
}

/**
 * What to keep of an offer that was rented, so that a later query can be compared with it: the fields that filters can
 * name, except for those that only describe that moment (`id`, `rentable`, `duration`, `minBid`, …), and for
 * a price for another disk than the rented one.
 */
export function recordOffer(offer: Offer): Record<string, OfferValue> {
  const fields = Object.keys(OFFER_FIELDS).filter(
    (field) => isOfferField(field) && OFFER_FIELDS[field].isRecorded,
  );
  return Object.fromEntries(
    fields.flatMap((field) => {
      const isOfOtherDisk = field === "dphTotal" && offer.isPricedForDisk === false;
      const value = isOfferField(field) && !isOfOtherDisk ? offerValue(field, offer) : undefined;
      return value === undefined ? [] : [[field, value] as const];
    }),
  );
}

/**
 * The rules of a query, safe defaults included, that the rented machine breaks by what was recorded when it was
 * rented. A field that was not recorded excludes nothing.
 */
export function excludedByRecord(query: OfferQuery, recorded: Readonly<Record<string, unknown>>): Excluded[] {
  return filterRules(withDefaults(query.filters)).flatMap((rule) => {
    const has = recordedValue(recorded, rule.field);
    return has === undefined || satisfies(has, rule)
      ? []
      : [{ field: rule.field, has, needs: describeRule(rule) }];
  });
}

/** The fields that a query names and that were not recorded: whether they exclude the machine is not known. */
export function unrecordedFields(query: OfferQuery, recorded: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(canonicalFilters(query.filters)).filter(
    (field) => recordedValue(recorded, field) === undefined,
  );
}

function recordedValue(recorded: Readonly<Record<string, unknown>>, field: string): OfferValue | undefined {
  const value = isOfferField(field) && OFFER_FIELDS[field].isRecorded ? recorded[field] : undefined;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : undefined;
}

/** "numGpus: the rented machine has 1, the query now needs >= 4". */
export function describeExcluded({ field, has, needs }: Excluded): string {
  return `${field}: the rented machine has ${describeOfferValue(field, has)}, the query now needs ${needs}`;
}
