import type { OfferFilters, OfferQuery } from "../rules/offer/offer-query";
import type { NestedArgs } from "./nested-inputs";

/** An `OfferFilters` of which any part may be an `Output`. */
export type OfferFiltersArgs = NestedArgs<OfferFilters>;

/** An `OfferQuery` of which any part may be an `Output`. */
export type OfferQueryArgs = NestedArgs<OfferQuery>;
