import type { CallOptions, FoundOffers, OfferSearch, ServiceClient } from "../client/service-client";
import type { Clock } from "../wire/clock";
import { abortable } from "./abortable";

/** Offers move fast: none that was seen longer ago than this is rented. */
export const OFFER_MAX_AGE_MS = 30_000;

/** The offers of one search, and when they were asked for. */
export interface MarketSnapshot extends FoundOffers {
  /** clock ms at which it was asked for; the request may have waited for its turn since */
  readonly at: number;
  /** clock ms at which the answer came */
  readonly answeredAt: number;
  /** Counts the searches of this process, whatever they ask. The first is 1. */
  readonly number: number;
}

/** Searches shared by everything in the process: however many ask for the same, one request is sent. */
export class Market {
  private readonly snapshots = new Map<string, MarketSnapshot>();
  private readonly inFlight = new Map<string, Promise<MarketSnapshot>>();
  private readonly keys = new WeakMap<OfferSearch, string>();
  private searches = 0;

  constructor(
    private readonly client: Pick<ServiceClient, "searchOffers">,
    private readonly clock: Clock,
  ) {}

  /** The snapshot at hand, where it may be used `aheadMs` from now and its number is above `newerThan`. */
  current(search: OfferSearch, newerThan = 0, aheadMs = 0): MarketSnapshot | undefined {
    const snapshot = this.snapshots.get(this.keyOf(search));
    if (snapshot === undefined || snapshot.number <= newerThan) return undefined;
    return this.clock.now() + aheadMs - snapshot.answeredAt <= OFFER_MAX_AGE_MS ? snapshot : undefined;
  }

  async search(search: OfferSearch, newerThan = 0, options: CallOptions = {}): Promise<MarketSnapshot> {
    options.signal?.throwIfAborted();
    const current = this.current(search, newerThan);
    if (current !== undefined) return current;
    const key = this.keyOf(search);
    const flying = this.inFlight.get(key);
    if (flying !== undefined) {
      const snapshot = await abortable(flying, options.signal);
      if (snapshot.number > newerThan) return snapshot;
    }
    // The request belongs to everybody who waits for it: one caller's cancellation does not take it from the others.
    const request = this.inFlight.get(key) ?? this.ask(search, key, options.deadline);
    return abortable(request, options.signal);
  }

  private keyOf(search: OfferSearch): string {
    const known = this.keys.get(search);
    if (known !== undefined) return known;
    const key = keyOf(search);
    this.keys.set(search, key);
    return key;
  }

  private ask(search: OfferSearch, key: string, deadline: number | undefined): Promise<MarketSnapshot> {
    const at = this.clock.now();
    this.searches += 1;
    const number = this.searches;
    const request = this.client
      .searchOffers(search, { deadline })
      .then((found) => {
        const snapshot = { ...found, at, answeredAt: this.clock.now(), number };
        this.snapshots.set(key, snapshot);
        return snapshot;
      })
      .finally(() => this.inFlight.delete(key));
    this.inFlight.set(key, request);
    return request;
  }
}

function keyOf(search: OfferSearch): string {
  return JSON.stringify(search, (_name, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
