import type { PacePolicy } from "../../provider/wire/pace-policy";
import { Pacer, type TurnOptions } from "../../provider/wire/pacing";
import { TurnMissedError } from "../../provider/wire/turn-missed-error";
import { FakeClock } from "../support/fake-clock";
import { aboutMs } from "../support/matchers";

const ACCEPT: PacePolicy = {
  lane: "PUT asks",
  intervalMs: 4_500,
  documentedMs: 4_500,
  penaltyMs: 12_000,
  priority: 2,
};
const DESTROY: PacePolicy = { lane: "DELETE instance", intervalMs: 3_000, documentedMs: 3_000, priority: 0 };
/** An interval is exceeded by this, since requests may come closer together than they were sent. */
const SLACK = 1.03;

class Refused extends Error {
  constructor(readonly thresholdMs?: number) {
    super("429");
  }
}

function world(random = () => 0.5) {
  const clock = new FakeClock();
  const pacer = new Pacer(clock, random);
  const start = clock.now();
  const log: [name: string, at: number][] = [];
  const options: TurnOptions = {
    deadline: Number.POSITIVE_INFINITY,
    refusalOf: (error) => (error instanceof Refused ? { thresholdMs: error.thresholdMs } : undefined),
  };
  const run = (name: string, policy: PacePolicy, more: Partial<TurnOptions> = {}, outcome?: Error) =>
    pacer.run(policy, { ...options, ...more }, async () => {
      log.push([name, clock.now() - start]);
      await clock.sleep(100);
      if (outcome !== undefined) throw outcome;
      return name;
    });
  return { clock, pacer, log, run, start };
}

test("starts of one lane are an interval apart, first come first served, whatever the replies take", async () => {
  const { clock, log, run } = world();
  await clock.runUntil(Promise.all(["a", "b", "c"].map((name) => run(name, ACCEPT))));
  const interval = 4_500 * SLACK;
  expect(log).toEqual([
    ["a", aboutMs(0)],
    ["b", aboutMs(interval)],
    ["c", aboutMs(2 * interval)],
  ]);
});

test("after a request that was held up on its way the next keeps the distance to when it may have arrived", async () => {
  const { clock, pacer, start } = world();
  const starts: number[] = [];
  const ask = (tookMs: number) =>
    pacer.run(ACCEPT, { deadline: Number.POSITIVE_INFINITY, refusalOf: () => undefined }, async () => {
      starts.push(clock.now() - start);
      await clock.sleep(tookMs);
    });
  await clock.runUntil(Promise.all([ask(200), ask(900), ask(200)]));
  const [first = 0, second = 0, third = 0] = starts;
  expect(second - first).toEqual(aboutMs(4_500 * SLACK));
  // Of the 900 ms at most 700 were spent before it arrived.
  expect(third - second).toEqual(aboutMs(700 + 4_500 * 1.005));
});

test("the first request of a lane is compared with the shortest way of another", async () => {
  const { clock, pacer, start } = world();
  const starts: number[] = [];
  const ask = (policy: PacePolicy, tookMs: number) =>
    pacer.run(policy, { deadline: Number.POSITIVE_INFINITY, refusalOf: () => undefined }, async () => {
      starts.push(clock.now() - start);
      await clock.sleep(tookMs);
    });
  await clock.runUntil(ask(DESTROY, 200));
  await clock.runUntil(Promise.all([ask(ACCEPT, 1_500), ask(ACCEPT, 1_500), ask(ACCEPT, 1_500)]));
  const [, first = 0, second = 0, third = 0] = starts;
  expect(second - first).toEqual(aboutMs(1_300 + 4_500 * 1.005));
  expect(third - second).toEqual(aboutMs(4_500 * SLACK));
});

test("lanes do not wait for each other", async () => {
  const { clock, log, run } = world();
  await clock.runUntil(Promise.all([run("rent", ACCEPT), run("destroy", DESTROY)]));
  expect(log.map(([, at]) => at)).toEqual([0, 0].map(aboutMs));
});

test("of what may start at one time the destroy goes first, across lanes and within one", async () => {
  const { clock, log, run } = world();
  const urgent = { ...ACCEPT, priority: 0 };
  const calls = [run("rent 1", ACCEPT), run("rent 2", ACCEPT), run("destroy", DESTROY), run("first", urgent)];
  await clock.runUntil(Promise.all(calls));
  expect(log.map(([name]) => name)).toEqual(["destroy", "first", "rent 1", "rent 2"]);
});

