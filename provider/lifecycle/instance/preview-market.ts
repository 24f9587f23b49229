import { hasCode } from "../../errors";
import type { CheckFailure } from "../../rules/validation/check-failure";
import { describeUnordered } from "../../rules/offer/offer-choice";
import { parseInstanceInputs } from "../../rules/instance/instance-inputs";
import type { Offer } from "../../rules/offer/offer";
import { placeName } from "../../rules/offer/offer-geolocation";
import { toOfferSearch, type FoundOffers, type OfferSearch } from "../../rules/offer/offer-request";
import { describePrice, formatPrice, formatPriceUp, leastHourlyPrice } from "../../rules/offer/rental-price";
import { containsUnknown } from "../../rules/validation/unknown";
import type { Call } from "../engine/call";
import { isRecord, type Properties } from "../engine/engine-values";
import { accessFailure, checkAccess, describeTrouble, withinPreview } from "../session/preview-access";
import type { Report } from "../engine/progress";
import type { PreviewTally } from "../session/preview-tally";
import type { Session } from "../session/session";
import { explainNoOffer } from "./launch/explain-no-offer";
import { fittingOffers, searchFor } from "./launch/fitting-offers";
import { launchSpecOf, type LaunchSpec } from "./launch/launch-spec";
import { HIDDEN } from "../../state/hidden";

/** Arguments without which there is nothing to search for. */
const MARKET_ARGUMENTS = ["search", "offerIds", "price", "maxHourlyPriceUsd", "disk"] as const;

/** Wider searches that one preview makes at most: other machines need some of those that the service allows a minute. */
const MOST_WIDER_SEARCHES = 6;

/** Searches the market for the machines of one preview; the session remembers the offers that they take. */
export class MarketPreview {
  private readonly tally: PreviewTally;

  constructor(private readonly session: Session) {
    this.tally = session.previewTally;
  }

  /**
   * Reports in the resource's row what would be rented now, or which filter excludes everything. Changes nothing, and fails
   * only where the credentials cannot be used: the market and the network may have changed by the time of the
   * launch.
   */
  async look(call: Call, inputs: Properties): Promise<readonly CheckFailure[]> {
    const { report } = call;
    const unasked = unaskable(inputs);
    if (unasked !== undefined) {
      report.note(unasked);
      return checkAccess(this.session, report);
    }
    try {
      await this.say(call, inputs);
    } catch (error) {
      const failure = accessFailure(error);
      if (failure !== undefined) return [failure];
      report.note(this.excuse(error), "warning");
    }
    return [];
  }

  private excuse(error: unknown): string {
    if (hasCode(error, "RATE_LIMITED") && !this.isOver())
      return "Did not search the market: the searches that the service allows a minute are used up. Run the preview again later.";
    if (this.isOver()) return `Did not search the market: ${describeTrouble(this.session, error)}`;
    // A search that fails at a filter did reach the service, and names what would stop the launch.
    const isFilter = hasCode(error, "UNSUPPORTED") && error.details.status === undefined;
    return isFilter ? error.message : `Could not search the market: ${describeTrouble(this.session, error)}`;
  }

  private async say(call: Call, inputs: Properties): Promise<void> {
    const { report } = call;
    const known = knownOf(inputs);
    const template = inputs[HIDDEN.template];
    const ofTemplate = isRecord(template) ? template : {};
    const specCall = { ...call, session: this.session };
    const spec = await launchSpecOf(specCall, parseInstanceInputs(known), {
      ...known,
      ...(isRecord(template) ? { [HIDDEN.template]: knownOf(ofTemplate) } : {}),
      [HIDDEN.token]: "preview",
    });
    const urn = call.urn ?? "";
    if ("offerIds" in spec.candidates) {
      await this.sayNamed({ urn, spec }, spec.candidates.offerIds, report);
      return;
    }
    const { queries } = spec.candidates;
    let first: FoundOffers | undefined;
    let areOthersTaken = false;
    for (const [index, query] of queries.entries()) {
      const found = await this.search(searchFor(spec, query));
      first ??= found;
      const fitting = fittingOffers(this.session, spec, query, found);
      const free = fitting.filter(({ id }) => !this.tally.taken.has(id));
      const [best] = free;
      if (best !== undefined) {
        const place = queries.length > 1 ? `, search[${String(index)}]` : "";
        report.note(`${this.take({ urn, spec }, best)} (${String(fitting.length)} match${place})`);
        const unordered = describeUnordered(query, found);
        if (unordered !== undefined) report.note(unordered);
        return;
      }
      areOthersTaken ||= fitting.length > 0;
    }
    if (first === undefined) return;
    report.note(await this.whyNone(spec, first, queries.length, areOthersTaken), "warning");
  }

