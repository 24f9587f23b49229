import { NotSentError } from "../../provider/wire/not-sent-error";
import type { PacePolicy } from "../../provider/wire/pacing-types";
import { Pacer } from "../../provider/wire/pacing";
import { SharedPace } from "../../provider/wire/shared-pace";
import { FakeClock } from "../support/fake-clock";
import { aboutMs } from "../support/matchers";
import { MemoryText } from "./memory-text";
import { ACCEPT, DESTROY, Refused } from "./paced-world";

/** Processes of one machine that share a text, and a service that refuses what comes too early. */
function machine({ seed = 1, setOffMs = 0 } = {}) {
  const clock = new FakeClock(undefined, { seed });
  const text = new MemoryText(clock);
  const time = { offMs: setOffMs };
  const begun = clock.now();
  const arrivals: number[] = [];
  let refused = 0;
  let state = seed;
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  const serve = async (): Promise<void> => {
    await clock.sleep(20 + 40 * random());
    const now = clock.now();
    const isEarly = now - (arrivals.at(-1) ?? Number.NEGATIVE_INFINITY) < 4_500;
    if (isEarly) refused += 1;
    else arrivals.push(now);
    await clock.sleep(20 + 40 * random());
    if (isEarly) throw new Refused(4_500);
  };
  const process = () => {
    const pacer = new Pacer(clock, random, new SharedPace(text, () => clock.now() + time.offMs));
    const rent = async (send = serve, policy: PacePolicy = ACCEPT, isUrgent = false): Promise<void> => {
      const place = pacer.place();
      const refusalOf = (error: unknown) => (error instanceof Refused ? { thresholdMs: 4_500 } : undefined);
      const options = { deadline: begun + 3_600_000, place, refusalOf, isUrgent };
      for (;;) {
        try {
          await pacer.run(policy, options, send);
          return;
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
        }
      }
    };
    return { pacer, rent };
  };
  return { clock, text, time, begun, arrivals, process, refused: () => refused };
}

const noop = async (): Promise<void> => Promise.resolve();

test.each([1, 2, 4, 8])(
  "%d processes that share a machine take 32 rents in the least time and a seventh, none refused",
  async (count) => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const { clock, arrivals, begun, process, refused } = machine({ seed });
      const rents = Array.from({ length: count }, () => process()).flatMap(({ rent }) =>
        Array.from({ length: 32 / count }, () => rent()),
      );
      await clock.runUntil(Promise.all(rents));
      expect(refused()).toBe(0);
      expect((arrivals.at(-1) ?? 0) - begun).toBeLessThan(1.15 * 31 * 4_500);
    }
  },
);

test("two processes never start two rents closer together than the interval", async () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const { clock, process } = machine({ seed });
    const starts: number[] = [];
    const send = async (): Promise<void> => {
      starts.push(clock.now());
      await clock.sleep(50);
    };
    const [one, other] = [process(), process()];
    await clock.runUntil(Promise.all([one, other, one, other, other, one].map(({ rent }) => rent(send))));
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(4_500);
    expect(Math.max(...gaps)).toBeLessThan(4_500 * 1.03 + 110);
  }
});

