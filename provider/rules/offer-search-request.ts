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
