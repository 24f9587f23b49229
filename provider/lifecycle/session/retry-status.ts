import { ProviderError } from "../../errors";
import type { CallOptions } from "../../client/service-client";
import { retryLine } from "../../rules/instance/progress-line";
import type { Clock } from "../../wire/clock";
import type { Report } from "../engine/progress";

/**
 * Reports in the resource's row, while a call is retried, what it is for, how it failed last, and how much time is left:
 * "searching: 503, 2 m left, trying again".
 *
 * @param phase what the call is for: "searching"
 */
export function retryStatus(
  phase: string,
  report: Report,
  clock: Clock,
): NonNullable<CallOptions["onRetry"]> {
  return (error, until) => {
    report.status(describeRetry(phase, error, until - clock.now()));
  };
}

/** "searching: 503, 2 m left, trying again". */
export function describeRetry(phase: string, error: unknown, leftMs: number): string {
  return retryLine(phase, shortTrouble(error), leftMs);
}

/** What failed, in a word or two. */
function shortTrouble(error: unknown): string {
  if (!(error instanceof ProviderError)) return "it failed";
  switch (error.code) {
    case "RATE_LIMITED":
      return "rate limited";
    case "UNREACHABLE":
      return "no answer";
    case "UNEXPECTED_REPLY":
      return "unreadable answer";
    default:
      return error.details.status === undefined ? "it failed" : String(error.details.status);
  }
}
