import { SEARCH_PATIENCE_MS } from "../../../provider/lifecycle/session/offer-search-cache";
import { toOfferSearch } from "../../../provider/rules/offer/offer-request";
import { textMatching } from "../../support/matchers";
import { ANY_SEARCH, startWorld, type Properties, type TestWorld } from "../../support/start-world";

const ARGS = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };
const SEARCHES = { match: { endpoint: "offers.search" } } as const;

function failSearches(
  { world }: TestWorld,
  status: number,
  times: number | "always" = "always",
  skip = 0,
): void {
  world.fault({ kind: "status", status, times, skip, ...SEARCHES });
}

function searches({ world }: TestWorld): number {
  return world.requests().filter(({ route }) => route === "offers.search").length;
}

/** The error of a launch, and how long it took in ms. */
async function failed(world: TestWorld, more: Properties = {}): Promise<{ error: unknown; tookMs: number }> {
  const begun = world.clock.now();
  const inputs = { ...world.instanceInputs("a", ARGS), ...more };
  const { result } = world.begin(inputs);
  const error = await world.clock.runUntil(result.catch((reason: unknown) => reason));
  expect(world.world.ledger().rented).toBe(0);
  return { error, tookMs: world.clock.now() - begun };
}

describe("searches that fail", () => {
  test("end after three minutes, and the row says why it waits and how much longer", async () => {
    const world = startWorld();
    failSearches(world, 503);
    const { error, tookMs } = await failed(world);
    expect(error).toMatchObject({
      code: "SERVICE_ERROR",
      message: textMatching(
        /answered 503 .*It failed for 3 min 0 s, and nothing was rented\. .*`customTimeouts.create`/,
      ),
    });
    expect(tookMs).toBeGreaterThan(SEARCH_PATIENCE_MS / 2);
    expect(tookMs).toBeLessThanOrEqual(SEARCH_PATIENCE_MS + 10_000);
    const said = world.lines.filter(({ message }) => message.startsWith("searching: "));
    expect(said.length).toBeGreaterThan(3);
    expect(world.lines.at(-1)).toEqual(said.at(-1));
    for (const { message } of said) {
      expect(message).toMatch(/^searching: 503, \d+ [sm] left, trying again$/);
      expect(message.length).toBeLessThanOrEqual(80);
    }
  });

  test.each([
    ["30s", 0, 60_000],
    ["10m", 500_000, 630_000],
  ])("go on for as long as customTimeouts.create of %s says", async (create, least, most) => {
    const world = startWorld();
    failSearches(world, 503);
    const { error, tookMs } = await failed(world, { __timeouts: { create } });
    expect(error).toMatchObject({ code: "SERVICE_ERROR" });
    expect(tookMs).toBeGreaterThanOrEqual(least);
    expect(tookMs).toBeLessThanOrEqual(most);
  });

  test("for a minute cost that minute", async () => {
    const world = startWorld();
    failSearches(world, 503, 4);
    await world.create("a", ARGS);
    expect(world.world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });

  test("when the offers of the first pass are gone end the launch as well", async () => {
    const world = startWorld({ offers: [{ id: 1 }] });
    world.world.fault({ kind: "offer-gone", times: "always" });
    failSearches(world, 503, "always", 1);
    const { error, tookMs } = await failed(world);
    expect(error).toMatchObject({ code: "SERVICE_ERROR" });
    expect(tookMs).toBeLessThanOrEqual(SEARCH_PATIENCE_MS + 20_000);
  });

  test("while a rent is prepared end the launch as well", async () => {
    const world = startWorld();
    // Turned away, the first launch holds the turn until what was found for the second is too old.
    world.world.fault({ kind: "too-frequent", threshold: 40, times: 1, match: { endpoint: "asks.accept" } });
    failSearches(world, 503, "always", 1);
    const launches = ["a", "b"].map((name) => world.begin(world.instanceInputs(name, ARGS)));
    const begun = world.clock.now();
    const outcomes = await world.clock.runUntil(Promise.allSettled(launches.map(({ result }) => result)));
    const failures = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
    expect(failures).toEqual([expect.objectContaining({ code: "SERVICE_ERROR" })]);
    expect(world.clock.now() - begun).toBeLessThanOrEqual(SEARCH_PATIENCE_MS + 90_000);
    expect(world.world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });

  test("end at once with Ctrl-C, and nobody asks on", async () => {
    const world = startWorld();
    failSearches(world, 503);
    const { result } = world.begin(world.instanceInputs("a", ARGS));
    const ended = expect(result).rejects.toMatchObject({ code: "CANCELLED" });
    await world.clock.advance(30_000);
    world.endProgram();
    await world.clock.advance(5000);
    await ended;
    const sent = searches(world);
    await world.clock.advance(120_000);
    expect(searches(world)).toBe(sent);
  });

  test("of a launch with little time leave the time of another that waits for the same", async () => {
    const world = startWorld();
    failSearches(world, 503, 8);
    const hasty = world.begin({ ...world.instanceInputs("a", ARGS), __timeouts: { create: "20s" } });
    const patient = world.begin({ ...world.instanceInputs("b", ARGS), __timeouts: { create: "30m" } });
    await world.clock.runUntil(expect(hasty.result).rejects.toMatchObject({ code: "SERVICE_ERROR" }));
    await expect(world.clock.runUntil(patient.result)).resolves.toMatchObject({
      outs: { actualStatus: "running" },
    });
  });

  test("because no web server there knows the call end the launch without a retry", async () => {
    const world = startWorld();
    failSearches(world, 501);
    const { error, tookMs } = await failed(world);
    expect(error).toMatchObject({
      code: "UNSUPPORTED",
      message: textMatching(/is `vastai:baseUrl` the service\?/),
    });
    expect(tookMs).toBeLessThan(10_000);
    // One is asked ahead of what decides whether anything is rented at all.
    expect(searches(world)).toBeLessThanOrEqual(2);
  });
});

test("searches that wait for their turns for longer than three minutes do not end", async () => {
  const { clock, session } = startWorld({ rateLimits: true });
  const begun = clock.now();
  const all = Array.from({ length: 45 }, (_, index) => {
    const query = { filters: { numGpus: 1, cpuRam: { gte: index } } };
    const search = toOfferSearch(query, { allocatedStorage: 8, limit: 4 });
    return session.offerSearches.search(search, 0, { deadline: begun + 3_600_000 });
  });
  await expect(clock.runUntil(Promise.all(all))).resolves.toHaveLength(45);
  expect(clock.now() - begun).toBeGreaterThan(SEARCH_PATIENCE_MS);
});
