import { NotSentError } from "../../provider/wire/not-sent-error";
import type { PacePolicy } from "../../provider/wire/pacing-types";
import { TurnMissedError } from "../../provider/wire/turn-missed-error";
import { aboutMs } from "../support/matchers";
import { ACCEPT, DESTROY, pacedWorld, Refused, SLACK } from "./paced-world";

test("starts of one lane are an interval apart, first come first served, whatever the replies take", async () => {
  const { clock, log, run } = pacedWorld();
  await clock.runUntil(Promise.all(["a", "b", "c"].map((name) => run(name, ACCEPT))));
  const interval = 4_500 * SLACK;
  expect(log).toEqual([
    ["a", aboutMs(0)],
    ["b", aboutMs(interval)],
    ["c", aboutMs(2 * interval)],
  ]);
});

test("after a request that was held up on its way the next keeps the distance to when it may have arrived", async () => {
  const { clock, pacer, start } = pacedWorld();
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
  const { clock, pacer, start } = pacedWorld();
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
  const { clock, log, run } = pacedWorld();
  await clock.runUntil(Promise.all([run("rent", ACCEPT), run("destroy", DESTROY)]));
  expect(log.map(([, at]) => at)).toEqual([0, 0].map(aboutMs));
});

test("of what may start at one time the destroy goes first, across lanes and within one", async () => {
  const { clock, log, run } = pacedWorld();
  const urgent = { ...ACCEPT, priority: 0 };
  const calls = [run("rent 1", ACCEPT), run("rent 2", ACCEPT), run("destroy", DESTROY), run("first", urgent)];
  await clock.runUntil(Promise.all(calls));
  expect(log.map(([name]) => name)).toEqual(["destroy", "first", "rent 1", "rent 2"]);
});

test("a burst lets so many start at once, and the next when the window has room", async () => {
  const { clock, log, run } = pacedWorld();
  const policy = { ...ACCEPT, intervalMs: 6_000, burst: { starts: 3, perMs: 60_000 } };
  await clock.runUntil(Promise.all(["a", "b", "c", "d"].map((name) => run(name, policy))));
  expect(log.map(([, at]) => at)).toEqual([0, 0, 0, 60_000 * SLACK].map(aboutMs));
});

test("without an interval all start at once, and the first refusal teaches it", async () => {
  const { clock, pacer, log, run } = pacedWorld();
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
  const { clock, log, run } = pacedWorld();
  const policy = { ...DESTROY, intervalMs: 0 };
  await clock.runUntil(
    Promise.all([run("a", policy), expect(run("b", policy, {}, new Refused())).rejects.toThrow()]),
  );
  await clock.runUntil(Promise.all([run("c", policy), run("d", policy)]));
  const [, , c, d] = log.map(([, at]) => at);
  expect((d ?? 0) - (c ?? 0)).toEqual(aboutMs(3_000 * SLACK));
});

test("a named threshold below the interval speeds up", async () => {
  const { clock, log, run } = pacedWorld();
  await clock.runUntil(expect(run("a", DESTROY, {}, new Refused(1_000))).rejects.toThrow());
  await clock.runUntil(Promise.allSettled(Array.from({ length: 12 }, (_, n) => run(String(n), DESTROY))));
  const [before, last] = log.slice(-2).map(([, at]) => at);
  expect((last ?? 0) - (before ?? 0)).toEqual(aboutMs(1_030));
});

test("the turn waits for what the next in line prepares, and only that is prepared", async () => {
  const { clock, log, run, start } = pacedWorld();
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
  const { clock, log, run } = pacedWorld();
  const slow = run("slow", ACCEPT, { prepare: () => clock.sleep(60_000) });
  await clock.runUntil(Promise.all([slow, run("quick", ACCEPT)]));
  expect(log).toEqual([
    ["quick", aboutMs(0)],
    ["slow", aboutMs(60_000)],
  ]);
});

test("a failed preparation is the caller's error, and the turn is the next one's", async () => {
  const { clock, log, run } = pacedWorld();
  const failing = run("a", ACCEPT, { prepare: () => Promise.reject(new Error("no offers")) });
  await clock.runUntil(Promise.all([expect(failing).rejects.toThrow("no offers"), run("b", ACCEPT)]));
  expect(log).toEqual([["b", aboutMs(0)]]);
});

test("a turn that is released, or whose start throws, costs nobody time", async () => {
  const { clock, pacer, log, run } = pacedWorld();
  const options = { deadline: Number.POSITIVE_INFINITY, refusalOf: () => undefined };
  const unused = pacer.run(ACCEPT, options, () => {
    throw new NotSentError();
  });
  const throwing = pacer.run(ACCEPT, options, () => {
    throw new Error("choose failed");
  });
  await clock.runUntil(
    Promise.all([
      expect(unused).rejects.toThrow(NotSentError),
      expect(throwing).rejects.toThrow("choose failed"),
      run("a", ACCEPT),
    ]),
  );
  expect(log).toEqual([["a", aboutMs(0)]]);
});

test("who waits can be aborted at once, and who was aborted before never waits", async () => {
  const { clock, log, run } = pacedWorld();
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
  const { clock, start, run } = pacedWorld();
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
  const { clock, pacer, log, run } = pacedWorld();
  const place = pacer.place();
  await clock.runUntil(run("first", ACCEPT));
  await clock.runUntil(Promise.all([run("later", ACCEPT), run("again", ACCEPT, { place })]));
  expect(log.map(([name]) => name)).toEqual(["first", "again", "later"]);
});

test("what is urgent starts at once and counts for the next", async () => {
  const { clock, log, run } = pacedWorld();
  await clock.runUntil(run("a", DESTROY));
  await clock.runUntil(Promise.all([run("c", DESTROY), run("b", DESTROY, { isUrgent: true })]));
  expect(log).toEqual([
    ["a", aboutMs(0)],
    ["b", aboutMs(100)],
    ["c", aboutMs(100 + 3_000 * SLACK)],
  ]);
});
