import { orderOffers } from "../../rules/offer-choice";
import { mismatches } from "../../rules/offer-match";
import type { Offer } from "../../rules/offer";
import type { OfferQuery } from "../../rules/offer-query";
import { toOfferSearch, type OfferSearch } from "../../rules/offer-request";
import { hourlyPrice } from "../../rules/rental-price";
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
 * The offers of a search that an order may take, best first: filtered again on our side, priced with the order's disk,
 * without machines that failed in this run and bids below the machine's floor.
 */
export function fittingOffers(
  session: Pick<Session, "clock" | "failedMachines">,
  order: Order,
  query: OfferQuery,
  offers: readonly Offer[],
): Offer[] {
  const { price, maxHourlyPriceUsd } = order.inputs;
  const now = session.clock.now() / 1000;
  const fits = (offer: Offer): boolean => {
    const { machineId, minBid } = offer;
    if (machineId !== undefined && session.failedMachines.has(machineId)) return false;
    if (price !== undefined && minBid !== undefined && price < minBid) return false;
    const total = hourlyPrice(offer, { disk: order.disk, bid: price });
    if (total !== undefined && maxHourlyPriceUsd !== undefined && total > maxHourlyPriceUsd) return false;
    return mismatches(query.filters, offer, now).length === 0;
  };
  return orderOffers(query, offers.filter(fits));
}
