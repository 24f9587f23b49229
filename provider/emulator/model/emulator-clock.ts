import { setTimeout as wait } from "node:timers/promises";

/** Time as the emulated service sees it, in milliseconds. */
export interface EmulatorClock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

/**
 * The machine's own time. With a `timeScale` of 0.01 the emulated service runs a hundred times faster: a load of 20 s
 * takes 0.2 s, and its timestamps advance by 20 s.
 */
export function realClock(timeScale = 1): EmulatorClock {
  const start = Date.now();
  return {
    now: () => (timeScale === 1 ? Date.now() : start + (Date.now() - start) / timeScale),
    sleep: (ms) => wait(Math.max(0, ms * timeScale)),
  };
}
