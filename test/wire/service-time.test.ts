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
