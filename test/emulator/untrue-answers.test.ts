import { column, makeTestWorld, OFFER } from "./support";

describe("lists and reads that do not tell the truth", () => {
  const LIST = "/api/v1/instances/?limit=2";

  async function withThree() {
    const test = makeTestWorld();
    for (const offer of [OFFER, OFFER + 1, OFFER + 2]) await test.rent(offer);
    const page = async (query = ""): Promise<{ ids: unknown[]; total: unknown; more: unknown }> => {
      const { fields } = await test.send("GET", `${LIST}${query}`);
      return {
        ids: column(fields["instances"], "id"),
        total: fields["total_instances"],
        more: fields["next_token"],
      };
    };
    return { ...test, page };
  }

  test("a list that ends early names no more pages, and its total counts what is missing", async () => {
    const { world, page } = await withThree();
    world.fault({ kind: "list-short" });
    expect(await page()).toEqual({ ids: [20_000_001], total: 3, more: undefined });
    expect(await page()).toMatchObject({ ids: [20_000_001, 20_000_002], total: 3 });
  });

  test("a list that omits an instance does not count it either", async () => {
    const { world, page } = await withThree();
    world.fault({ kind: "list-omits", instance: 20_000_001 });
    expect(await page()).toMatchObject({ ids: [20_000_002], total: 2 });
    world.fault({ kind: "list-omits" });
    expect(await page()).toEqual({ ids: [], total: 0, more: undefined });
  });

  test("a repeated page is the first, whichever was requested", async () => {
    const { world, page } = await withThree();
    const first = await page();
    world.fault({ kind: "page-repeated" });
    expect(await page(`&after_token=${String(first.more)}`)).toEqual(first);
    expect(await page(`&after_token=${String(first.more)}`)).toMatchObject({ ids: [20_000_003] });
  });

  test("a false not-found leaves the instance as it is", async () => {
    const { world, send, read } = await withThree();
    const path = "/api/v0/instances/20000001/";
    world.fault({ kind: "not-found" });
    expect(await send("DELETE", path)).toMatchObject({ status: 404, body: { error: "no_such_instance" } });
    world.fault({ kind: "not-found", match: { endpoint: "instances.read" } });
    expect(await read(20_000_001)).toBeNull();
    expect(await read(20_000_001)).toMatchObject({ id: 20_000_001 });
    expect(world.ledger().live).toBe(3);
  });

  test("an earlier answer is what the same request got before", async () => {
    const { world, clock, read } = await withThree();
    const before = await read(20_000_001);
    await clock.advance(60_000);
    world.fault({ kind: "earlier-answer" });
    expect(await read(20_000_001)).toEqual(before);
    expect(await read(20_000_001)).toMatchObject({ actual_status: "running" });
    world.fault({ kind: "earlier-answer" });
    expect(await read(20_000_002)).toMatchObject({ actual_status: "running" });
  });
});
