import { json, refusal, text, type EmulatorReply } from "./replies";

/** How often one account may call one endpoint. */
export interface PaceRule {
  /** Least time between two requests, in seconds. */
  readonly intervalSeconds: number;
  /** How many may come at once before the interval applies. Default 1. */
  readonly burst?: number | undefined;
  /** How long a refused request shuts the endpoint, in seconds. Default: not longer than without it. */
  readonly penaltySeconds?: number | undefined;
  /** The form of the refusal. Default `text`. */
  readonly form?: "text" | "detail" | "success" | undefined;
  /** Whether the refusal names the interval. Default true. */
  readonly namesThreshold?: boolean | undefined;
}

interface Standing {
  /** The requests counted, oldest first, in ms */
  readonly accepted: readonly number[];
  readonly shutUntil: number;
}

const OPEN: Standing = { accepted: [], shutUntil: 0 };

/** Enforces the intervals between requests, per endpoint and account. */
export class PaceLimit {
  private readonly standings = new Map<string, Standing>();

  /** The refusal of a request that comes too early, or undefined where it may pass. */
  check(endpoint: string, accountId: number, rule: PaceRule, nowMs: number): EmulatorReply | undefined {
    const key = `${endpoint} ${accountId}`;
    const standing = this.standings.get(key) ?? OPEN;
    const burst = rule.burst ?? 1;
    const windowMs = rule.intervalSeconds * 1000 * burst;
    const recent = standing.accepted.filter((at) => at > nowMs - windowMs);
    if (recent.length < burst && nowMs >= standing.shutUntil) {
      this.standings.set(key, { accepted: [...recent, nowMs], shutUntil: 0 });
      return undefined;
    }
    const shutUntil =
      rule.penaltySeconds === undefined ? standing.shutUntil : nowMs + rule.penaltySeconds * 1000;
    this.standings.set(key, { accepted: recent, shutUntil });
    return tooFrequent(rule.form, rule.namesThreshold === false ? undefined : rule.intervalSeconds);
  }
}

/** The 429 of the service, in one of its forms. */
export function tooFrequent(form: PaceRule["form"], threshold: number | undefined): EmulatorReply {
  const sentence = `API requests too frequent${threshold === undefined ? "" : `: endpoint threshold=${threshold}`}`;
  switch (form) {
    case "detail":
      return json(429, { detail: sentence });
    case "success":
      return refusal(429, "rate_limit_exceeded", sentence);
    case "text":
    case undefined:
      return text(429, sentence);
  }
}
