/** How the requests of one lane are spaced. The intervals are in `client/endpoints`. Milliseconds throughout. */
export interface PacePolicy {
  /** Requests of one lane share one rate limit. The name is shown in errors. */
  readonly lane: string;
  /** Least time between two starts to begin with. A threshold that the service names replaces it. */
  readonly intervalMs: number;
  /** What the service documents: used when it refuses without naming a threshold. */
  readonly documentedMs: number;
  /** Instead of an interval: this many starts within any `perMs`. */
  readonly burst?: { readonly starts: number; readonly perMs: number } | undefined;
  /** How long the service refuses everything after a request that came too early. Default: the interval. */
  readonly penaltyMs?: number | undefined;
  /** Smaller goes first, whatever the lane. */
  readonly priority: number;
}

/** A 429: "too frequent", as the service said it. */
export interface PaceRefusal {
  readonly thresholdMs?: number | undefined;
}
