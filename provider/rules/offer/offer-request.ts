import { spelledForService, withDefaults } from "./offer-defaults";
import type { NumberFilter, OfferFilters, OfferQuery } from "./offer-query";
import type { OfferSearch } from "./offer-search-request";
import { operatorsOfFilter } from "./offer-filter-canonical";

export type { FoundOffers, OfferSearch } from "./offer-search-request";

/** What a search needs in addition to its query. */
export interface SearchOptions {
  /** Disk that will be rented, in GB: prices include it. */
  readonly allocatedStorage: number;
  /** $/h: offers that cost more even at best are not requested. */
  readonly maxHourlyPriceUsd?: number | undefined;
  /** Most offers, where the query itself names no limit. */
  readonly limit: number;
}

/**
 * The search for a query: with the safe defaults, cheapest first unless the query says otherwise, priced
 * for the disk that will be rented. Equal queries give equal searches, whatever their spelling. For a bid the cap
 * limits the minimum bid, which has no disk in it: the whole price is known only with the bid.
 */
export function toOfferSearch(query: OfferQuery, options: SearchOptions): OfferSearch {
  const type = query.type ?? "ondemand";
  const priceField = type === "bid" ? "minBid" : "dphTotal";
  const filters = withDefaults(query.filters);
  return {
    filters: spelledForService(capped(filters, priceField, options.maxHourlyPriceUsd)),
    type,
    orderBy: query.orderBy ?? [[priceField, "asc"]],
    allocatedStorage: options.allocatedStorage,
    limit: query.limit ?? options.limit,
  };
}

function capped(filters: OfferFilters, field: "minBid" | "dphTotal", cap: number | undefined): OfferFilters {
  if (cap === undefined) return filters;
  const given: NumberFilter | undefined = filters[field];
  const operators = given === undefined ? {} : operatorsOfFilter(given);
  const { lte } = operators;
  return { ...filters, [field]: { ...operators, lte: typeof lte === "number" ? Math.min(lte, cap) : cap } };
}
