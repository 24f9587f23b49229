import { Pacer } from "../../provider/wire/pacing";
import { FakeClock } from "../support/fake-clock";
import { aboutMs } from "../support/matchers";
import { ACCEPT, pacedWorld, Refused, SLACK } from "./paced-world";

test("a process whose requests pass goes on after the penalty when another disturbs it", async () => {
  const { clock, log, run } = pacedWorld();
  await clock.runUntil(run("a", ACCEPT));
  await clock.runUntil(expect(run("b", ACCEPT, {}, new Refused(4_500))).rejects.toThrow());
  await clock.runUntil(Promise.all(["c", "d", "e"].map((name) => run(name, ACCEPT))));
  const [, b = 0, c = 0, ...later] = log.map(([, time]) => time);
  expect(c - b).toEqual(aboutMs(100 + 12_000 * SLACK + 4_500 / 8));
  expect(later).toEqual([c + 4_500 * SLACK, c + 9_000 * SLACK].map(aboutMs));
});

/** From a refused request to the next try of a process whose requests have not passed, `random` being 0.5. */
const AFTER_STRAY_MS = 100 + 12_000 * SLACK + 4_500 * (0.4 + 0.45 / 2);

test.each([
  ["one stray refusal costs its penalty and little more", "-", [AFTER_STRAY_MS]],
  ["so does a second, where a request between passed", "-+-", [AFTER_STRAY_MS, 4_635, 13_022]],
  ["two in a row cost half a penalty more", "--", [AFTER_STRAY_MS, AFTER_STRAY_MS + 6_000 - 2_812]],
  ["with the lane held, two in a row cost their penalties", "+--", [4_635, 13_022, 13_022]],
])("alone on the account: %s", async (_what, outcomes, waits) => {
  const { clock, log, run } = pacedWorld();
  for (const outcome of Array.from(`${outcomes}+`)) {
    const call = run(outcome, ACCEPT, {}, outcome === "-" ? new Refused(4_500) : undefined);
    await clock.runUntil(call.catch(() => undefined));
  }
  expect(log.slice(1).map(([, time], index) => time - (log[index]?.[1] ?? 0))).toEqual(waits.map(aboutMs));
});

test("one stray refusal for a rent costs the penalty and at most five seconds, whatever chance says", async () => {
  for (const chance of [0, 0.25, 0.5, 0.75, 0.999]) {
    for (const before of [0, 1]) {
      const { clock, log, run } = pacedWorld(() => chance);
      if (before > 0) await clock.runUntil(run("before", ACCEPT));
      await clock.runUntil(run("a", ACCEPT, {}, new Refused(4_500)).catch(() => undefined));
      const refusedAt = (log.at(-1)?.[1] ?? 0) + 100;
      await clock.runUntil(run("b", ACCEPT));
      expect((log.at(-1)?.[1] ?? 0) - refusedAt).toBeLessThanOrEqual(12_000 + 5_000);
      expect((log.at(-1)?.[1] ?? 0) - refusedAt).toBeGreaterThan(12_000);
    }
  }
});

test("a process that finds the lane held stays away for long, longer each time, and then takes all of it", async () => {
  const { clock, log, run } = pacedWorld();
  for (const name of ["a", "b", "c", "d"]) {
    await clock.runUntil(expect(run(name, ACCEPT, {}, new Refused(4_500))).rejects.toThrow());
  }
  await clock.runUntil(Promise.all(["e", "f", "g"].map((name) => run(name, ACCEPT))));
  const [, b = 0, c = 0, d = 0, e = 0, ...later] = log.map(([, time]) => time);
  expect(c - b).toEqual(aboutMs(100 + 12_000 * (SLACK + 0.5)));
  expect(d - c).toEqual(aboutMs(100 + 12_000 * (SLACK + 4)));
  expect(e - d).toEqual(aboutMs(100 + 12_000 * (SLACK + 5)));
  expect(later).toEqual([e + 4_500 * SLACK, e + 9_000 * SLACK].map(aboutMs));
});

test.each([
  ["a third refusal in a row", "+----"],
  ["a third with single requests between that passed", "+-+-+--"],
])("%s takes the lane from the process that held it", async (_what, outcomes) => {
  const { clock, log, run } = pacedWorld();
  for (const outcome of Array.from(`${outcomes}+`)) {
    const call = run(outcome, ACCEPT, {}, outcome === "-" ? new Refused(4_500) : undefined);
    await clock.runUntil(call.catch(() => undefined));
  }
  const waits = log.slice(1).map(([, time], index) => time - (log[index]?.[1] ?? 0));
  expect(waits.slice(0, -2).every((wait) => wait < 14_000)).toBe(true);
  expect(waits.at(-2)).toEqual(aboutMs(100 + 12_000 * (SLACK + 0.5)));
  expect(waits.at(-1)).toEqual(aboutMs(100 + 12_000 * (SLACK + 4)));
});

test.each([
  ["refuses only", 0, 1.5],
  ["shuts the lane for 12 s after each", 12_000, 2.2],
])("two processes share an account that %s", async (_what, penaltyMs, most) => {
  const clock = new FakeClock();
  const start = clock.now();
  let last = Number.NEGATIVE_INFINITY;
  let shutUntil = Number.NEGATIVE_INFINITY;
  let end = 0;
  const serve = async (): Promise<void> => {
    const now = clock.now();
    await clock.sleep(100);
    if (now - last < 4_500 || now < shutUntil) {
      shutUntil = now + penaltyMs;
      throw new Refused(4_500);
    }
    last = now;
    end = now - start;
  };
  const processOf = (seed: number): Promise<unknown> => {
    let state = seed;
    const pacer = new Pacer(clock, () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647);
    const one = async (): Promise<void> => {
      const place = pacer.place();
      for (;;) {
        try {
          await pacer.run(
            ACCEPT,
            { deadline: Number.POSITIVE_INFINITY, place, refusalOf: () => ({ thresholdMs: 4_500 }) },
            serve,
          );
          return;
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
        }
      }
    };
    return Promise.all(Array.from({ length: 32 }, one));
  };
  await clock.runUntil(Promise.all([processOf(11), processOf(97)]));
  expect(end).toBeLessThan(most * 63 * 4_500);
});