test("a burst lets so many start at once, and the next when the window has room", async () => {
  const { clock, log, run } = world();
  const policy = { ...ACCEPT, intervalMs: 6_000, burst: { starts: 3, perMs: 60_000 } };
  await clock.runUntil(Promise.all(["a", "b", "c", "d"].map((name) => run(name, policy))));
  expect(log.map(([, at]) => at)).toEqual([0, 0, 0, 60_000].map(aboutMs));
});

test("without an interval all start at once, and the first refusal teaches it", async () => {
  const { clock, pacer, log, run } = world();
  const policy = { ...ACCEPT, intervalMs: 0 };
  await clock.runUntil(run("a", policy));
  await clock.runUntil(
    expect(run("b", policy, { place: pacer.place() }, new Refused(2_000))).rejects.toThrow("429"),
  );
  await clock.runUntil(Promise.all([run("c", policy), run("d", policy)]));
  const [, b, c, d] = log.map(([, at]) => at);
  expect(c).toEqual(aboutMs((b ?? 0) + 100 + 12_000 * SLACK));
  expect(d).toEqual(aboutMs((c ?? 0) + 2_000 * SLACK));
});

test("a refusal without a threshold teaches the documented interval", async () => {
  const { clock, log, run } = world();
  const policy = { ...DESTROY, intervalMs: 0 };
  await clock.runUntil(
    Promise.all([run("a", policy), expect(run("b", policy, {}, new Refused())).rejects.toThrow()]),
  );
  await clock.runUntil(Promise.all([run("c", policy), run("d", policy)]));
  const [, , c, d] = log.map(([, at]) => at);
  expect((d ?? 0) - (c ?? 0)).toEqual(aboutMs(3_000 * SLACK));
});

test("a named threshold below the interval speeds up", async () => {
  const { clock, log, run } = world();
  await clock.runUntil(expect(run("a", DESTROY, {}, new Refused(1_000))).rejects.toThrow());
  await clock.runUntil(Promise.allSettled(Array.from({ length: 12 }, (_, n) => run(String(n), DESTROY))));
  const [before, last] = log.slice(-2).map(([, at]) => at);
  expect((last ?? 0) - (before ?? 0)).toEqual(aboutMs(1_030));
});

test("a process whose requests pass goes on after the penalty when another disturbs it", async () => {
  const { clock, log, run } = world();
  await clock.runUntil(run("a", ACCEPT));
  await clock.runUntil(expect(run("b", ACCEPT, {}, new Refused(4_500))).rejects.toThrow());
  await clock.runUntil(Promise.all(["c", "d", "e"].map((name) => run(name, ACCEPT))));
  const [, b = 0, c = 0, ...later] = log.map(([, time]) => time);
  expect(c - b).toEqual(aboutMs(100 + 12_000 * SLACK + 4_500 / 8));
  expect(later).toEqual([c + 4_500 * SLACK, c + 9_000 * SLACK].map(aboutMs));
});

test("a process that finds the lane held stays away for long, longer each time, and then takes all of it", async () => {
  const { clock, log, run } = world();
  for (const name of ["a", "b"]) {
    await clock.runUntil(expect(run(name, ACCEPT, {}, new Refused(4_500))).rejects.toThrow());
  }
  await clock.runUntil(Promise.all(["c", "d", "e"].map((name) => run(name, ACCEPT))));
  const [a = 0, b = 0, c = 0, ...later] = log.map(([, time]) => time);
  expect(b - a).toEqual(aboutMs(100 + 12_000 * (SLACK + 4)));
  expect(c - b).toEqual(aboutMs(100 + 12_000 * (SLACK + 5)));
  expect(later).toEqual([c + 4_500 * SLACK, c + 9_000 * SLACK].map(aboutMs));
});

test("a third refusal in a row takes the lane from the process that held it", async () => {
  const { clock, log, run } = world();
  await clock.runUntil(run("a", DESTROY));
  for (const name of ["b", "c", "d"]) {
    await clock.runUntil(expect(run(name, DESTROY, {}, new Refused(3_000))).rejects.toThrow());
  }
  await clock.runUntil(run("e", DESTROY));
  const [, b = 0, c = 0, d = 0, e = 0] = log.map(([, time]) => time);
  expect(c - b).toBeLessThan(5_000);
  expect(d - c).toBeLessThan(5_000);
  expect(e - d).toBeGreaterThan(12_000);
});

