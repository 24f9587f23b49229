import { ProviderError } from "../../errors";
import { offersThatFit } from "../../rules/offer/offer-fit";
import type { Offer } from "../../rules/offer/offer";
import type { OfferQuery } from "../../rules/offer/offer-query";
import { checkOfferQuery, normalizeOfferQuery } from "../../rules/offer/offer-query-schema";
import { expected } from "../../rules/offer/offer-value-check";
import { toOfferSearch } from "../../rules/offer/offer-request";
import type { Session } from "../session/session";
import { LEAST_DISK_GB, SEARCH_LIMIT } from "../../rules/service-facts";

function withStop(sentence: string): string {
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Options of a search in addition to the query. */
export interface SearchOptions {
  /** GB that prices include, and that an offer must have free. At least 8, the default. */
  readonly disk?: number | undefined;
}

/**
 * Searches, filters again on our side, including the safe defaults, and orders. An empty list where nothing matches.
 *
 * @throws INVALID_INPUT naming every mistake of the query, or the disk where it is less than 8 GB or no number;
 *   UNSUPPORTED naming the filters by which nothing can be proved to match
 */
export async function searchOffers(
  session: Session,
  query: unknown,
  { disk = LEAST_DISK_GB }: SearchOptions = {},
): Promise<Offer[]> {
  const failures = checkOfferQuery(query, "");
  if (failures.length > 0) {
    throw new ProviderError(
      "INVALID_INPUT",
      `The offer query cannot be used: ${failures.map(({ reason }) => withStop(reason)).join(" ")}`,
    );
  }
  const givenDisk: unknown = disk;
  if (typeof givenDisk !== "number" || !Number.isFinite(givenDisk) || givenDisk < LEAST_DISK_GB) {
    const { reason } = expected("disk", `to be a number of at least ${String(LEAST_DISK_GB)} GB`, givenDisk);
    throw new ProviderError("INVALID_INPUT", `Offers cannot be searched for: ${reason}.`);
  }
  const normalized: OfferQuery = normalizeOfferQuery(query);
  const limit = normalized.limit ?? SEARCH_LIMIT;
  const search = toOfferSearch(normalized, { allocatedStorage: disk, limit });
  const found = await session.offerSearches.search(search);
  const nowSeconds = session.clock.now() / 1000;
  return offersThatFit(normalized, found, { disk, nowSeconds }).slice(0, limit);
}
