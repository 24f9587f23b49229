import type { Offer } from "./offer";
import type { OfferFilters, RentalType } from "./offer-query";

/** A search, in our words: the request of `POST /bundles/`. */
export interface OfferSearch {
  readonly filters: OfferFilters;
  readonly type: RentalType;
  readonly orderBy: readonly (readonly [string, "asc" | "desc"])[];
  /** GB, so that prices include the disk that will be rented */
  readonly allocatedStorage: number;
  readonly limit: number;
}

/** What a search found, and what the service left to us. */
export interface FoundOffers {
  readonly offers: readonly Offer[];
  /** Fields of the search's filters that were not sent, because the service refuses their keys. */
  readonly unfiltered: readonly string[];
  /** Whether the service ordered the offers as requested. */
  readonly isOrdered: boolean;
}
