import { canonicalFilters } from "./offer-filter-canonical";
import type { OfferFilters } from "./offer-query";

/**
 * A template's search filters under a query's own: merged by field, and where both have one the query's replaces it. A
 * template's filter on `verification` gives way to a query's on `verified`, and the other way round: they are the same.
 */
export function mergeTemplateFilters(
  extraFilters: Readonly<Record<string, unknown>> | OfferFilters | undefined,
  filters: OfferFilters,
): OfferFilters {
  const argument = canonicalFilters(filters);
  const { verified, verification, ...others } = canonicalFilters(extraFilters);
  const isNamed = argument["verified"] !== undefined || argument["verification"] !== undefined;
  return canonicalFilters({ ...others, ...(isNamed ? {} : { verified, verification }), ...argument });
}
