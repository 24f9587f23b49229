import { ProviderError } from "../errors";
import type { CallOptions } from "../client/service-client";
import type { Clock } from "../wire/clock";
import { duration } from "./instance/rental";
import type { Report } from "./progress";

/**
 * Says in the resource's row, while a call is made again, what it is for, how it failed last, and how much time is left:
 * "looking for offers: the service answered 503; trying again, 2 min 40 s left". At most 80 characters for a phase of
 * up to 20.
 *
 * @param phase what the call is for: "looking for offers"
 */
export function retryStatus(
  phase: string,
  report: Report,
  clock: Clock,
): NonNullable<CallOptions["onRetry"]> {
  return (error, until) => {
    const left = duration(Math.max(0, until - clock.now()));
    report.status(`${phase}: ${saidBy(error)}; trying again, ${left} left`);
  };
}

/** In a few words. */
function saidBy(error: unknown): string {
  if (!(error instanceof ProviderError)) return "it failed";
  switch (error.code) {
    case "RATE_LIMITED":
      return "the service says to wait";
    case "UNREACHABLE":
      return "no answer comes";
    case "UNEXPECTED_REPLY":
      return "the answer is unreadable";
    default:
      return error.details.status === undefined
        ? "the service failed"
        : `the service answered ${String(error.details.status)}`;
  }
}
