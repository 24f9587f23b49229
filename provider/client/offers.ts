import { pricedForDisk } from "../rules/offer/rental-price";
import type { Calls } from "./call";
import { SearchKeys } from "./search-keys";
import { parseOffers } from "./schema/offer-reply";
import { parseRent } from "./schema/rent-reply";
import { secretsOfAccept, toAcceptBody } from "./schema/accept-body";
import { filterKey, toSearchBody } from "./schema/search-body";
import type { OfferSearch, ServiceClient } from "./service-client";

type OfferCalls = Pick<ServiceClient, "searchOffers" | "acceptOffer">;

/** Searching and renting. */
export function offerCalls({ make, makeChosen }: Calls): OfferCalls {
  const keys = new SearchKeys();

  return {
    searchOffers: async (search: OfferSearch, options) =>
      keys.asking(toSearchBody(search), async (body) => {
        const call = { subject: "the offers", body, parse: parseOffers };
        const offers = await make("searchOffers", call, options);
        const isPriced = "allocated_storage" in body;
        return {
          offers: isPriced ? offers : offers.map((offer) => pricedForDisk(offer, search.allocatedStorage)),
          unfiltered: Object.keys(search.filters).filter((field) => !(filterKey(field) in body)),
          isOrdered: "order" in body,
        };
      }),

    acceptOffer: async (choose, options) => {
      const chosen: { offerId: number | undefined } = { offerId: undefined };
      const instanceId = await makeChosen(
        "acceptOffer",
        "an offer",
        () => {
          const acceptance = choose();
          chosen.offerId = acceptance?.offerId;
          return (
            acceptance && {
              subject: `offer ${acceptance.offerId}`,
              id: acceptance.offerId,
              usesUp: true,
              body: toAcceptBody(acceptance.request),
              secrets: secretsOfAccept(acceptance.request),
              parse: parseRent,
            }
          );
        },
        options,
      );
      return instanceId === undefined || chosen.offerId === undefined
        ? undefined
        : { offerId: chosen.offerId, instanceId };
    },
  };
}
