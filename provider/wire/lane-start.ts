import type { PacePolicy } from "./pacing-types";

/** In addition to the interval, since two requests may arrive closer together than they were sent. */
export const SLACK = 1.03;
/** The largest plausible interval, in ms. */
export const LONGEST_INTERVAL_MS = 60_000;

/** Clock time of the earliest start after `starts`, the newest last; minus infinity where any time is right. */
export function laneStart(
  policy: PacePolicy,
  starts: readonly number[],
  learnedMs: number | undefined,
): number {
  const { burst } = policy;
  if (burst !== undefined && learnedMs === undefined) {
    return (starts.at(-burst.starts) ?? Number.NEGATIVE_INFINITY) + burst.perMs * SLACK;
  }
  return (starts.at(-1) ?? Number.NEGATIVE_INFINITY) + (learnedMs ?? policy.intervalMs) * SLACK;
}
