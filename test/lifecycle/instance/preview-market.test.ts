import { MarketPreview } from "../../../provider/lifecycle/instance/preview-market";
import { PREVIEW_BUDGET_MS } from "../../../provider/lifecycle/session/preview-access";
import type { TestWorld } from "../../support/start-world";
import { testCall } from "../../support/test-call";
import { startWorld, urnOf } from "../../support/start-world";
import { UNKNOWN } from "../../../provider/rules/validation/unknown";

const IMAGE = { image: "pytorch/pytorch:latest" };
const query = (filters: object, type = "ondemand"): object[] => [{ filters, type }];

/** What a preview of these instances says, one line for each; a warning has a sign before it. */
async function preview(
  { clock, session }: TestWorld,
  ...instances: Record<string, unknown>[]
): Promise<string[]> {
  const said: string[] = [];
  const note = (line: string, severity = "info"): void =>
    void said.push(severity === "warning" ? `! ${line}` : line);
  const report = { status: () => undefined, note };
  for (const { secrets, ...inputs } of instances) {
    const call = testCall("trainer", urnOf("trainer"), {
      report,
      secrets: typeof secrets === "string" ? [secrets] : [],
    });
    await clock.runUntil(new MarketPreview(session).look(call, { ...IMAGE, ...inputs }));
  }
  return said;
}

function searches({ world }: TestWorld): number {
  return world.requests().filter(({ route }) => route === "offers.search").length;
}

const ONE_GPU = { search: query({ gpuName: { in: ["RTX 4090"] }, numGpus: { eq: 1 } }) };

