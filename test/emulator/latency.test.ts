import { aboutMs } from "../support/matchers";
import { makeTestWorld, OFFER } from "./support";

test("with a latency the service acts at once, and its answer is under way for that long", async () => {
  const { world, clock } = makeTestWorld({ latencySeconds: 2 });
  const begun = clock.now();
  const reply = world.handle({
    method: "PUT",
    path: `/api/v0/asks/${OFFER}/`,
    headers: { authorization: "Bearer emulator-key" },
    body: '{ "image": "busybox", "disk": 10 }',
  });
  await clock.advance(1_990);
  expect(world.ledger()).toMatchObject({ rented: 1, live: 1 });
  expect(world.requests()).toMatchObject([{ route: "asks.accept", status: undefined }]);
  expect(await clock.runUntil(reply)).toMatchObject({ status: 200 });
  expect(clock.now() - begun).toEqual(aboutMs(2_000));
  expect(world.requests()).toMatchObject([{ at: aboutMs(begun), status: 200 }]);
});
