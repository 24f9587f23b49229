import { hasCode } from "../../errors";
import type { CheckFailure } from "../../rules/check-failure";
import { describeExclusion, excludingFilters, relaxedSearches } from "../../rules/offer-exclusion";
import { describeUnordered } from "../../rules/offer-choice";
import { parseInstanceInputs } from "../../rules/instance-inputs";
import type { Offer } from "../../rules/offer";
import type { OfferQuery } from "../../rules/offer-query";
import type { FoundOffers, OfferSearch } from "../../rules/offer-request";
import { describePrice, formatPrice, leastHourlyPrice } from "../../rules/rental-price";
import { containsUnknown } from "../../rules/unknown";
import { isRecord, type Properties } from "../engine-values";
import { accessFailure, checkAccess, describeTrouble, withinPreview } from "../preview-access";
import type { Report } from "../progress";
import type { PreviewTally } from "../preview-tally";
import type { Session } from "../session";
import { fittingOffers, searchFor } from "./fitting-offers";
import { orderOf, type Order } from "./order";

/** Arguments without which nothing can be looked for. */
const MARKET_ARGUMENTS = ["search", "offerIds", "price", "maxHourlyPriceUsd", "disk"] as const;

/** Looks at the market for the machines of one preview; what they take together is counted in the session. */
export class MarketPreview {
  private readonly tally: PreviewTally;

  constructor(private readonly session: Session) {
    this.tally = session.previewTally;
  }

  /**
   * Says in the resource's row what would be rented now, or which filter excludes everything. Changes nothing, and fails
   * only where the credentials cannot be used: the market may have moved, and the network be back, by the time of the
   * launch.
   */
  async look(inputs: Properties, report: Report): Promise<CheckFailure[]> {
    const unasked = unaskable(inputs);
    if (unasked !== undefined) {
      report.note(unasked);
      return checkAccess(this.session, report);
    }
    try {
      report.note(await this.sentence(inputs));
    } catch (error) {
      const failure = accessFailure(error);
      if (failure !== undefined) return [failure];
      report.note(this.excuse(error), "warning");
    }
    return [];
  }

  private excuse(error: unknown): string {
    if (hasCode(error, "RATE_LIMITED") || this.isOver())
      return `Did not look at the market: ${describeTrouble(this.session, error)}`;
    // A search that stops at a filter was a look, and names what stops the launch.
    const isFilter = hasCode(error, "UNSUPPORTED") && error.details.status === undefined;
    return isFilter ? error.message : `Could not look at the market: ${describeTrouble(this.session, error)}`;
  }

  private async sentence(inputs: Properties): Promise<string> {
    const known = knownOf(inputs);
    const template = inputs["__template"];
    const ofTemplate = isRecord(template) ? template : {};
    const order = await orderOf(this.session, parseInstanceInputs(known), {
      ...known,
      ...(isRecord(template) ? { __template: knownOf(ofTemplate) } : {}),
      __token: "preview",
    });
    const queries = "queries" in order.candidates ? order.candidates.queries : [];
    for (const [index, query] of queries.entries()) {
      const found = await this.search(searchFor(order, query));
      const fitting = fittingOffers(this.session, order, query, found);
      const free = fitting.filter(({ id }) => !this.tally.taken.has(id));
      const [best] = free;
      if (best !== undefined) {
        const taken = this.take(order, best, fitting.length, queries.length > 1 ? index : undefined);
        return [taken, describeUnordered(query, found)].filter((part) => part !== undefined).join(" ");
      }
    }
    const [first] = queries;
    return first === undefined ? "Nothing to look for." : this.whyNone(order, first, queries.length);
  }

  private async fitting(order: Order, query: OfferQuery): Promise<Offer[]> {
    return fittingOffers(this.session, order, query, await this.search(searchFor(order, query)));
  }

  private take(order: Order, offer: Offer, count: number, queryIndex: number | undefined): string {
    this.tally.taken.add(offer.id);
    const rental = { disk: order.disk, bid: order.inputs.price };
    const price = describePrice(offer, rental);
    this.tally.machines += 1;
    this.tally.totalUsd += leastHourlyPrice(offer, rental) ?? 0;
    const what = [
      `${String(offer.numGpus ?? 1)}x ${offer.gpuName ?? "GPU"}`,
      price === undefined ? "price not shown" : `${price} with ${String(order.disk)} GB`,
      offer.geolocation,
      offer.reliability === undefined ? undefined : `reliability ${offer.reliability.toFixed(3)}`,
    ].filter((part) => part !== undefined);
    const match = `${String(count)} ${count === 1 ? "offer matches" : "offers match"}${queryIndex === undefined ? "" : ` search[${String(queryIndex)}]`} now`;
    const bid = order.rental === "bid" ? "Would bid on" : "Would rent";
    return (
      `${bid} ${what.join(", ")} (offer ${String(offer.id)}; ${match}). ` +
      `In all so far: ${String(this.tally.machines)} ${this.tally.machines === 1 ? "machine" : "machines"}, ${formatPrice(this.tally.totalUsd)}.`
    );
  }

  /** A few wider searches tell which filter is to blame. */
  private async whyNone(order: Order, query: OfferQuery, queries: number): Promise<string> {
    const search = searchFor(order, query);
    const none = `No offer matches ${queries > 1 ? `any of the ${String(queries)} queries` : "the query"} now`;
    if (this.tally.taken.size > 0 && (await this.fitting(order, query)).length > 0) {
      return `${none} that the machines above do not take: the launch will look again.`;
    }
    const found = new Map<number, Offer>();
    for (const relaxed of relaxedSearches(search)) {
      if (this.isOver()) break;
      for (const offer of (await this.search(relaxed)).offers) found.set(offer.id, offer);
    }
    const [worst] = excludingFilters(search.filters, [...found.values()]);
    return worst === undefined
      ? `${none}, and no single filter or pair of filters is to blame: widen \`search.filters\`.`
      : `${none}: ${describeExclusion(worst)}.`;
  }

  private async search(search: OfferSearch): Promise<FoundOffers> {
    return withinPreview(this.session, async (signal, deadline) =>
      this.session.market.search(search, 0, { deadline, signal }),
    );
  }

  private isOver(): boolean {
    return this.session.clock.now() >= (this.tally.until ?? Infinity);
  }
}

/** What is said where no search is made; undefined where one can be. */
function unaskable(inputs: Properties): string | undefined {
  const { __template: template, offerIds, disk } = inputs;
  const ofTemplate = isRecord(template) ? template : {};
  const isOpen =
    MARKET_ARGUMENTS.some((name) => containsUnknown(inputs[name])) ||
    containsUnknown(ofTemplate["extraFilters"]) ||
    (disk === undefined && containsUnknown(ofTemplate["recommendedDiskSpace"]));
  if (isOpen) return "Did not look at the market: what to rent is not known before other resources are made.";
  return Array.isArray(offerIds)
    ? `Rents the first of ${String(offerIds.length)} offers in \`offerIds\` that is still there.`
    : undefined;
}

/** Of a template that is yet to be made, the id is not known, but its disk and its filters are. */
function knownOf(properties: Properties): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => !containsUnknown(value)));
}
