import { z } from "zod";
import { canonicalJson } from "../validation/canonical-json";
import type { CheckFailure } from "../validation/check-failure";
import { addFailures } from "../validation/failure-issues";
import { customTypes } from "../validation/has-types";
import { spelledForService } from "../offer/offer-defaults";
import type { OfferFilters } from "../offer/offer-query";
import { checkOfferQuery, normalizeOfferQuery } from "../offer/offer-query-schema";
import { containsUnknown, isUnknown } from "../validation/unknown";

/** `extraFilters`: filters without a query around them, checked and normalized as an offer query's are. */
export const extraFiltersSchema = z
  .custom<OfferFilters>((filters) => !isUnknown(filters))
  .superRefine((filters, context) => {
    addFailures(filterFailures(filters), "extraFilters", filters, context);
  })
  .register(customTypes, { type: "object" })
  .transform((filters) => (containsUnknown(filters) ? filters : normalizeOfferQuery({ filters }).filters));

function filterFailures(filters: unknown): CheckFailure[] {
  return checkOfferQuery({ filters }, "").map(({ property, reason }) => ({
    property: property.replace("filters", "extraFilters"),
    reason: reason.replaceAll("`filters", "`extraFilters"),
  }));
}

/** One text for filters of equal meaning, "EU" as its countries; filters of an unknown form compare by their JSON. */
export function canonicalFilters(filters: OfferFilters): string {
  const isKnownForm = checkOfferQuery({ filters }, "").length === 0;
  return canonicalJson(isKnownForm ? spelledForService(normalizeOfferQuery({ filters }).filters) : filters);
}
