import type { PacePolicy } from "../../provider/wire/pacing-types";
import { Pacer } from "../../provider/wire/pacing";
import { FakeClock } from "../support/fake-clock";

const DESTROY: PacePolicy = { lane: "DELETE instance", intervalMs: 3_000, documentedMs: 3_000, priority: 0 };
const SEEDS = Array.from({ length: 200 }, (_, index) => index + 1);

// Each part of the pump read the clock for itself: a turn that came due between two readings was neither given nor
// slept for, and the request missed its deadline 15 minutes later.
test("no turn is lost on a clock that moves between two readings and whose timers fire early or late", async () => {
  const missed: number[] = [];
  for (const seed of SEEDS) {
    const clock = new FakeClock(undefined, { seed });
    const pacer = new Pacer(clock, () => 0.5);
    const starts: number[] = [];
    const destroy = (): Promise<unknown> =>
      pacer.run(DESTROY, { deadline: clock.now() + 900_000, refusalOf: () => undefined }, async () => {
        starts.push(clock.now());
        await clock.sleep(20);
      });
    const begun = clock.now();
    await clock.runUntil(Promise.allSettled([destroy(), destroy(), destroy()]));
    const gaps = starts.map((start, index) => start - (starts[index - 1] ?? begun - 3_100));
    if (starts.length < 3 || gaps.some((gap) => gap < 3_000 || gap > 3_200)) missed.push(seed);
  }
  expect(missed).toEqual([]);
});