test("the turn waits for what the next in line prepares, and only that is prepared", async () => {
  const { clock, log, run, start } = world();
  const prepared: [string, number][] = [];
  const names = ["a", "b", "c"];
  const prepare = (name: string) => async () => {
    prepared.push([name, clock.now() - start]);
    await clock.sleep(1_000 + 10 * names.indexOf(name));
  };
  await clock.runUntil(Promise.all(names.map((name) => run(name, ACCEPT, { prepare: prepare(name) }))));
  expect(log.map(([name]) => name)).toEqual(names);
  expect(log[0]).toEqual(["a", aboutMs(1_000)]);
  expect(prepared.map(([name]) => name)).toEqual(names);
  expect(prepared[2]?.[1]).toBeGreaterThanOrEqual(log[1]?.[1] ?? Number.NaN);
  expect(log[2]?.[1]).toEqual(aboutMs((log[1]?.[1] ?? 0) + 4_635));
});

test("one that prepares for long does not hold up the one behind it", async () => {
  const { clock, log, run } = world();
  const slow = run("slow", ACCEPT, { prepare: () => clock.sleep(60_000) });
  await clock.runUntil(Promise.all([slow, run("quick", ACCEPT)]));
  expect(log).toEqual([
    ["quick", aboutMs(0)],
    ["slow", aboutMs(60_000)],
  ]);
});

test("a failed preparation is the caller's error, and the turn is the next one's", async () => {
  const { clock, log, run } = world();
  const failing = run("a", ACCEPT, { prepare: () => Promise.reject(new Error("no offers")) });
  await clock.runUntil(Promise.all([expect(failing).rejects.toThrow("no offers"), run("b", ACCEPT)]));
  expect(log).toEqual([["b", aboutMs(0)]]);
});

test("a turn that is given back, or whose start throws, costs nobody time", async () => {
  const { clock, pacer, log, run } = world();
  const options = { deadline: Number.POSITIVE_INFINITY, refusalOf: () => undefined };
  const unused = pacer.run(ACCEPT, options, () => undefined);
  const throwing = pacer.run(ACCEPT, options, () => {
    throw new Error("choose failed");
  });
  await clock.runUntil(
    Promise.all([unused, expect(throwing).rejects.toThrow("choose failed"), run("a", ACCEPT)]),
  );
  expect(log).toEqual([["a", aboutMs(0)]]);
});

test("who waits can be aborted at once, and who was aborted before never waits", async () => {
  const { clock, log, run } = world();
  await clock.runUntil(run("a", ACCEPT));
  const controller = new AbortController();
  const waiting = run("b", ACCEPT, { signal: controller.signal });
  controller.abort(new Error("cancelled"));
  await expect(waiting).rejects.toThrow("cancelled");
  await expect(run("c", ACCEPT, { signal: AbortSignal.abort(new Error("before")) })).rejects.toThrow(
    "before",
  );
  await clock.advance(60_000);
  expect(log.map(([name]) => name)).toEqual(["a"]);
  expect(clock.pending()).toBe(0);
});

test("who cannot start before the deadline is told at once; who might, at the deadline", async () => {
  const { clock, start, run } = world();
  await clock.runUntil(run("a", ACCEPT));
  await expect(run("b", ACCEPT, { deadline: clock.now() + 1_000 })).rejects.toBeInstanceOf(TurnMissedError);
  const first = run("c", ACCEPT);
  const second = expect(run("d", ACCEPT, { deadline: start + 5_000 })).rejects.toThrow(
    /one request every 4.63 s/,
  );
  await clock.runUntil(Promise.all([first, second]));
  expect(clock.now() - start).toBeLessThanOrEqual(5_005);
});

test("a request sent again keeps its place", async () => {
  const { clock, pacer, log, run } = world();
  const place = pacer.place();
  await clock.runUntil(run("first", ACCEPT));
  await clock.runUntil(Promise.all([run("later", ACCEPT), run("again", ACCEPT, { place })]));
  expect(log.map(([name]) => name)).toEqual(["first", "again", "later"]);
});

test("what is urgent starts at once and counts for the next", async () => {
  const { clock, log, run } = world();
  await clock.runUntil(run("a", DESTROY));
  await clock.runUntil(Promise.all([run("c", DESTROY), run("b", DESTROY, { isUrgent: true })]));
  expect(log).toEqual([
    ["a", aboutMs(0)],
    ["b", aboutMs(100)],
    ["c", aboutMs(100 + 3_000 * SLACK)],
  ]);
});

test.each([
  ["refuses only", 0, 1.5],
  ["shuts the lane for 12 s after each", 12_000, 2],
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
