import { InstancePoller } from "../../../provider/lifecycle/session/instance-poller";
import { FakeClock } from "../../support/fake-clock";
import { aboutMs } from "../../support/matchers";

/** In ms: for what is compared with a bound. */
const TOLERANCE = 5;

function polling(pacing = 1) {
  const clock = new FakeClock();
  const start = clock.now();
  const polls: number[] = [];
  const requests: string[] = [];
  const show = (id: number) => ({ id, actualStatus: "loading" });
  const poller = new InstancePoller(
    {
      getInstance: async (id) => {
        polls.push(clock.now() - start);
        requests.push("get");
        await clock.sleep(200);
        return show(id);
      },
      listInstances: async (ids = []) => {
        polls.push(clock.now() - start);
        requests.push("list");
        await clock.sleep(200);
        return ids.map(show);
      },
    },
    clock,
    pacing,
  );
  const until = async (id: number, endMs: number): Promise<void> => {
    while (clock.now() - start < endMs) await poller.next(id);
  };
  return { clock, start, polls, requests, poller, until };
}

test("a look comes late by a tenth of the wait at most, and never more than ten seconds and the reply", async () => {
  const { clock, polls, until } = polling();
  await clock.runUntil(until(1, 300_000));
  const gaps = polls.map((at, index) => at - (polls[index - 1] ?? 0));
  expect(gaps[0]).toEqual(aboutMs(2_000));
  gaps.forEach((gap, index) => {
    expect(gap).toBeLessThanOrEqual(Math.max(2_000, (polls[index] ?? 0) / 10) + 200 + TOLERANCE);
    expect(gap).toBeLessThanOrEqual(10_200 + TOLERANCE);
  });
  expect(polls.length).toBeLessThan(300 / 10 + 20);
});

test("one look serves all that wait, however many there are and whenever they came", async () => {
  const { clock, requests, polls, until } = polling();
  const come = async (id: number): Promise<void> => {
    await clock.sleep(id * 4_600);
    await until(id, 200_000);
  };
  await clock.runUntil(Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(come)));
  expect(polls.length).toBeLessThan(200 / 10 + 16);
  expect(requests.filter((request) => request === "get").length).toBeLessThanOrEqual(5);
});

test("while others join the polls are ten seconds apart, then the youngest wait says how far", async () => {
  const { clock, polls, until } = polling();
  const come = async (id: number): Promise<void> => {
    await clock.sleep(id * 4_600);
    await until(id, 150_000);
  };
  await clock.runUntil(Promise.all(Array.from({ length: 12 }, (_, index) => come(index + 1))));
  const gaps = polls.map((at, index) => ({ at, gap: at - (polls[index - 1] ?? 0) }));
  const lastJoined = 12 * 4_600;
  const between = (from: number, to: number) => gaps.filter(({ at }) => at > from && at <= to);
  for (const { gap } of between(5 * 4_600 + 10_000, lastJoined))
    expect(gap).toBeGreaterThanOrEqual(10_000 - TOLERANCE);
  for (const { at, gap } of between(lastJoined + 25_000, 150_000)) {
    expect(gap).toBeLessThanOrEqual(Math.max(5_000, (at - lastJoined) / 10) + 400 + TOLERANCE);
  }
  expect(between(lastJoined + 25_000, 150_000).length).toBeGreaterThan(8);
});

test("a wait that starts after all others ended is polled often again", async () => {
  const { clock, start, polls, poller, until } = polling();
  await clock.runUntil(until(1, 120_000));
  await clock.runUntil(clock.sleep(60_000));
  const begun = clock.now() - start;
  await clock.runUntil(poller.next(1));
  expect((polls.at(-1) ?? 0) - begun).toEqual(aboutMs(2_000));
});

test("the pacing factor multiplies the time between polls, down to one second", async () => {
  const half = polling(0.5);
  await half.clock.runUntil(half.poller.next(1));
  expect(half.polls).toEqual([aboutMs(1_000)]);
  const none = polling(0);
  await none.clock.runUntil(none.poller.next(1));
  expect(none.polls).toEqual([aboutMs(1_000)]);
});
