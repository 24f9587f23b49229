import { hasCode, ProviderError } from "../../../errors";
import { describeUnordered } from "../../../rules/offer/offer-choice";
import type { Offer } from "../../../rules/offer/offer";
import type { FoundOffers, OfferSearch } from "../../../rules/offer/offer-request";
import type { OfferQuery } from "../../../rules/offer/offer-query";
import { formatPrice } from "../../../rules/offer/rental-price";
import { abortable } from "../../session/abortable";
import { type OfferSnapshot } from "../../session/offer-search-cache";
import type { Operation } from "../../session/operation";
import { retryStatus } from "../../session/retry-status";
import { explainNoOffer } from "./explain-no-offer";
import { fittingOffers, searchFor } from "./fitting-offers";
import type { LaunchSpec } from "./launch-spec";
import { duration } from "../../session/rented-machine";

/** How long a launch that finds no offer may keep searching for the reason, in ms: two or three searches at the documented pace. */
const EXPLAIN_MS = 15_000;

/** An offer that a launch skipped, and why. */
export interface SkippedOffer {
  readonly offerId: number;
  readonly why: string;
}

/** The offers that a launch may take, best first, each at most once. */
export class Candidates {
  readonly skipped: SkippedOffer[] = [];
  private readonly tried = new Set<number>();
  private readonly unordered = new Set<OfferQuery>();
  private readonly searches: readonly { query: OfferQuery; search: OfferSearch }[];
  private readonly offerIds: readonly number[];
  private index = 0;
  /** Searches up to this number are used up. */
  private newerThan = 0;
  private newestInPass = 0;
  private triedInPass = 0;
  /** Offers that matched, and that others have rented or are renting. */
  private readonly takenByOthers = new Set<number>();
  /** Whether siblings took an offer of this pass's searches: there may be more behind it. */
  private wereOffersTaken = false;
  private spentBefore: number;
  private passBegan: number;
  /** When the oldest search of this pass was started: one that a sibling started earlier does not count as fresh. */
  private oldestInPass = Infinity;
  private fitted:
    | {
        readonly query: OfferQuery;
        readonly snapshot: OfferSnapshot;
        readonly failed: number;
        readonly offers: readonly Offer[];
      }
    | undefined;

  constructor(
    private readonly spec: LaunchSpec,
    private readonly operation: Operation,
  ) {
    const { candidates } = spec;
    this.passBegan = operation.session.clock.now();
    this.spentBefore = operation.session.claims.spentCount();
    this.offerIds = "offerIds" in candidates ? candidates.offerIds : [];
    const queries = "queries" in candidates ? candidates.queries : [];
    this.searches = queries.map((query) => ({ query, search: searchFor(spec, query) }));
  }

  /**
   * Returns once there is an offer to choose, searching where that is needed.
   *
   * @param aheadMs how long from now the offer has to stay valid
   * @throws NO_OFFER listing every offer tried, when a fresh search for every query shows nothing new; UNSUPPORTED where
   *   nothing can be proved to match
   */
  async ready(aheadMs = 0): Promise<void> {
    for (;;) {
      this.operation.signal.throwIfAborted();
      if (this.peek(aheadMs) !== undefined) return;
      if (this.isBlockedByClaims(aheadMs)) {
        await abortable(this.operation.session.claims.nextRelease(), this.operation.signal);
        continue;
      }
      const current = this.searches[this.index];
      if (current === undefined) await this.beginNextPass();
      else if (this.snapshotOf(current.search, aheadMs) === undefined) {
        const aged = this.snapshotOf(current.search)?.number ?? 0;
        await this.search(current.search, Math.max(this.newerThan, aged));
      } else this.leaveQuery(current.search);
    }
  }

  private async search(search: OfferSearch, newerThan: number): Promise<void> {
    const { session, report, signal, deadline } = this.operation;
    const giveUpAfterMs = this.spec.searchPatienceMs ?? Infinity;
    const say = retryStatus("searching", report, session.clock);
    const failures: unknown[] = [];
    const onRetry = (error: unknown, until: number): void => {
      failures.push(error);
      say(error, until);
    };
    try {
      await session.offerSearches.search(search, newerThan, { signal, deadline, giveUpAfterMs, onRetry });
    } catch (error) {
      throw failures.length > 0 && hasCode(error, "SERVICE_ERROR", "UNREACHABLE")
        ? this.searchFailed(error)
        : error;
    }
  }

  private searchFailed(error: ProviderError): ProviderError {
    const { searchPatienceMs } = this.spec;
    const howLong =
      searchPatienceMs === undefined ? "until the time was up" : `for ${duration(searchPatienceMs)}`;
    return new ProviderError(
      error.code,
      `${error.message} It failed ${howLong}, and nothing was rented. Run the command again later, or set how ` +
        "long to keep trying with `customTimeouts.create`.",
      error.details,
    );
  }

  /** Used up, by this launch or by its siblings. */
  private leaveQuery(search: OfferSearch): void {
    const { claims } = this.operation.session;
    const snapshot = this.snapshotOf(search);
    this.oldestInPass = Math.min(this.oldestInPass, snapshot?.at ?? 0);
    this.newestInPass = Math.max(this.newestInPass, snapshot?.number ?? 0);
    const open = this.open();
    for (const { id } of open) if (!claims.isFree(id)) this.takenByOthers.add(id);
    this.wereOffersTaken ||= open.some(({ id }) => !claims.wasSpent(id, this.spentBefore));
    this.index += 1;
  }

  /** The best offer that no other launch of this process has claimed, now claimed; undefined where a search is needed first. */
  claim(): Offer | undefined {
    const offer = this.peek();
    if (offer === undefined || !this.operation.session.claims.claim(offer.id)) return undefined;
    this.tried.add(offer.id);
    this.triedInPass += 1;
    return offer;
  }