describe("a preview of the market", () => {
  test("names the offer, its price with the disk, and how many match", async () => {
    const [line] = await preview(startWorld(), { ...ONE_GPU, disk: 100 });
    expect(line).toMatch(/^Would rent 1x RTX 4090, \$0\.\d{4}\/h with 100 GB, [A-Z][^()]+ \(\d+ match\)$/);
    expect(line?.length).toBeLessThan(80);
  });

  test("asks once for ten instances with one query, and takes another offer for each", async () => {
    const world = startWorld();
    const wide = { search: query({ numGpus: { eq: 1 } }) };
    const lines = await preview(world, ...Array.from({ length: 10 }, () => wide));
    expect(searches(world)).toBe(1);
    expect(lines).toHaveLength(10);
    expect(world.session.previewTally.taken.size).toBe(10);
  });

  test("changes nothing", async () => {
    const world = startWorld();
    await preview(world, ONE_GPU);
    expect(world.world.requests().map(({ method, route }) => `${method} ${route}`)).toEqual([
      "POST offers.search",
    ]);
    expect(world.world.ledger().rented).toBe(0);
  });

  test("takes the second query where the first finds nothing", async () => {
    const search = [...query({ gpuName: { in: ["B200"] } }), ...query({ gpuName: { in: ["RTX 4090"] } })];
    const [line] = await preview(startWorld(), { search });
    expect(line).toMatch(/^Would rent 1x RTX 4090, .* \(\d+ match, search\[1\]\)$/);
  });

  test("names the filter that excludes everything, within seven more searches", async () => {
    const world = startWorld();
    const [line] = await preview(world, {
      search: query({ gpuName: { in: ["RTX 4090"] }, gpuRam: { gte: 80_000 }, numGpus: { eq: 1 } }),
    });
    expect(line).toMatch(
      /^! No offer matches the query now: `search\.filters\.gpuRam` >= 80000 excludes (?:both|all \d+) offers that fit otherwise; the nearest has 24564\.$/,
    );
    expect(searches(world)).toBeLessThanOrEqual(8);
  });

  test("blames the price limit as the program names it, with the nearest price", async () => {
    const nearest =
      /^! No offer matches the query now: `(.+)` <= \$0\.0100\/h excludes (?:both|all \d+) offers that fit otherwise; the nearest costs \$0\.\d{4}\/h\.$/;
    const [line] = await preview(startWorld(), { ...ONE_GPU, maxHourlyPriceUsd: 0.01 });
    expect(nearest.exec(line ?? "")?.[1]).toBe("maxHourlyPriceUsd");
    const search = query({ gpuName: { in: ["RTX 4090"] }, numGpus: { eq: 1 }, dphTotal: { lte: 0.01 } });
    const [own] = await preview(startWorld(), { search });
    expect(nearest.exec(own ?? "")?.[1]).toBe("search.filters.dphTotal");
  });

  test("names a nearest price that a limit may be set to", async () => {
    const world = startWorld({
      offers: [{ id: 1, dph_base: 0.184_644_4, storage_cost: 0, gpu_name: "RTX 3090" }],
    });
    const search = query({ gpuName: { eq: "RTX 3090" } });
    const [line] = await preview(world, { search, maxHourlyPriceUsd: 0.1 });
    expect(line).toContain("the one offer that fits otherwise; the nearest costs $0.1847/h.");
    expect((await preview(world, { search, maxHourlyPriceUsd: 0.1847 }))[0]).toContain(
      "Would rent 1x RTX 3090",
    );
  });

  test("gives near GPU names that are on offer, and not the cheapest of the market", async () => {
    const offers = [
      { id: 1, gpu_name: "RTX 3060", dph_base: 0.05, storage_cost: 0 },
      { id: 2, gpu_name: "A100 SXM4", dph_base: 0.9, storage_cost: 0 },
      { id: 3, gpu_name: "A100 PCIE", dph_base: 0.8, storage_cost: 0 },
      { id: 4, gpu_name: "A100 PCIE", dph_base: 0.85, storage_cost: 0 },
    ];
    const [line] = await preview(startWorld({ offers }), { search: query({ gpuName: { eq: "A100" } }) });
    expect(line).toBe(
      '! No offer matches the query now: `search.filters.gpuName`: no GPU is called "A100"; near names on offer are ' +
        '"A100 PCIE" from $0.8000/h, "A100 SXM4" from $0.9000/h.',
    );
  });

  test("gives near GPU names where something else excludes them, too", async () => {
    const offers = [{ id: 1, gpu_name: "RTX 3060", dph_base: 0.05, storage_cost: 0 }];
    const [line] = await preview(startWorld({ offers }), { search: query({ gpuName: { eq: "RTX4090" } }) });
    expect(line).toContain('no GPU is called "RTX4090"; the near name is "RTX 4090"');
  });

  test("names the query of a list, the template's filters and the defaults by their own names", async () => {
    const offers = [{ id: 1, verification: "unverified", gpu_ram: 24_000 }];
    const list = [...query({ gpuRam: { gte: 99_000 } }), ...query({ gpuRam: { gte: 98_000 } })];
    const any = { verified: { in: [true, false] } };
    const queries = list.map((one) => ({ ...one, filters: { gpuRam: { gte: 99_000 }, ...any } }));
    expect((await preview(startWorld({ offers }), { search: queries }))[0]).toContain(
      "No offer matches any of the 2 queries now: `search[0].filters.gpuRam` >= 99000 excludes the one offer",
    );
    const __template = { extraFilters: { gpuRam: { gte: 99_000 } } };
    expect((await preview(startWorld({ offers }), { search: query(any), __template }))[0]).toContain(
      "the template's `extraFilters.gpuRam` >= 99000 excludes",
    );
    expect((await preview(startWorld({ offers }), { search: query({}) }))[0]).toContain(
      "the default filter `verified` = true excludes",
    );
  });

  test("says that a bid is below every floor, and that no machine has room for the disk", async () => {
    const offers = [
      { id: 1, min_bid: 0.2, disk_space: 100 },
      { id: 2, min_bid: 0.3, disk_space: 90 },
    ];
    const bid = { search: query({}, "bid"), price: 0.1 };
    expect((await preview(startWorld({ offers }), bid))[0]).toContain(
      "`price` of $0.1000/h is below the minimum bid of both offers that match; the lowest is $0.2000/h",
    );
    expect((await preview(startWorld({ offers }), { search: query({}), disk: 500 }))[0]).toContain(
      "`disk` of 500 GB is more than any of the 2 offers that match otherwise has free; the most is 100 GB",
    );
  });

  test("keeps values that the program marks secret to itself", async () => {
    const offers = [{ id: 1, dph_base: 0.3, min_bid: 0.2, disk_space: 100 }];
    const rows = [
      { secret: "maxHourlyPriceUsd", search: query({}), maxHourlyPriceUsd: 0.1234 },
      { secret: "search", search: query({ gpuRam: { gte: 98_765 } }) },
      { secret: "search", search: query({ gpuName: { eq: "SECRETGPU" } }) },
      { secret: "price", search: query({}, "bid"), price: 0.1234 },
      { secret: "disk", search: query({}), disk: 98_765 },
    ];
    for (const { secret, ...inputs } of rows) {
      const [line = ""] = await preview(startWorld({ offers }), { ...inputs, secrets: secret });
      expect(line.startsWith("! No offer matches the query now: `" + secret)).toBe(true);
      expect(line).not.toMatch(/0\.1234|98765|SECRETGPU/);
    }
  });

  test("says where the program's other machines take every offer that matches", async () => {
    const offers = [{ id: 1 }];
    const [, second] = await preview(startWorld({ offers }), { search: query({}) }, { search: query({}) });
    expect(second).toMatch(
      /^! Every offer that matches the query is taken by another machine of this program/,
    );
  });

  test("counts a bid and the disk as the price", async () => {
    const search = query({ gpuName: { in: ["RTX 4090"] }, numGpus: { eq: 1 } }, "bid");
    const [line] = await preview(startWorld(), { search, price: 0.5, disk: 8 });
    expect(line).toMatch(/^Would bid on 1x RTX 4090, \$0\.5\d{3}\/h with 8 GB/);
  });

  test.each(["search", "price", "disk", "maxHourlyPriceUsd"])(
    "does not look where `%s` is not known yet",
    async (name) => {
      const world = startWorld();
      const [line] = await preview(world, { ...ONE_GPU, [name]: UNKNOWN });
      expect(line).toMatch(/^Did not search the market/);
      expect(searches(world)).toBe(0);
    },
  );

  test("stops when its seconds are over, and reports so for the rest without a request", async () => {
    const world = startWorld();
    world.world.fault({ kind: "hang", seconds: 600, times: "always", match: { endpoint: "offers.search" } });
    const begun = world.clock.now();
    const lines = await preview(world, ONE_GPU, { search: query({ numGpus: { eq: 2 } }) });
    expect(world.clock.now() - begun).toBeLessThanOrEqual(PREVIEW_BUDGET_MS + 1000);
    expect(lines).toEqual(
      Array.from(
        { length: 2 },
        () => expect.stringMatching(/^! Did not search the market: the 5 s/) as string,
      ),
    );
  });

  test("shows the first of the offers named by id that is still there, with its GPU and price", async () => {
    const offers = [
      { id: 2, gpu_name: "RTX 3090", dph_base: 0.2, storage_cost: 0, geolocation: "Brazil, BR" },
    ];
    const world = startWorld({ offers });
    expect(await preview(world, { offerIds: [1, 2, 3], disk: 8 })).toEqual([
      "Would rent 1x RTX 3090, $0.2000/h with 8 GB, Brazil (offer 2, of 3 in `offerIds`)",
    ]);
    expect(await preview(startWorld({ offers }), { offerIds: [2], disk: 8, maxHourlyPriceUsd: 0.1 })).toEqual(
      [
        "Would rent 1x RTX 3090, $0.2000/h with 8 GB, Brazil (offer 2 in `offerIds`)",
        "! Offer 2 costs $0.2000/h, more than `maxHourlyPriceUsd`, $0.1000/h: the launch destroys its machine as soon as the " +
          "service shows that price.",
      ],
    );
  });

  test("warns where none of the offers named by id is there any more", async () => {
    expect((await preview(startWorld(), { offerIds: [1, 2, 3] }))[0]).toMatch(
      /^! None of the 3 offers in `offerIds` is available now: offers are short-lived\./,
    );
  });

  test("says of a deployment that does not search by id that the first that is there is rented", async () => {
    const world = startWorld({ interfaceOnly: "strict" });
    expect((await preview(world, { offerIds: [1, 2, 3] }))[0]).toMatch(
      /^Would rent the first offer in `offerIds` that is still there/,
    );
  });
});
