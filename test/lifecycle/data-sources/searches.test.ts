import { searchOffers } from "../../../provider/lifecycle/data-sources/offer-search";
import { searchTemplates } from "../../../provider/lifecycle/data-sources/template-search";
import { startWorld } from "../../support/start-world";

describe("a search for offers", () => {
  test("gives typed offers, cheapest first, that fit every filter", async () => {
    const { clock, session } = startWorld();
    const offers = await clock.runUntil(
      searchOffers(session, {
        filters: { gpuName: ["RTX 4090", "RTX 3090"], numGpus: 1, reliability: { gte: 0.9 } },
      }),
    );
    expect(offers.length).toBeGreaterThan(1);
    expect(new Set(offers.map(({ gpuName }) => gpuName))).toEqual(new Set(["RTX 3090", "RTX 4090"]));
    expect(offers.every(({ reliability = 0, numGpus }) => reliability >= 0.9 && numGpus === 1)).toBe(true);
    const prices = offers.map(({ dphTotal = NaN }) => dphTotal);
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
  });

  test("asks prices for the disk", async () => {
    const { clock, session } = startWorld();
    const query = { filters: { gpuName: "RTX 4090", numGpus: 1 }, limit: 1 };
    const [small] = await clock.runUntil(searchOffers(session, query));
    const [large] = await clock.runUntil(searchOffers(session, query, { disk: 500 }));
    expect(large?.dphTotal).toBeGreaterThan(small?.dphTotal ?? Infinity);
  });

  const REFUSED = { kind: "refuse", status: 400, error: "invalid_request", msg: "not now" } as const;

  test("shows prices with the disk where the service refuses it in a search", async () => {
    const { clock, session, world } = startWorld();
    const query = { filters: { gpuName: "RTX 4090", numGpus: 1 } };
    const asked = await clock.runUntil(searchOffers(session, query, { disk: 400 }));
    await clock.advance(60_000);
    world.fault({ ...REFUSED, match: { endpoint: "offers.search" } });
    const computed = await clock.runUntil(searchOffers(session, query, { disk: 400 }));
    const prices = (offers: typeof asked) => offers.map(({ id, dphTotal = 0 }) => [id, dphTotal.toFixed(4)]);
    expect(prices(computed)).toEqual(prices(asked));
  });

  test("holds offers to the disk and to the safe defaults where the service does not", async () => {
    const { clock, session } = startWorld({
      garble: ({ path }) =>
        path.includes("/bundles/")
          ? {
              status: 200,
              text: JSON.stringify({
                offers: [
                  { id: 1, external: true },
                  { id: 2, rented: true },
                  { id: 3, disk_space: 60 },
                  { id: 4, verification: "unverified" },
                  { id: 5, disk_space: 200, external: false, rented: false, verification: "verified" },
                  { id: 6 },
                ],
              }),
            }
          : undefined,
    });
    const offers = await clock.runUntil(searchOffers(session, { filters: {} }, { disk: 100 }));
    expect(offers.map(({ id }) => id)).toEqual([5, 6]);
    const external = await clock.runUntil(
      searchOffers(session, { filters: { external: true } }, { disk: 100 }),
    );
    expect(external.map(({ id }) => id)).toEqual([1, 6]);
  });

  test.each([-5, 0, 7.9, NaN, "x", null])("a disk of %p is refused before anything is sent", async (disk) => {
    const { session, world } = startWorld();
    const options = { disk } as unknown as { disk: number };
    await expect(searchOffers(session, { filters: {} }, options)).rejects.toThrow(
      expect.objectContaining({
        code: "INVALID_INPUT",
        message: expect.stringContaining("Expected `disk` to be a number of at least 8 GB, got ") as string,
      }) as Error,
    );
    expect(world.requests()).toEqual([]);
  });

  test("gives an empty list where nothing matches", async () => {
    const { clock, session } = startWorld();
    expect(await clock.runUntil(searchOffers(session, { filters: { gpuName: "B200" } }))).toEqual([]);
  });

  test("sends one request for equal queries, however they are spelled", async () => {
    const { clock, session, world } = startWorld();
    const one = searchOffers(session, { filters: { gpuName: "RTX_4090", numGpus: 1 } });
    const other = searchOffers(session, { filters: { numGpus: { eq: 1 }, gpuName: { eq: "RTX 4090" } } });
    await clock.runUntil(Promise.all([one, other]));
    expect(world.requests()).toHaveLength(1);
  });

  test("names every mistake of a query at once, and sends nothing", async () => {
    const { session, world } = startWorld();
    await expect(
      searchOffers(session, { filters: { gpuRam: 24, gpuNam: "RTX 4090" }, limit: 0 }),
    ).rejects.toThrow(
      expect.objectContaining({
        code: "INVALID_INPUT",
        message: expect.stringMatching(/`filters\.gpuRam`.*`filters\.gpuNam`.*`limit`/) as string,
      }) as Error,
    );
    expect(world.requests()).toEqual([]);
  });
});

describe("a search for templates", () => {
  test("takes bare values, lists and operators, and gives camelCase results", async () => {
    const { clock, session, world } = startWorld();
    const [some] = await clock.runUntil(searchTemplates(session, {}));
    expect(some).toBeDefined();
    const found = await clock.runUntil(
      searchTemplates(session, { id: [some?.id ?? 0], name: some?.name, countCreated: { gte: 0 } }),
    );
    expect(found).toEqual([some]);
    expect(decodeURIComponent(world.requests().at(-1)?.path ?? "")).toContain('"count_created":{"gte":0}');
  });

  test("gives an empty list where nothing matches", async () => {
    const { clock, session } = startWorld();
    expect(await clock.runUntil(searchTemplates(session, { name: "no such template" }))).toEqual([]);
  });

  test.each([
    [{ nam: "x" }, "`filters.nam` is not a field that templates are searched by. Did you mean `name`?"],
    [{ name: 7 }, "Expected `filters.name.eq` to be a string, got 7"],
    [{ id: { between: 1 } }, "`filters.id.between` is not an operator"],
    [{ id: [] }, "Expected `filters.id.in` to be a list of at least one number, got a list"],
    [{ id: [1, "2"] }, 'Expected `filters.id.in[1]` to be a number, got "2"'],
    ["pytorch", 'Expected `filters` to be an object of filters, got "pytorch"'],
  ])("%j is refused before anything is sent", async (filters, message) => {
    const { session, world } = startWorld();
    await expect(searchTemplates(session, filters)).rejects.toThrow(message);
    expect(world.requests()).toEqual([]);
  });
});