  skip(offerId: number, why: string): void {
    this.skipped.push({ offerId, why });
  }

  private peek(aheadMs = 0): Offer | undefined {
    return this.open(aheadMs).find((offer) => this.operation.session.claims.isFree(offer.id));
  }

  private isBlockedByClaims(aheadMs: number): boolean {
    return this.open(aheadMs).some((offer) => this.operation.session.claims.isClaimed(offer.id));
  }

  /** Offers of the current query that this launch has not tried. */
  private open(aheadMs = 0): readonly Offer[] {
    if (this.offerIds.length > 0)
      return this.offerIds.filter((id) => !this.tried.has(id)).map((id) => ({ id }));
    const current = this.searches[this.index];
    const snapshot = current === undefined ? undefined : this.snapshotOf(current.search, aheadMs);
    if (current === undefined || snapshot === undefined) return [];
    return this.fitting(current.query, snapshot).filter((offer) => !this.tried.has(offer.id));
  }

  /** Computed once per search result, until another machine fails. */
  private fitting(query: OfferQuery, snapshot: OfferSnapshot): readonly Offer[] {
    const { session } = this.operation;
    const failed = session.failedMachines.size;
    if (this.fitted?.query !== query || this.fitted.snapshot !== snapshot || this.fitted.failed !== failed) {
      const offers = fittingOffers(session, this.spec, query, snapshot);
      this.sayUnordered(query, snapshot);
      this.fitted = { query, snapshot, failed, offers };
    }
    return this.fitted.offers;
  }

  /** Once for a query: the machine taken may not be the one that `orderBy` would have chosen. */
  private sayUnordered(query: OfferQuery, snapshot: OfferSnapshot): void {
    const said = describeUnordered(query, snapshot);
    if (said === undefined || this.unordered.has(query)) return;
    this.unordered.add(query);
    this.operation.report.note(said, "warning");
  }

  private snapshotOf(search: OfferSearch, aheadMs = 0): OfferSnapshot | undefined {
    return this.operation.session.offerSearches.current(search, this.newerThan, aheadMs);
  }

  /** All queries are used up: search again, unless fresh searches for all of them showed nothing to try. */
  private async beginNextPass(): Promise<void> {
    const isFresh = this.oldestInPass >= this.passBegan;
    const isEmpty = isFresh && this.triedInPass === 0 && !this.wereOffersTaken;
    if (this.searches.length === 0 || isEmpty) throw this.noOffer(await this.whyNone());
    this.passBegan = this.operation.session.clock.now();
    this.newerThan = this.newestInPass;
    this.oldestInPass = Infinity;
    this.triedInPass = 0;
    this.wereOffersTaken = false;
    this.spentBefore = this.operation.session.claims.spentCount();
    this.index = 0;
  }

  /** The argument that excludes everything, where no offer was ever tried; nothing where that would take too long. */
  private async whyNone(): Promise<string | undefined> {
    const { session, signal, report, deadline } = this.operation;
    const first = this.searches[0];
    const found = first && session.offerSearches.current(first.search);
    if (this.tried.size > 0 || first === undefined || found === undefined) return undefined;
    const taken = this.takenByOthers.size;
    if (taken > 0)
      return `Other machines of this program, or of this user's other programs, took ${taken === 1 ? "the one offer" : `the ${String(taken)} offers`} that matched`;
    const until = Math.min(deadline, session.clock.now() + EXPLAIN_MS);
    report.status("searching: no offer matches; finding out why");
    try {
      const isOver = (): boolean => session.clock.now() >= until;
      const search = async (wider: OfferSearch): Promise<FoundOffers> =>
        session.offerSearches.search(wider, 0, { signal, deadline: until });
      const { sentence } = await explainNoOffer({ spec: this.spec, index: 0, found, search, isOver });
      return sentence;
    } catch {
      signal.throwIfAborted();
      return undefined; // the NO_OFFER error suffices
    }
  }

  private noOffer(why: string | undefined): ProviderError {
    const { inputs } = this.spec;
    const left = this.operation.session.unconfirmed.nothingLeft(this.spec.token);
    const tried =
      this.skipped.length === 0
        ? ""
        : ` Tried: ${this.skipped.map(({ offerId, why }) => `offer ${String(offerId)} (${why})`).join("; ")}.`;
    if (this.offerIds.length > 0) {
      return new ProviderError(
        "NO_OFFER",
        `${this.offerIds.length === 1 ? "The offer in `offerIds` could not" : `None of the ${String(this.offerIds.length)} offers in \`offerIds\` could`} be rented${left}.${tried} ` +
          "Offers are short-lived: get fresh ones with getOffers, or describe the machine in `search`.",
      );
    }
    const { secrets } = this.spec;
    const cap =
      inputs.maxHourlyPriceUsd === undefined || secrets.includes("maxHourlyPriceUsd")
        ? ""
        : ` up to ${formatPrice(inputs.maxHourlyPriceUsd)}`;
    const disk = secrets.includes("disk") ? "" : ` with ${String(this.spec.disk)} GB of disk`;
    return new ProviderError(
      "NO_OFFER",
      `No offer is left that matches ${this.searches.length === 1 ? "the query" : `any of the ${String(this.searches.length)} queries`}${cap}${disk}${left}.` +
        `${why === undefined ? "" : ` ${why}.`}${tried} ` +
        (why === undefined
          ? "Widen `search.filters`, raise `maxHourlyPriceUsd`, add another query to `search`, or try again later."
          : "Change that, add another query to `search`, or try again later."),
    );
  }
}
