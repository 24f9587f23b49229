import { makeTestWorld, OFFER } from "./support";

const LIFE = { loadSeconds: 20 };

describe("the life of an instance", () => {
  test("it goes from null over created and loading to running", async () => {
    const { clock, rent, read } = makeTestWorld({ lifecycle: LIFE });
    const id = await rent(OFFER);
    const seen: unknown[] = [];
    for (const step of [0, 2_000, 2_000, 15_900, 100]) {
      await clock.advance(step);
      seen.push((await read(id))?.["actual_status"]);
    }
    expect(seen).toEqual([null, "created", "loading", "loading", "running"]);
  });
});
