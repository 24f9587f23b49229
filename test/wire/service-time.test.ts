import { ServiceTime } from "../../provider/wire/service-time";
import { FakeClock } from "../support/fake-clock";

async function afterReply(offsetMs: number | undefined) {
  const clock = new FakeClock();
  const time = new ServiceTime(clock);
  const dateMs = offsetMs === undefined ? undefined : clock.now() + offsetMs;
  await time.toldBy(() => Promise.resolve({ status: 200, text: "", dateMs }))({ method: "GET", path: "/" });
  return Math.round((time.now() - clock.now()) / 1000);
}

test("a clock that was set is corrected by the first reply", async () => {
  expect(await afterReply(-3_600_000)).toBe(-3600);
  expect(await afterReply(900_000)).toBe(900);
});

test("a second on the way is no difference, and a reply without a date tells nothing", async () => {
  expect(await afterReply(-1500)).toBeCloseTo(0);
  expect(await afterReply(undefined)).toBeCloseTo(0);
});

test("it runs on with the clock", async () => {
  const clock = new FakeClock();
  const time = new ServiceTime(clock);
  const start = clock.now();
  const reply = { status: 200, text: "", dateMs: start + 100_000 };
  await time.toldBy(() => Promise.resolve(reply))({ method: "GET", path: "/" });
  await clock.advance(50_000);
  expect(Math.round((time.now() - start) / 1000)).toBe(150);
});

test("a reply that was long on its way does not set the time back", async () => {
  const clock = new FakeClock();
  const time = new ServiceTime(clock);
  for (const lateMs of [0, 600_000]) {
    const reply = { status: 200, text: "", dateMs: clock.now() - lateMs };
    await time.toldBy(() => Promise.resolve(reply))({ method: "GET", path: "/" });
  }
  expect(time.now() - clock.now()).toBeCloseTo(0, -2);
});

describe("a later time", () => {
  async function afterReplies(...offsets: readonly { readonly ms: number; readonly status?: number }[]) {
    const clock = new FakeClock();
    const time = new ServiceTime(clock);
    for (const { ms, status = 200 } of offsets) {
      const reply = { status, text: "", dateMs: clock.now() + ms };
      await time.toldBy(() => Promise.resolve(reply))({ method: "GET", path: "/" });
    }
    return Math.round((time.now() - clock.now()) / 1000);
  }

  test("is believed where two replies agree", async () => {
    expect(await afterReplies({ ms: -600_000 }, { ms: 0 }, { ms: 500 })).toBeCloseTo(0);
  });

  test("that one reply tells is not believed", async () => {
    expect(await afterReplies({ ms: 0 }, { ms: 900_000 }, { ms: 0 }, { ms: 0 })).toBeCloseTo(0);
  });

  test("is not taken from what answers in the service's place", async () => {
    const gateway = { ms: 900_000, status: 503 };
    expect(await afterReplies(gateway, { ms: 0 }, gateway, gateway)).toBeCloseTo(0);
  });
});