test("a refusal of one holds all back for its penalty, and teaches them its interval", async () => {
  const { clock, process } = machine();
  const starts: number[] = [];
  const send = async (): Promise<void> => {
    starts.push(clock.now());
    await clock.sleep(50);
  };
  const [one, other] = [process(), process()];
  const refusal = { deadline: Infinity, refusalOf: () => ({ thresholdMs: 8_000 }) };
  const refused = one.pacer.run(ACCEPT, refusal, () => Promise.reject(new Refused(8_000)));
  const at = clock.now();
  await clock.runUntil(expect(refused).rejects.toThrow("429"));
  await clock.advance(10);
  await clock.runUntil(Promise.all([other.rent(send), other.rent(send)]));
  expect((starts[0] ?? 0) - at).toBeGreaterThan(12_000);
  expect((starts[0] ?? 0) - at).toBeLessThan(12_500);
  expect((starts[1] ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(8_000);
});

test("a request that was held up on its way holds back the next of another process", async () => {
  const { clock, process } = machine();
  const starts: number[] = [];
  const send = (tookMs: number) => async (): Promise<void> => {
    starts.push(clock.now());
    await clock.sleep(tookMs);
  };
  const [one, other] = [process(), process()];
  await clock.runUntil(one.rent(send(100)));
  await clock.runUntil(one.rent(send(1_100)));
  await clock.runUntil(other.rent(send(100)));
  expect((starts[2] ?? 0) - (starts[1] ?? 0)).toBeGreaterThan(1_000 + 4_500);
});

test("a process that dies in the middle leaves nothing that others have to wait for", async () => {
  const { clock, process } = machine();
  const dead = process();
  void dead.rent(() => new Promise(() => undefined));
  await clock.advance(100);
  const begun = clock.now();
  await clock.runUntil(process().rent());
  expect(clock.now() - begun).toBeLessThan(4_500 * 1.03 + 200);
});

test("a turn that is not used is released to the others", async () => {
  const { clock, process } = machine();
  const begun = clock.now();
  const unused = process().pacer.run(ACCEPT, { deadline: Infinity, refusalOf: () => undefined }, () => {
    throw new NotSentError();
  });
  await clock.runUntil(expect(unused).rejects.toThrow(NotSentError));
  await clock.advance(20);
  await clock.runUntil(process().rent());
  expect(clock.now() - begun).toBeLessThan(300);
});

test("what is urgent starts at once, and the others count it", async () => {
  const { clock, process, text } = machine();
  const starts: number[] = [];
  const send = async (): Promise<void> => {
    starts.push(clock.now());
    await clock.sleep(50);
  };
  const [one, other] = [process(), process()];
  await clock.runUntil(one.rent(send, DESTROY));
  text.change = () => new Promise(() => undefined); // a lock that is never had
  const begun = clock.now();
  await clock.runUntil(other.rent(send, DESTROY, true));
  expect(starts[1]).toEqual(aboutMs(begun));
  expect(clock.now()).toEqual(aboutMs(begun + 50));
});

test("the others count what was urgent", async () => {
  const { clock, process } = machine();
  const starts: number[] = [];
  const send = async (): Promise<void> => {
    starts.push(clock.now());
    await clock.sleep(50);
  };
  await clock.runUntil(process().rent(send, DESTROY, true));
  await clock.runUntil(process().rent(send, DESTROY));
  expect((starts[1] ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(3_000);
});

test.each([
  ["was set back an hour", -3_600_000],
  ["was set forward an hour", 3_600_000],
])("a machine whose time %s waits for nothing that was written before", async (_what, stepMs) => {
  const { clock, process, time } = machine();
  const [one, other] = [process(), process()];
  await clock.runUntil(Promise.all([one.rent(noop), other.rent(noop)]));
  await clock.advance(10_000);
  time.offMs += stepMs;
  const begun = clock.now();
  await clock.runUntil(other.rent(noop));
  expect(clock.now() - begun).toBeLessThan(100);
});

test.each([
  ["half a text", '{"version":1,"lanes":{"PUT as'],
  ["something else", "[1, 2]"],
  ["times from the far future", '{"lanes":{"PUT asks":{"starts":[9e15],"notBefore":9e15,"learnedMs":9e9}}}'],
  ["no times", '{"lanes":{"PUT asks":{"starts":"now","notBefore":null,"learnedMs":-1}}}'],
])("%s in the file is ignored, and written anew", async (_what, content) => {
  const { clock, process, text } = machine();
  text.text = content;
  const begun = clock.now();
  await clock.runUntil(process().rent(noop));
  expect(clock.now() - begun).toBeLessThan(100);
  expect(text.text).toMatch(/^\{"version":1,"lanes":\{"PUT asks":\{"starts":\[\d/);
});

test("where nothing can be written each process paces itself", async () => {
  const { clock, process, text } = machine();
  text.isBroken = true;
  const starts: number[] = [];
  const send = async (): Promise<void> => {
    starts.push(clock.now());
    await clock.sleep(50);
  };
  const one = process();
  await clock.runUntil(Promise.all([one.rent(send), one.rent(send), one.rent(send)]));
  const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
  expect(gaps).toEqual([4_640, 4_640].map(aboutMs));
});

test("nothing is written while nothing is sent, nor where no interval is kept", async () => {
  const { clock, process, text } = machine();
  const one = process();
  await clock.runUntil(one.rent(noop, { ...ACCEPT, intervalMs: 0, lane: "PUT unpaced" }));
  expect(text.changes).toBe(0);
  await clock.runUntil(one.rent(noop));
  await clock.advance(3_600_000);
  expect(text.changes).toBe(1);
  expect(clock.pending()).toBe(0);
});

test("who waits for a turn of another process can be aborted, and is told when none comes in time", async () => {
  const { clock, process } = machine();
  await clock.runUntil(process().rent(noop));
  const other = process();
  const controller = new AbortController();
  const options = { deadline: Infinity, refusalOf: () => undefined };
  const waiting = other.pacer.run(ACCEPT, { ...options, signal: controller.signal }, noop);
  const late = other.pacer.run(ACCEPT, { ...options, deadline: clock.now() + 2_000 }, noop);
  const outcome = expect(late).rejects.toThrow("one request every 4.63 s");
  await clock.advance(50);
  controller.abort(new Error("cancelled"));
  await expect(waiting).rejects.toThrow("cancelled");
  await clock.runUntil(outcome);
});

test("before a turn begins a process knows what those of the others used up", async () => {
  const clock = new FakeClock();
  const text = new MemoryText(clock);
  const log: string[] = [];
  const processOf = (name: string) => {
    const known = new Set<number>();
    const share = new SharedPace(
      text,
      () => clock.now(),
      (ids) => ids.forEach((id) => known.add(id)),
    );
    const pacer = new Pacer(clock, () => 0.5, share);
    let chosen: number | undefined;
    const options = { deadline: Infinity, refusalOf: () => undefined, uses: () => chosen };
    return async () =>
      pacer.run(ACCEPT, options, async () => {
        chosen = [4711, 4712, 4713, 4714].find((id) => !known.has(id));
        log.push(`${name} ${String(chosen)}`);
        await clock.sleep(50);
      });
  };
  const [one, other] = [processOf("one"), processOf("other")];
  await clock.runUntil(one());
  await clock.runUntil(Promise.all([other(), other()]));
  await clock.runUntil(one());
  expect(log).toEqual(["one 4711", "other 4712", "other 4713", "one 4714"]);
});

test("what was used up a minute ago may be on offer again", async () => {
  const clock = new FakeClock();
  const text = new MemoryText(clock);
  const known: number[] = [];
  const share = new SharedPace(
    text,
    () => clock.now(),
    (ids) => known.push(...ids),
  );
  const pacer = new Pacer(clock, () => 0.5, share);
  const options = { deadline: Infinity, refusalOf: () => undefined, uses: () => 4711 };
  await clock.runUntil(pacer.run(ACCEPT, options, noop));
  await clock.advance(20_000);
  await clock.runUntil(pacer.run(ACCEPT, { ...options, uses: () => undefined }, noop));
  expect(known).toEqual([4711]);
  await clock.advance(40_000);
  await clock.runUntil(pacer.run(ACCEPT, options, noop));
  expect(known).toEqual([4711]);
});
