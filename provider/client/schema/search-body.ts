import type { OfferSearch } from "../service-client";
import { toWireFilters } from "./filters";
import { toWireName } from "./wire-names";

/** The filters that the interface document names. */
const PLAIN_FILTERS: ReadonlySet<string> = new Set([
  "gpu_name",
  "num_gpus",
  "reliability",
  "gpu_ram",
  "verified",
  "rentable",
]);

/** So many, where the service cannot filter and order as asked and the caller does. */
const PLAIN_LIMIT = 1_000;

/** The body of a search with everything the public reference knows. */
export function toSearchBody(search: OfferSearch): Record<string, unknown> {
  return {
    ...toWireFilters(search.filters),
    type: search.type,
    order: search.orderBy.map(([field, direction]) => [toWireName(field), direction]),
    limit: search.limit,
    allocated_storage: search.allocatedStorage,
  };
}

/** Only what the interface document has, for a deployment that refuses the rest. */
export function toPlainSearchBody(search: OfferSearch): Record<string, unknown> {
  const filters = Object.entries(toWireFilters(search.filters)).filter(([field]) => PLAIN_FILTERS.has(field));
  return { ...Object.fromEntries(filters), type: search.type, limit: PLAIN_LIMIT };
}
