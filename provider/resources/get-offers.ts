import * as pulumi from "@pulumi/pulumi";
import type { Offer } from "../rules/offer/offer";
import type { OfferQuery } from "../rules/offer/offer-query";
import type { NestedInput } from "./nested-inputs";

/** How offers are searched for. */
export interface GetOffersOptions {
  /**
   * Disk in GB that prices are asked for, at least 8: `dphTotal` is with it.
   * @default 8
   */
  disk?: number;
}

/** As `GetOffersOptions`, with inputs. */
export interface GetOffersOutputOptions {
  disk?: pulumi.Input<number>;
  /** Resources that have to be there before the search. */
  dependsOn?: pulumi.Input<pulumi.Input<pulumi.Resource>[]>;
}

/**
 * Searches the market: the offers that match now, best first, an empty list where there is none. Costs one request for
 * one distinct query of a program run, and runs in previews too. An offer lives a few minutes at most, and two searches
 * seldom give the same: to rent, prefer `search` of an `Instance`, which looks again when an offer is gone.
 *
 * @throws INVALID_INPUT, UNSUPPORTED (a filter that the deployment refuses and whose field its offers do not show),
 *   MISSING_API_KEY, LOGIN_REFUSED, RATE_LIMITED, UNREACHABLE, SERVICE_ERROR
 */
export async function getOffers(query: OfferQuery, options: GetOffersOptions = {}): Promise<Offer[]> {
  const { programSession, searchOffers } = await import("../lifecycle/data-sources/program-session.js");
  return searchOffers(programSession(vastaiConfig()), query, options);
}

/** `getOffers` for inputs, at any depth of the query: unknown while an argument is not known yet. */
export function getOffersOutput(
  query: NestedInput<OfferQuery>,
  options: GetOffersOutputOptions = {},
): pulumi.Output<Offer[]> {
  const { disk, dependsOn } = options;
  return pulumi
    .all([pulumi.output(query), pulumi.output(disk), settled(dependsOn)])
    .apply(async ([plainQuery, plainDisk]) =>
      getOffers(plainQuery, plainDisk === undefined ? {} : { disk: plainDisk }),
    );
}

/** Known once the resources are there. */
export function settled(
  dependsOn: pulumi.Input<pulumi.Input<pulumi.Resource>[]> | undefined,
): pulumi.Output<unknown> {
  return pulumi.output(dependsOn).apply((resources) => {
    const ids = (resources ?? []).map((resource) =>
      pulumi.CustomResource.isInstance(resource) ? resource.id : resource.urn,
    );
    return pulumi.all(ids);
  });
}

/** The stack's configuration of this package. */
export function vastaiConfig(): (key: string) => string | undefined {
  const config = new pulumi.Config("vastai");
  return (key) => config.get(key);
}
