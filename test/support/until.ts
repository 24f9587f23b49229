import { systemClock } from "../../provider/wire/clock";

/** Milliseconds between two polls of another process. */
const LOOK_MS = 20;

/** Resolves when a condition outside this process holds; a case's own limit ends a wait for nothing. */
export async function until(holds: () => boolean): Promise<void> {
  const clock = systemClock();
  while (!holds()) await clock.sleep(LOOK_MS);
}
