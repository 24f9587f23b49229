import { ProviderError } from "../errors";
import type { MakeCall } from "./call";
import { parseOffers } from "./schema/offer-reply";
import { parseRent } from "./schema/rent-reply";
import { secretsOfAccept, toAcceptBody } from "./schema/accept-body";
import { toPlainSearchBody, toSearchBody } from "./schema/search-body";
import type { OfferSearch, ServiceClient } from "./service-client";

type OfferCalls = Pick<ServiceClient, "searchOffers" | "acceptOffer">;

/** Searching and renting. */
export function offerCalls(make: MakeCall): OfferCalls {
  // What a deployment refused once it is not asked again by this client.
  const deployment = { takesAllFilters: true };

  const searchWith = async (
    body: Record<string, unknown>,
    options: Parameters<ServiceClient["searchOffers"]>[1],
  ): ReturnType<ServiceClient["searchOffers"]> =>
    (await make("searchOffers", () => ({ subject: "the offers", body, parse: parseOffers }), options)) ?? [];

  return {
    searchOffers: async (search: OfferSearch, options) => {
      if (deployment.takesAllFilters) {
        try {
          return await searchWith(toSearchBody(search), options);
        } catch (error) {
          if (!(error instanceof ProviderError) || error.details.serviceError !== "invalid_request") {
            throw error;
          }
        }
      }
      const offers = await searchWith(toPlainSearchBody(search), options);
      deployment.takesAllFilters = false;
      return offers;
    },

    acceptOffer: async (choose, options) => {
      const chosen: { offerId: number | undefined } = { offerId: undefined };
      const instanceId = await make(
        "acceptOffer",
        () => {
          const acceptance = choose();
          chosen.offerId = acceptance?.offerId;
          return (
            acceptance && {
              subject: `offer ${acceptance.offerId}`,
              id: acceptance.offerId,
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
