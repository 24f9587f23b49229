/** `ondemand`: fixed price. `bid`: interruptible, with a `price`. */
export type RentalType = "ondemand" | "bid";

export interface OfferFilters {
  readonly gpuName?: string | readonly string[] | { readonly in?: readonly string[] };
}

export interface OfferQuery {
  readonly filters: OfferFilters;
  readonly type?: RentalType;
  readonly orderBy?: readonly (readonly [string, "asc" | "desc"])[];
  readonly limit?: number;
}
