import { MarketPreview } from "../../provider/lifecycle/instance/preview-market";
import { PREVIEW_BUDGET_MS } from "../../provider/lifecycle/preview-access";
import type { TestWorld } from "../support/start-world";
import { startWorld } from "../support/start-world";
import { UNKNOWN } from "../../provider/rules/unknown";

const IMAGE = { image: "pytorch/pytorch:latest" };
const query = (filters: object, type = "ondemand"): object[] => [{ filters, type }];

/** What a preview of these instances says, one line for each. */
async function preview(
  { clock, session }: TestWorld,
  ...instances: Record<string, unknown>[]
): Promise<string[]> {
  const said: string[] = [];
  const report = { status: () => undefined, note: (line: string) => void said.push(line) };
  for (const inputs of instances)
    await clock.runUntil(new MarketPreview(session).look({ ...IMAGE, ...inputs }, report));
  return said;
}

function searches({ world }: TestWorld): number {
  return world.requests().filter(({ route }) => route === "offers.search").length;
}

const ONE_GPU = { search: query({ gpuName: { in: ["RTX 4090"] }, numGpus: { eq: 1 } }) };

describe("a preview of the market", () => {
  test("names the offer, its price with the disk, and how many match", async () => {
    const [line] = await preview(startWorld(), { ...ONE_GPU, disk: 100 });
    expect(line).toMatch(
      /^Would rent 1x RTX 4090, \$0\.\d{4}\/h with 100 GB, .+, [A-Z]{2}, reliability 0\.\d{3} \(offer \d+; \d+ offers? match(es)? now\)\. In all so far: 1 machine, \$0\.\d{4}\/h\.$/,
    );
  });

  test("asks once for ten instances with one query, and shows each another offer and the growing total", async () => {
    const world = startWorld();
    const wide = { search: query({ numGpus: { eq: 1 } }) };
    const lines = await preview(world, ...Array.from({ length: 10 }, () => wide));
    expect(searches(world)).toBe(1);
    expect(new Set(lines.map((line) => /offer (\d+)/.exec(line)?.[1])).size).toBe(10);
    expect(lines.at(-1)).toContain("In all so far: 10 machines");
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
    expect(line).toMatch(/search\[1\] now/);
  });

  test("names the filter that excludes everything, within six more searches", async () => {
    const world = startWorld();
    const [line] = await preview(world, {
      search: query({ gpuName: { in: ["RTX 4090"] }, gpuRam: { gte: 80_000 }, numGpus: { eq: 1 } }),
    });
    expect(line).toMatch(/^No offer matches the query now: .*excludes all \d+ offers that fit otherwise/);
    expect(searches(world)).toBeLessThanOrEqual(7);
  });

  test("blames the price limit where nothing else is to blame", async () => {
    const [line] = await preview(startWorld(), { ...ONE_GPU, maxHourlyPriceUsd: 0.01 });
    expect(line).toContain("`dphTotal` <= 0.01 excludes");
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
      expect(line).toMatch(/^Did not look at the market/);
      expect(searches(world)).toBe(0);
    },
  );

  test("gives up when its seconds are over, and says so for the rest without asking", async () => {
    const world = startWorld();
    world.world.fault({ kind: "hang", seconds: 600, times: "always", match: { endpoint: "offers.search" } });
    const begun = world.clock.now();
    const lines = await preview(world, ONE_GPU, { search: query({ numGpus: { eq: 2 } }) });
    expect(world.clock.now() - begun).toBeLessThanOrEqual(PREVIEW_BUDGET_MS + 1000);
    expect(lines).toEqual(
      Array.from(
        { length: 2 },
        () => expect.stringMatching(/^Did not look at the market: the 5 s/) as string,
      ),
    );
  });

  test("counts offers named by id without asking for them", async () => {
    const world = startWorld();
    expect(await preview(world, { offerIds: [1, 2, 3] })).toEqual([
      "Rents the first of 3 offers in `offerIds` that is still there.",
    ]);
    expect(searches(world)).toBe(0);
  });
});
