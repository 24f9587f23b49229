import type { Offer } from "./offer";
import type { OfferFilters, RentalType } from "./offer-query";

/** A search, in our words: what `POST /bundles/` is asked. */
export interface OfferSearch {
  readonly filters: OfferFilters;
  readonly type: RentalType;
  readonly orderBy: readonly (readonly [string, "asc" | "desc"])[];
  /** GB, so that prices are with the disk that will be rented */
  readonly allocatedStorage: number;
  readonly limit: number;
}

/** What a search found, and what of it the service left to us. */
export interface FoundOffers {
  readonly offers: readonly Offer[];
  /** Fields of the search's filters that the service was not asked to filter by, because it refuses their keys. */
  readonly unfiltered: readonly string[];
  /** Whether the service ordered the offers as it was asked to. */
  readonly isOrdered: boolean;
}
