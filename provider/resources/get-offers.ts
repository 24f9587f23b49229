import * as pulumi from "@pulumi/pulumi";
import type { Offer } from "../rules/offer/offer";
import type { OfferQuery } from "../rules/offer/offer-query";
import type { OfferQueryArgs } from "./offer-query-args";

/** Options of an offer search in addition to the query. */
export interface GetOffersOptions {
  /**
   * Disk in GB, at least 8, that an offer must have free and that prices include, as in `dphTotal`.
   * @default 8
   */
  disk?: number;
}

/** `GetOffersOptions` with inputs, and what the search waits for. */
export interface GetOffersOutputOptions {
  /**
   * Disk in GB, at least 8, that an offer must have free and that prices include, as in `dphTotal`.
   * @default 8
   */
  disk?: pulumi.Input<number>;
  /**
   * Resources that must exist before the search is sent.
   * @default none: the search is sent as soon as its arguments are known
   */
  dependsOn?: pulumi.Input<pulumi.Input<pulumi.Resource>[]>;
}

/**
 * Searches the market and gives the offers that match now, best first; an empty list where none matches.
 *
 * @remarks
 * Sends one request for each distinct query of a program run, in previews too, at most ten a minute (the service's
 * limit). An offer lives a few minutes at most, and two searches seldom give the same: to rent, prefer `search` of an
 * `Instance`, which searches again when an offer is gone.
 *
 * @param query - what a machine has to be
 * @param options - the disk that prices include
 * @returns the offers, at most `query.limit` of them (64 where it is not set), in the order of `query.orderBy`
 * @throws `INVALID_INPUT` where the query or the disk breaks a rule, naming every mistake
 * @throws `UNSUPPORTED` where the deployment refuses a filter and its offers do not show the field either
 * @throws `INVALID_SETTING`, `MISSING_API_KEY`, `LOGIN_REFUSED`, `SESSION_EXPIRED` or `PERMISSION_DENIED` where the
 * settings or the key cannot be used
 * @throws `RATE_LIMITED`, `UNREACHABLE`, `SERVICE_ERROR`, `UNEXPECTED_REPLY` or `REFUSED` where the service gives no
 * answer that can be used
 *
 * @example
 * ```ts
 * import { getOffers } from "pulumi-vastai";
 *
 * async function cheapestPrice(): Promise<number | undefined> {
 *   const offers = await getOffers({ filters: { gpuName: "RTX 4090", numGpus: 1 }, limit: 1 }, { disk: 32 });
 *   return offers[0]?.dphTotal;
 * }
 *
 * export const hourlyPriceUsd = cheapestPrice();
 * ```
 */
export async function getOffers(query: OfferQuery, options: GetOffersOptions = {}): Promise<Offer[]> {
  const { programSession, searchOffers } = await import("../lifecycle/data-sources/program-session.js");
  return searchOffers(programSession(vastaiConfig()), query, options);
}

/**
 * `getOffers` with inputs at any depth of the query, giving an `Output`.
 *
 * @remarks
 * While an argument is not known yet, as may be in a preview, nothing is sent and the output is not known either. The
 * output fails with the codes of `getOffers`.
 *
 * @param query - what a machine has to be
 * @param options - the disk that prices include, and resources that must exist before the search
 * @returns the offers, as `getOffers` gives them
 *
 * @example
 * ```ts
 * import { getOffersOutput, Instance } from "pulumi-vastai";
 *
 * const offers = getOffersOutput({ filters: { numGpus: 1, gpuRam: { gte: 24_000 } } }, { disk: 32 });
 *
 * const machine = new Instance("machine", {
 *   image: "ubuntu:24.04",
 *   disk: 32,
 *   offerIds: offers.apply((found) => found.slice(0, 10).map(({ id }) => id)),
 * });
 *
 * export const sshCommand = machine.sshCommand;
 * ```
 */
export function getOffersOutput(
  query: pulumi.Input<OfferQueryArgs>,
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
