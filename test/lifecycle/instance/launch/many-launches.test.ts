import { ANY_SEARCH, startWorld } from "../../../support/start-world";

const ARGS = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };

function market(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    gpu_name: "RTX 4090",
    num_gpus: 1,
    machine_id: 20_000 + index,
    dph_base: 0.3,
    verification: "verified" as const,
  }));
}

test.each([
  ["at the documented pace", 1],
  ["without any pace, all at once", 0],
])("a hundred launches find a hundred machines where a search shows sixty-four: %s", async (_how, pacing) => {
  const { begin, instanceInputs, world, clock } = startWorld({ offers: market(110), pacing });
  const names = Array.from({ length: 100 }, (_, index) => `machine-${index}`);
  const made = await clock.runUntil(
    Promise.all(names.map(async (name) => begin(instanceInputs(name, ARGS)).result)),
  );
  expect(new Set(made.map(({ id }) => id)).size).toBe(100);
  expect(world.ledger()).toMatchObject({ rented: 100, live: 100 });
});

test("a launch that comes to a market that its siblings have used up searches again before it fails", async () => {
  const { begin, instanceInputs, world, clock } = startWorld({ offers: market(10), pacing: 0 });
  const names = Array.from({ length: 12 }, (_, index) => `machine-${index}`);
  const ends = await clock.runUntil(
    Promise.allSettled(names.map(async (name) => begin(instanceInputs(name, ARGS)).result)),
  );
  expect(ends.filter(({ status }) => status === "rejected")).toHaveLength(2);
  expect(world.ledger()).toMatchObject({ rented: 10, live: 10 });
  const searches = world.requests().filter(({ route }) => route === "offers.search");
  expect(searches.length).toBeGreaterThan(1);
  expect(searches.length).toBeLessThan(6);
});
