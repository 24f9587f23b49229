import { ProviderError } from "../errors";
import { mismatches } from "../rules/offer-match";
import { orderOffers } from "../rules/offer-choice";
import type { Offer } from "../rules/offer";
import type { OfferQuery } from "../rules/offer-query";
import { checkOfferQuery, normalizeOfferQuery } from "../rules/offer-query-schema";
import { toOfferSearch } from "../rules/offer-request";
import type { Session } from "./session";

/** Offers given where the query sets no limit. */
const DEFAULT_LIMIT = 64;

/** Options of a search beside the query. */
export interface SearchOptions {
  /** GB that prices are asked for. Default 8. */
  readonly disk?: number | undefined;
}

/**
 * Searches, filters again on our side, and orders. An empty list where nothing matches.
 *
 * @throws INVALID_INPUT naming every mistake of the query
 */
export async function searchOffers(
  session: Session,
  query: unknown,
  { disk = 8 }: SearchOptions = {},
): Promise<Offer[]> {
  const failures = checkOfferQuery(query, "");
  if (failures.length > 0) {
    throw new ProviderError(
      "INVALID_INPUT",
      `The offer query cannot be used: ${failures.map(({ reason }) => reason).join("; ")}.`,
    );
  }
  const normalized: OfferQuery = normalizeOfferQuery(query);
  const limit = normalized.limit ?? DEFAULT_LIMIT;
  const search = toOfferSearch(normalized, { allocatedStorage: disk, limit });
  const { offers } = await session.market.search(search);
  return orderOffers(
    normalized,
    offers.filter((offer) => mismatches(normalized.filters, offer).length === 0),
  ).slice(0, limit);
}
