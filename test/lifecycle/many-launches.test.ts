import { ANY_SEARCH, startWorld } from "../support/start-world";

const ARGS = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };
const offers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ dph_base: 0.3 + index / 100 }));

describe("launches at once", () => {
  test("ten over ten offers rent ten machines with one search and no refused accept", async () => {
    const { instanceInputs, begin, clock, world } = startWorld({ offers: offers(10), rateLimits: true });
    const runs = Array.from({ length: 10 }, (_, index) => begin(instanceInputs(`m${String(index)}`, ARGS)));
    const made = await clock.runUntil(Promise.all(runs.map(({ result }) => result)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(10);
    const accepts = world.requests().filter(({ route }) => route === "asks.accept");
    expect(accepts.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(world.requests().filter(({ status }) => status === 429)).toEqual([]);
    expect(world.ledger()).toMatchObject({ rented: 10, live: 10 });
  });

  test("eleven over ten offers rent ten, and the eleventh says that none is left", async () => {
    const { instanceInputs, begin, clock, world } = startWorld({ offers: offers(10) });
    const runs = Array.from({ length: 11 }, (_, index) => begin(instanceInputs(`m${String(index)}`, ARGS)));
    const ends = await clock.runUntil(Promise.allSettled(runs.map(({ result }) => result)));
    const failed = ends.filter((end) => end.status === "rejected").map((end): unknown => end.reason);
    expect(failed).toMatchObject([{ code: "NO_OFFER" }]);
    expect(world.ledger()).toMatchObject({ rented: 10, live: 10 });
  });

  test("wait for an offer that another launch is after, and take it when that one lets go", async () => {
    const { instanceInputs, begin, clock, world } = startWorld({ offers: offers(1) });
    world.fault({
      kind: "refuse",
      status: 401,
      error: "auth_error",
      msg: "Invalid user key",
      match: { endpoint: "asks.accept" },
    });
    const runs = ["a", "b"].map((name) => begin(instanceInputs(name, ARGS)));
    const ends = await clock.runUntil(Promise.allSettled(runs.map(({ result }) => result)));
    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });

  test("none comes back to a machine that failed another", async () => {
    const { instanceInputs, begin, clock, world } = startWorld({ offers: offers(4) });
    world.fault({ kind: "host", status: "exited", times: "always", match: { machine: 10_001 } });
    const runs = ["a", "b"].map((name) => begin(instanceInputs(name, ARGS)));
    await clock.runUntil(Promise.all(runs.map(({ result }) => result)));
    expect(world.ledger().rentals.filter(({ machine }) => machine === 10_001)).toHaveLength(1);
    expect(world.ledger().live).toBe(2);
  });

  test("a cancelled one does not take a shared search or list from the others", async () => {
    const { instanceInputs, begin, clock, world, process } = startWorld({ latencyMs: 200 });
    const kept = begin(instanceInputs("kept", ARGS));
    const gone = begin(instanceInputs("gone", ARGS));
    const [, second] = [...process.operations];
    await clock.advance(700);
    second?.abort(new Error("cancelled"));
    await expect(clock.runUntil(gone.result)).rejects.toThrow("cancelled");
    await clock.runUntil(kept.result);
    expect(world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });
});
