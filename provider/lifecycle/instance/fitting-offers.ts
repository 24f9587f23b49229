import { orderOffers } from "../../rules/offer-choice";
import { withDefaults } from "../../rules/offer-defaults";
import { mismatches } from "../../rules/offer-match";
import type { Offer } from "../../rules/offer";
import type { OfferQuery } from "../../rules/offer-query";
import { toOfferSearch, type OfferSearch } from "../../rules/offer-request";
import { leastHourlyPrice } from "../../rules/rental-price";
import type { Session } from "../session";
import type { Order } from "./order";

/** Offers asked for in one search: the most the service gives. */
const SEARCH_LIMIT = 64;

/** The search that one query of an order stands for. */
export function searchFor({ disk, inputs }: Order, query: OfferQuery): OfferSearch {
  return toOfferSearch(query, {
    allocatedStorage: disk,
    maxHourlyPriceUsd: inputs.maxHourlyPriceUsd,
    limit: query.limit ?? SEARCH_LIMIT,
  });
}

/**
 * The offers of a search that an order may take, best first: filtered again on our side, safe defaults included, with
 * room for the order's disk and priced with it, without machines that failed in this run and bids below the machine's
 * floor.
 */
export function fittingOffers(
  session: Pick<Session, "clock" | "failedMachines">,
  order: Order,
  query: OfferQuery,
  offers: readonly Offer[],
): Offer[] {
  const { price, maxHourlyPriceUsd } = order.inputs;
  const now = session.clock.now() / 1000;
  const filters = withDefaults(query.filters);
  const fits = (offer: Offer): boolean => {
    const { machineId, minBid, diskSpace } = offer;
    if (machineId !== undefined && session.failedMachines.has(machineId)) return false;
    if (price !== undefined && minBid !== undefined && price < minBid) return false;
    if (diskSpace !== undefined && diskSpace < order.disk) return false;
    const total = leastHourlyPrice(offer, { disk: order.disk, bid: price });
    if (total !== undefined && maxHourlyPriceUsd !== undefined && total > maxHourlyPriceUsd) return false;
    return mismatches(filters, offer, now).length === 0;
  };
  return orderOffers(query, offers.filter(fits));
}
