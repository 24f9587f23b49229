import { Pacer } from "../../provider/wire/pacing";
import { FakeClock } from "../support/fake-clock";
import { aboutMs } from "../support/matchers";
import { ACCEPT, pacedWorld, Refused, SLACK } from "./paced-world";

/** From a refused request to the next try, `random` being 0.5: of a process that holds the lane, and of one that does not. */
const AFTER_DISTURBANCE_MS = 100 + 12_000 * SLACK + (4_500 * 0.075) / 2;
const AFTER_STRAY_MS = 100 + 12_000 * SLACK + 4_500 * (0.43 + 0.26 / 2);
/** And where the lane is found held: the first check, the second and the third. */
const FIRST_CHECK_MS = 100 + 12_000 * (SLACK + 0.43);
const SECOND_CHECK_MS = 100 + 12_000 * (SLACK + 5.8);
const THIRD_CHECK_MS = 100 + 12_000 * (SLACK + 5.8 * 1.08);

test("a process whose requests pass continues after the penalty when another disturbs it", async () => {
  const { clock, log, run } = pacedWorld();
  await clock.runUntil(run("a", ACCEPT));
  await clock.runUntil(expect(run("b", ACCEPT, {}, new Refused(4_500))).rejects.toThrow());
  await clock.runUntil(Promise.all(["c", "d", "e"].map((name) => run(name, ACCEPT))));
  const [, b = 0, c = 0, ...later] = log.map(([, time]) => time);
  expect(c - b).toEqual(aboutMs(AFTER_DISTURBANCE_MS));
  expect(later).toEqual([c + 4_500 * SLACK, c + 9_000 * SLACK].map(aboutMs));
});

test.each([
  ["one isolated refusal costs its penalty and little more", "-", [AFTER_STRAY_MS]],
  ["so does a second, where a request between passed", "-+-", [AFTER_STRAY_MS, 4_635, AFTER_DISTURBANCE_MS]],
  ["two in a row cost half a penalty more", "--", [AFTER_STRAY_MS, FIRST_CHECK_MS]],
  ["with the lane held, too", "+--", [4_635, AFTER_DISTURBANCE_MS, FIRST_CHECK_MS]],
])("alone on the account: %s", async (_what, outcomes, waits) => {
  expect(await waitsOf(outcomes)).toEqual(waits.map(aboutMs));
});

test("one isolated refusal for a rent costs the penalty and at most five seconds, whatever chance says", async () => {
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
  expect(c - b).toEqual(aboutMs(FIRST_CHECK_MS));
  expect(d - c).toEqual(aboutMs(SECOND_CHECK_MS));
  expect(e - d).toEqual(aboutMs(THIRD_CHECK_MS));
  expect(later).toEqual([e + 4_500 * SLACK, e + 9_000 * SLACK].map(aboutMs));
});

/** From each request to the next, where they pass (+) or are refused (-). */
async function waitsOf(outcomes: string): Promise<number[]> {
  const { clock, log, run } = pacedWorld();
  for (const outcome of Array.from(`${outcomes}+`)) {
    const call = run(outcome, ACCEPT, {}, outcome === "-" ? new Refused(4_500) : undefined);
    await clock.runUntil(call.catch(() => undefined));
  }
  return log.slice(1).map(([, time], index) => time - (log[index]?.[1] ?? 0));
}

test("a second refusal in a row takes the lane from the process that held it", async () => {
  const waits = await waitsOf("+---");
  expect(waits).toEqual([4_635, AFTER_DISTURBANCE_MS, FIRST_CHECK_MS, SECOND_CHECK_MS].map(aboutMs));
});

test("refusals with single requests between that passed do not take it, however many", async () => {
  const waits = await waitsOf("+-+-+-+-+-");
  expect(waits.every((wait) => wait < 13_000)).toBe(true);
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
