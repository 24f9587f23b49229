import type { CallOptions, FoundOffers, OfferSearch, ServiceClient } from "../../client/service-client";
import { hasCode } from "../../errors";
import type { Clock } from "../../wire/clock";
import { abortable } from "./abortable";

/** Offers move fast: none older than this is rented. */
export const OFFER_MAX_AGE_MS = 30_000;

/**
 * How long a failing search is retried, in ms: eight or nine tries. A shorter failure is a restart of the
 * service or of the network; a longer one may take hours, and the user should know instead of waiting.
 */
export const SEARCH_PATIENCE_MS = 3 * 60_000;

/** The offers of one search, and when they were requested. */
export interface OfferSnapshot extends FoundOffers {
  /** clock ms at which it was requested; the request may have waited for its turn since */
  readonly at: number;
  /** clock ms at which the reply came */
  readonly answeredAt: number;
  /** Counts the searches of this process, whatever their queries. The first is 1. */
  readonly number: number;
}

/** A search under way, shared by everybody who waits for it. */
interface Flight {
  readonly request: Promise<OfferSnapshot>;
  /** clock ms */
  readonly deadline: number;
  readonly waiting: Set<CallOptions>;
  /** Ends the request once nobody waits for it. */
  readonly cancel: AbortController;
}

/** Searches shared by everything in the process: equal searches at one time send one request. */
export class OfferSearchCache {
  private readonly snapshots = new Map<string, OfferSnapshot>();
  private readonly inFlight = new Map<string, Flight>();
  private readonly keys = new WeakMap<OfferSearch, string>();
  private searches = 0;

  constructor(
    private readonly client: Pick<ServiceClient, "searchOffers">,
    private readonly clock: Clock,
  ) {}

  /** The snapshot at hand, where it may be used `aheadMs` from now and its number is above `newerThan`. */
  current(search: OfferSearch, newerThan = 0, aheadMs = 0): OfferSnapshot | undefined {
    const snapshot = this.snapshots.get(this.keyOf(search));
    if (snapshot === undefined || snapshot.number <= newerThan) return undefined;
    return this.clock.now() + aheadMs - snapshot.answeredAt <= OFFER_MAX_AGE_MS ? snapshot : undefined;
  }

  /**
   * What was found not longer ago than `OFFER_MAX_AGE_MS`, by a search with a number above `newerThan`. One that fails is
   * retried for `SEARCH_PATIENCE_MS`, unless the options say otherwise.
   */
  async search(search: OfferSearch, newerThan = 0, options: CallOptions = {}): Promise<OfferSnapshot> {
    const { signal, giveUpAfterMs = SEARCH_PATIENCE_MS } = options;
    const deadline = options.deadline ?? this.clock.now() + SEARCH_PATIENCE_MS;
    for (;;) {
      signal?.throwIfAborted();
      const current = this.current(search, newerThan);
      if (current !== undefined) return current;
      const key = `${String(giveUpAfterMs)} ${this.keyOf(search)}`;
      const flight = this.inFlight.get(key) ?? this.ask(search, key, { deadline, giveUpAfterMs });
      try {
        const snapshot = await this.waitFor(flight, key, options);
        if (snapshot.number > newerThan) return snapshot;
      } catch (error) {
        // It failed at another caller's deadline.
        if (signal?.aborted === true || flight.deadline >= deadline || !isUnavailable(error)) throw error;
      }
    }
  }

  /** The request belongs to everybody who waits for it: only the last to be cancelled aborts it. */
  private async waitFor(flight: Flight, key: string, options: CallOptions): Promise<OfferSnapshot> {
    flight.waiting.add(options);
    try {
      return await abortable(flight.request, options.signal);
    } finally {
      flight.waiting.delete(options);
      if (flight.waiting.size === 0 && this.inFlight.get(key) === flight) {
        this.inFlight.delete(key);
        flight.cancel.abort(new Error("nobody waits for the search any more"));
      }
    }
  }

  private keyOf(search: OfferSearch): string {
    const known = this.keys.get(search);
    if (known !== undefined) return known;
    const key = keyOf(search);
    this.keys.set(search, key);
    return key;
  }

  private ask(
    search: OfferSearch,
    key: string,
    { deadline, giveUpAfterMs }: { readonly deadline: number; readonly giveUpAfterMs: number },
  ): Flight {
    const at = this.clock.now();
    this.searches += 1;
    const number = this.searches;
    const waiting = new Set<CallOptions>();
    const cancel = new AbortController();
    const onRetry = (error: unknown, until: number): void => {
      for (const one of waiting) one.onRetry?.(error, Math.min(until, one.deadline ?? until));
    };
    const request = this.client
      .searchOffers(search, { deadline, giveUpAfterMs, signal: cancel.signal, onRetry })
      .then((found) => {
        const snapshot = { ...found, at, answeredAt: this.clock.now(), number };
        this.snapshots.set(this.keyOf(search), snapshot);
        return snapshot;
      })
      .finally(() => {
        if (this.inFlight.get(key)?.request === request) this.inFlight.delete(key);
      });
    request.catch(() => undefined);
    const flight = { request, deadline, waiting, cancel };
    this.inFlight.set(key, flight);
    return flight;
  }
}

/** The service could not be reached or failed. Narrower than `isTransient`: what it replied is the same for every caller. */
function isUnavailable(error: unknown): boolean {
  return hasCode(error, "SERVICE_ERROR", "UNREACHABLE", "RATE_LIMITED");
}

function keyOf(search: OfferSearch): string {
  return JSON.stringify(search, (_name, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
