import { offersThatFit } from "../../../rules/offer/offer-fit";
import type { Offer } from "../../../rules/offer/offer";
import type { OfferQuery } from "../../../rules/offer/offer-query";
import { toOfferSearch, type FoundOffers, type OfferSearch } from "../../../rules/offer/offer-request";
import { leastHourlyPrice } from "../../../rules/offer/rental-price";
import type { Session } from "../../session/session";
import type { LaunchSpec } from "./launch-spec";
import { SEARCH_LIMIT } from "../../../rules/service-facts";

/** The search for one query of a launch. */
export function searchFor({ disk, inputs }: LaunchSpec, query: OfferQuery): OfferSearch {
  return toOfferSearch(query, {
    allocatedStorage: disk,
    maxHourlyPriceUsd: inputs.maxHourlyPriceUsd,
    limit: query.limit ?? SEARCH_LIMIT,
  });
}

/**
 * The offers of a search that a launch may take, best first: those that fit its query and have room for its disk,
 * within its price limit, without machines that failed in this run and bids below the machine's floor.
 *
 * @throws UNSUPPORTED where nothing can be proved to match the query
 */
export function fittingOffers(
  session: Pick<Session, "clock" | "failedMachines">,
  spec: LaunchSpec,
  query: OfferQuery,
  found: FoundOffers,
): Offer[] {
  const { price, maxHourlyPriceUsd } = spec.inputs;
  const nowSeconds = session.clock.now() / 1000;
  const fits = (offer: Offer): boolean => {
    const { machineId, minBid } = offer;
    if (machineId !== undefined && session.failedMachines.has(machineId)) return false;
    if (price !== undefined && minBid !== undefined && price < minBid) return false;
    const total = leastHourlyPrice(offer, { disk: spec.disk, bid: price });
    return total === undefined || maxHourlyPriceUsd === undefined || total <= maxHourlyPriceUsd;
  };
  return offersThatFit(query, found, { disk: spec.disk, nowSeconds }).filter(fits);
}
