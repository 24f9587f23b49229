import { ProviderError } from "../errors";
import type { Clock } from "./clock";
import { TransportError } from "./transport-error";
import { NotSentError } from "./not-sent-error";
import { TurnMissedError } from "./turn-missed-error";

/** `reconcile`: the request may have been carried out, and only reading from the service can tell. */
export type Verdict = "retry" | "fail" | "reconcile";

interface RetryRule {
  /** A request that may be carried out twice without harm. */
  readonly repeatable: Verdict;
  /** A request that may not: a rent, a new template. */
  readonly once: Verdict;
  /** Most retries of repeatable requests. Default: as many as the deadline allows. */
  readonly tries?: number;
}

const RULES = {
  // The service turned the request away unread.
  tooFrequent: { repeatable: "retry", once: "retry" },
  // A 5xx may come from a gateway in front of a service that did act.
  serverFailed: { repeatable: "retry", once: "reconcile" },
  // Without a connection no byte left.
  neverSent: { repeatable: "retry", once: "retry" },
  // A refused certificate does not become valid by trying again.
  noTrust: { repeatable: "fail", once: "fail" },
  // The request may have arrived, the reply did not.
  answerLost: { repeatable: "retry", once: "reconcile" },
  // A truncated body happens once, a wrong one every time; the service acted before it wrote either.
  unreadable: { repeatable: "retry", once: "reconcile", tries: 3 },
  // The next reply would be as large.
  tooLarge: { repeatable: "fail", once: "reconcile" },
  // The base URL is wrong, or a proxy is in between.
  redirected: { repeatable: "fail", once: "reconcile" },
  // The service understood and said no.
  understood: { repeatable: "fail", once: "fail" },
} as const satisfies Record<string, RetryRule>;

/** The rule for an error of a request that may have been sent, by its code and by how the reply was lost. */
export function retryRule(error: unknown): RetryRule {
  const cause = error instanceof ProviderError ? error.details.cause : error;
  if (cause instanceof TransportError) {
    switch (cause.kind) {
      case "connect":
        return cause.maySent ? RULES.answerLost : RULES.neverSent;
      case "untrusted":
        return RULES.noTrust;
      case "timeout":
      case "broken":
        return RULES.answerLost;
      case "too-large":
        return RULES.tooLarge;
      case "redirect":
        return RULES.redirected;
    }
  }
  switch (error instanceof ProviderError ? error.code : undefined) {
    case "RATE_LIMITED":
      return RULES.tooFrequent;
    case "SERVICE_ERROR":
      return RULES.serverFailed;
    case "UNREACHABLE":
      return RULES.answerLost;
    case "UNEXPECTED_REPLY":
      return RULES.unreadable;
    default:
      return RULES.understood;
  }
}

/** What to do after `error`, the `tries`-th failure of a call. */
export function retryPolicy(call: { readonly repeatable: boolean }, error: unknown, tries = 1): Verdict {
  const rule = retryRule(error);
  const verdict = call.repeatable ? rule.repeatable : rule.once;
  return verdict === "retry" && tries >= (rule.tries ?? Number.POSITIVE_INFINITY) ? "fail" : verdict;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

export interface RetryOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly repeatable: boolean;
  /** The endpoint's interval: no wait is shorter, except for the jitter. */
  readonly intervalMs: number;
  /** Clock time in ms after which no try is started. */
  readonly deadline: number;
  /** ms from the first failure after which no try is started; a 429 is no failure. */
  readonly giveUpAfterMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called after every failure that is retried, with the clock time (ms) after which no try is started. */
  readonly onRetry?: ((error: unknown, until: number) => void) | undefined;
}

/** The reply to a request that must not be sent twice was lost, or is ambiguous. */
export class AnswerLostError extends Error {
  override readonly name: string = "AnswerLostError";

  constructor(override readonly cause: unknown) {
    super("the answer was lost");
  }
}

/**
 * Makes a call until it succeeds, fails permanently, or its deadline or `giveUpAfterMs` comes: then with the service's last
 * error. Waits
 * double from the endpoint's interval up to 30 s, each shortened at random by up to a half. A call refused as too
 * frequent waits for its next turn only. Rejects with `AnswerLostError` where the policy says reconcile.
 */
export async function retrying<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  let last: unknown;
  let { deadline } = options;
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (options.signal?.aborted === true && error === options.signal.reason) {
        throw error;
      }
      if (error instanceof NotSentError) {
        throw error;
      }
      if (error instanceof TurnMissedError) {
        throw last instanceof Error ? last : error;
      }
      const verdict = retryPolicy(options, error, tries);
      if (verdict === "reconcile") {
        throw new AnswerLostError(error);
      }
      const isFailure = retryRule(error) !== RULES.tooFrequent;
      const wait = isFailure ? backoffMs(tries, options) : 0;
      const now = options.clock.now();
      if (isFailure && deadline === options.deadline && options.giveUpAfterMs !== undefined) {
        deadline = Math.min(deadline, now + options.giveUpAfterMs);
      }
      if (verdict === "fail" || now + wait > deadline) {
        throw error;
      }
      last = error;
      options.onRetry?.(error, deadline);
      if (wait > 0) {
        await options.clock.sleep(wait, options.signal);
      }
    }
  }
}

function backoffMs(tries: number, { intervalMs, random }: RetryOptions): number {
  const full = Math.min(LONGEST_WAIT_MS, Math.max(FIRST_WAIT_MS, intervalMs) * 2 ** (tries - 1));
  return full * (1 - random() / 2);
}
