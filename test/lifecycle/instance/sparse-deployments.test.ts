import { MarketPreview } from "../../../provider/lifecycle/instance/preview-market";
import { searchOffers } from "../../../provider/lifecycle/data-sources/offer-search";
import { textWith } from "../../support/matchers";
import { testCall } from "../../support/test-call";
import { startWorld, urnOf, type TestWorld } from "../../support/start-world";

const IMAGE = { image: "pytorch/pytorch:latest" };
const SPARSE = { interfaceOnly: "strict", sparseRecords: true } as const;
const STOPS = "Could not search for offers by `geolocation`: the service refuses to filter by it";
const QUERIES = [{ filters: { numGpus: { eq: 1 }, geolocation: { in: ["SE"] } }, type: "ondemand" }];

async function previewed({ clock, session }: TestWorld, inputs: Record<string, unknown>): Promise<string[]> {
  const said: string[] = [];
  const report = { status: () => undefined, note: (line: string) => void said.push(line) };
  const call = testCall("trainer", urnOf("trainer"), { report });
  await clock.runUntil(new MarketPreview(session).look(call, { ...IMAGE, ...inputs }));
  return said;
}

describe("a deployment with the API specification's search keys and record fields only", () => {
  test("is searched by what it filters by, and by what its records show", async () => {
    const { clock, session } = startWorld(SPARSE);
    const query = { filters: { gpuName: "RTX 4090", numGpus: 1, reliability: { gte: 0.9 } } };
    const offers = await clock.runUntil(searchOffers(session, query));
    expect(offers.length).toBeGreaterThan(0);
    expect(offers.every(({ gpuName, numGpus }) => gpuName === "RTX 4090" && numGpus === 1)).toBe(true);
  });

  test.each([{ geolocation: "SE" }, { machineId: 10_001 }, { cpuRam: { gte: 64_000 } }, { rented: false }])(
    "searched by %j, gives no offer that cannot be proved to match",
    async (filters) => {
      const { clock, session } = startWorld(SPARSE);
      const names = Object.keys(filters)
        .map((name) => `\`${name}\``)
        .join();
      await expect(clock.runUntil(searchOffers(session, { filters }))).rejects.toMatchObject({
        code: "UNSUPPORTED",
        message: textWith(names),
      });
    },
  );

  test("rents nothing for such a filter, from the query or from a template", async () => {
    const world = startWorld(SPARSE);
    await expect(world.create("a", { ...IMAGE, search: QUERIES })).rejects.toMatchObject({
      code: "UNSUPPORTED",
      message: textWith(STOPS),
    });
    const ofTemplate = {
      search: { filters: {} },
      __template: { extraFilters: { geolocation: { eq: "SE" } } },
    };
    await expect(world.create("b", { ...IMAGE, ...ofTemplate })).rejects.toMatchObject({
      code: "UNSUPPORTED",
    });
    expect(world.world.ledger().rented).toBe(0);
  });

  test("says in the preview which filter stops the launch", async () => {
    expect(await previewed(startWorld(SPARSE), { search: QUERIES })).toEqual([textWith(STOPS)]);
  });

  test("rents with a bid, and with a price limit, which are ours to hold", async () => {
    const { create, world } = startWorld(SPARSE);
    const search = { filters: { gpuName: "RTX 4090", numGpus: 1 }, type: "bid" };
    const { outs } = await create("a", { ...IMAGE, search, price: 3, maxHourlyPriceUsd: 4 });
    expect(outs).toMatchObject({ price: 3 });
    expect(world.ledger().live).toBe(1);
  });

  test("says in preview and launch that nobody orders by what the records do not show", async () => {
    const search = [
      { filters: { gpuName: { in: ["RTX 4090"] } }, type: "ondemand", orderBy: [["dlperf", "desc"]] },
    ];
    const world = startWorld(SPARSE);
    const unordered = textWith("does not order offers by `dlperf` and its offers do not show it");
    expect(await previewed(world, { search })).toEqual([textWith("Would rent"), unordered]);
    await world.create("a", { ...IMAGE, search });
    expect(world.lines.filter(({ kind }) => kind === "warning")).toContainEqual({
      kind: "warning",
      message: unordered,
    });
  });

  test("that shows all fields is searched by any of them", async () => {
    const { clock, session } = startWorld({ interfaceOnly: "strict" });
    const offers = await clock.runUntil(searchOffers(session, { filters: { geolocation: "SE" } }));
    expect(offers.length).toBeGreaterThan(0);
    expect(offers.every(({ geolocation }) => geolocation?.endsWith("SE") === true)).toBe(true);
  });
});

test("a filter that a deployment takes holds, though its records do not show the field", async () => {
  const { clock, session } = startWorld({ sparseRecords: true });
  const some = await clock.runUntil(searchOffers(session, { filters: { geolocation: "SE" } }));
  const all = await clock.runUntil(searchOffers(session, { filters: {} }));
  expect(some.length).toBeGreaterThan(0);
  expect(some.length).toBeLessThan(all.length);
});
