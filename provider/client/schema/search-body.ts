import type { OfferSearch } from "../../rules/offer/offer-search-request";
import { toWireFilters } from "./filters";
import { toWireName } from "./wire-names";

/** The keys of a search that the API specification names. */
const PLAIN_KEYS: ReadonlySet<string> = new Set([
  "gpu_name",
  "num_gpus",
  "reliability",
  "gpu_ram",
  "verified",
  "rentable",
  "type",
  "limit",
]);

/** The limit where the service cannot filter and order as requested and the caller does. */
const PLAIN_LIMIT = 1_000;

/** The body of a search with every key of the public reference. */
export function toSearchBody(search: OfferSearch): Record<string, unknown> {
  const { id, ...filters } = search.filters;
  return {
    ...toWireFilters(filters),
    ...(id === undefined ? {} : { [filterKey("id")]: toWireFilters({ id })["id"] }),
    type: search.type,
    order: search.orderBy.map(([field, direction]) => [toWireName(field), direction]),
    limit: search.limit,
    allocated_storage: search.allocatedStorage,
  };
}

/** The key of a search that filters by this field. */
export function filterKey(field: string): string {
  // A filter on `id` itself matches nothing. Source: public clients of the service.
  return field === "id" ? "ask_contract_id" : toWireName(field);
}

/** Whether the API specification has this key, so that every deployment accepts it. */
export function isPlainKey(key: string): boolean {
  return PLAIN_KEYS.has(key);
}

/** The body without the keys that a deployment refuses. It requests more offers, since the caller filters. */
export function withoutKeys(
  body: Readonly<Record<string, unknown>>,
  isRefused: (key: string) => boolean,
): Record<string, unknown> {
  const kept = Object.entries(body).filter(([key]) => !isRefused(key));
  const isWhole = kept.length === Object.keys(body).length;
  return { ...Object.fromEntries(kept), ...(isWhole ? {} : { limit: PLAIN_LIMIT }) };
}
