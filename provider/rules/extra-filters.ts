import { custom, type Rule } from "./argument-rules";
import type { OfferFilters } from "./offer-query";
import { checkOfferQuery, normalizeOfferQuery } from "./offer-query-schema";
import { containsUnknown } from "./unknown";
import { canonicalJson } from "./canonical-json";

/** Filters by themselves, without a query around them, checked and normalised as an offer query's are. */
export function extraFiltersRule(): Rule<OfferFilters> {
  return custom((value, path, findings) => {
    const inQuery = `${path}.filters`;
    const failures = checkOfferQuery({ filters: value }, path).map(({ property, reason }) => ({
      property: property.replace(inQuery, path),
      reason: reason.replaceAll(inQuery, path),
    }));
    findings.addAll(failures);
    if (failures.length > 0 || containsUnknown(value)) return value;
    return normalizeOfferQuery({ filters: value }).filters;
  });
}

/** One text for filters of one meaning; filters of a form that we do not know compare by their JSON. */
export function canonicalFilters(filters: OfferFilters): string {
  const isKnownForm = checkOfferQuery({ filters }, "").length === 0;
  return canonicalJson(isKnownForm ? normalizeOfferQuery({ filters }).filters : filters);
}
