import { setTimeout as wait } from "node:timers/promises";

/** The only source of time. Milliseconds throughout. */
export interface Clock {
  /** Milliseconds since the epoch, on this clock's own scale. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The longest timer, in ms: Node fires a longer one at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The machine's time in ms: the same in all its processes that have the same `timeScale`. Somebody may set it, backwards as
 * well, so nothing that is waited for may depend on it alone.
 */
export function machineTime(timeScale = 1): () => number {
  return () => Date.now() / timeScale;
}

/**
 * The real clock, which no setting of the machine's time moves: waits and ages stay right while it is set.
 * With a `timeScale` below 1 every wait is that much shorter and `now` runs that much faster, so that intervals and
 * deadlines keep their proportions.
 */
export function systemClock(timeScale = 1): Clock {
  const start = Date.now();
  const origin = performance.now();
  return {
    now: () => start + (performance.now() - origin) / timeScale,
    sleep: async (ms, signal) => {
      try {
        for (let leftMs = Math.max(0, ms * timeScale); leftMs >= 0; leftMs -= LONGEST_TIMER_MS) {
          await wait(Math.min(leftMs, LONGEST_TIMER_MS), undefined, { signal });
        }
      } catch (error) {
        throw signal?.aborted === true ? signal.reason : error;
      }
    },
  };
}