  /** The first of the named offers that a search shows. What it does not show may still be rentable. */
  private async sayNamed({ urn, spec }: Wanted, offerIds: readonly number[], report: Report): Promise<void> {
    const any = { in: [true, false] };
    const filters = { id: { in: [...offerIds] }, verified: any, external: any };
    const wanted = { allocatedStorage: spec.disk, limit: offerIds.length };
    const { offers, unfiltered } = await this.search(
      toOfferSearch({ filters, type: spec.rentalType }, wanted),
    );
    const shown = offerIds.flatMap((id) => offers.find((offer) => offer.id === id) ?? []);
    const best = shown.find(({ id }) => !this.tally.taken.has(id));
    if (best === undefined && shown.length > 0) {
      report.note(
        "Every offer in `offerIds` that is available is taken by another machine of this program.",
        "warning",
      );
      return;
    }
    const isOne = offerIds.length === 1;
    if (best === undefined && unfiltered.includes("id")) {
      report.note(
        `Would rent the first offer in \`offerIds\` that is still there: the service does not search by id.`,
      );
      return;
    }
    if (best === undefined) {
      report.note(
        `${isOne ? "The offer" : `None of the ${String(offerIds.length)} offers`} in \`offerIds\` is ${isOne ? "not " : ""}available now: offers are ` +
          "short-lived. Search again with `getOffers`, or describe the machine in `search`.",
        "warning",
      );
      return;
    }
    report.note(
      `${this.take({ urn, spec }, best)} (offer ${String(best.id)}${isOne ? "" : `, of ${String(offerIds.length)}`} in \`offerIds\`)`,
    );
    const { maxHourlyPriceUsd: cap, price: bid } = spec.inputs;
    const total = leastHourlyPrice(best, { disk: spec.disk, bid });
    if (cap !== undefined && total !== undefined && total > cap) {
      report.note(
        `Offer ${String(best.id)} costs ${formatPriceUp(total)}, more than \`maxHourlyPriceUsd\`, ${formatPrice(cap)}: the launch ` +
          "destroys its machine as soon as the service shows that price.",
        "warning",
      );
    }
  }

  private take({ urn, spec }: Wanted, offer: Offer): string {
    this.tally.taken.add(offer.id);
    const terms = { disk: spec.disk, bid: spec.inputs.price };
    const price = spec.secrets.includes("price") ? undefined : describePrice(offer, terms);
    const disk = spec.secrets.includes("disk") ? "" : ` with ${String(spec.disk)} GB`;
    this.session.process.previewTotal.addNew(urn, leastHourlyPrice(offer, terms));
    const what = [
      `${String(offer.numGpus ?? 1)}x ${offer.gpuName ?? "GPU"}`,
      `${price ?? "price not shown"}${disk}`,
      offer.geolocation === undefined ? undefined : placeName(offer.geolocation),
    ].filter((part) => part !== undefined);
    return `${spec.rentalType === "bid" ? "Would bid on" : "Would rent"} ${what.join(", ")}`;
  }

  private async whyNone(
    spec: LaunchSpec,
    found: FoundOffers,
    queries: number,
    areOthersTaken: boolean,
  ): Promise<string> {
    const which = queries > 1 ? `any of the ${String(queries)} queries` : "the query";
    if (areOthersTaken)
      return `Every offer that matches ${which} is taken by another machine of this program: the launch will search again.`;
    const search = async (wider: OfferSearch): Promise<FoundOffers> => {
      this.tally.widerSearches += 1;
      return this.search(wider);
    };
    const isOver = (): boolean => this.isOver() || this.tally.widerSearches >= MOST_WIDER_SEARCHES;
    const none = `No offer matches ${which} now`;
    // That nothing matches is certain, even where the reason is not found out.
    const { sentence, isComplete } = await explainNoOffer({ spec, index: 0, found, search, isOver }).catch(
      () => ({ sentence: undefined, isComplete: false }),
    );
    if (sentence !== undefined) return `${none}: ${sentence}.`;
    return isComplete
      ? `${none}, and no single filter or pair of filters is the cause: widen \`search.filters\`.`
      : `${none}.`;
  }

  private async search(search: OfferSearch): Promise<FoundOffers> {
    return withinPreview(this.session, async (signal, deadline) =>
      this.session.offerSearches.search(search, 0, { deadline, signal }),
    );
  }

  private isOver(): boolean {
    return this.session.clock.now() >= (this.tally.until ?? Infinity);
  }
}

/** A machine of the program, and its specification. */
interface Wanted {
  readonly urn: string;
  readonly spec: LaunchSpec;
}

/** The message where no search can be made; undefined where one can. */
function unaskable(inputs: Properties): string | undefined {
  const { [HIDDEN.template]: template, disk } = inputs;
  const ofTemplate = isRecord(template) ? template : {};
  const isOpen =
    MARKET_ARGUMENTS.some((name) => containsUnknown(inputs[name])) ||
    containsUnknown(ofTemplate["extraFilters"]) ||
    (disk === undefined && containsUnknown(ofTemplate["recommendedDiskSpace"]));
  if (isOpen)
    return "Did not search the market: what to rent is not known before other resources are created.";
  return undefined;
}

/** The id of a template yet to be created is not known, but its disk and its filters are. */
function knownOf(properties: Properties): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => !containsUnknown(value)));
}
