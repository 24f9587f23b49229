import { column, makeTestWorld } from "./support";
import { someText } from "./matchers";
import type { PartialOffer } from "../../provider/emulator/start-emulator";

const MARKET: readonly PartialOffer[] = [
  { id: 1, gpu_name: "RTX 4090", num_gpus: 1, dph_base: 0.4, min_bid: 0.2, geolocation: "Sweden, SE" },
  {
    id: 2,
    gpu_name: "RTX 3090",
    num_gpus: 2,
    dph_base: 0.3,
    min_bid: 0.1,
    geolocation: "Texas, US",
    gpu_ram: 24_576,
  },
  {
    id: 3,
    gpu_name: "H100 SXM",
    num_gpus: 8,
    dph_base: 16,
    min_bid: 9,
    geolocation: "Quebec, CA",
    gpu_ram: 81_559,
  },
  { id: 4, gpu_name: "RTX 4090", verification: "unverified", dph_base: 0.2, min_bid: 0.1 },
  { id: 5, gpu_name: "RTX 4090", rented: true, dph_base: 0.25, min_bid: 0.1 },
  {
    id: 6,
    gpu_name: "L40S",
    disk_space: 20,
    dph_base: 0.7,
    min_bid: 0.3,
    driver_version: "535.86.05",
    hosting_type: 1,
  },
];

async function ids(query: object, path = "/api/v0/bundles/"): Promise<unknown> {
  const { send } = makeTestWorld({ offers: MARKET });
  const method = path === "/api/v0/bundles/" ? "POST" : "PUT";
  const { fields } = await send(method, path, { order: [["id", "asc"]], ...query });
  return Array.isArray(fields["offers"]) ? column(fields["offers"], "id") : fields;
}

describe("POST /api/v0/bundles/", () => {
  const cases: readonly (readonly [string, object, readonly number[]])[] = [
    ["verified, rentable and free offers are the default", {}, [1, 2, 3, 6]],
    ["a filter replaces its default", { verified: { eq: false } }, [4]],
    ["in compares with a list", { gpu_name: { in: ["RTX 4090", "L40S"] } }, [1, 6]],
    ["notin leaves a list out", { gpu_name: { notin: ["RTX 4090", "L40S"] } }, [2, 3]],
    ["an underscore in a name is a space", { gpu_name: { eq: "RTX_3090" } }, [2]],
    ["several operators on one field all hold", { num_gpus: { gt: 1, lt: 8 } }, [2]],
    ["gte and lte include the bound", { num_gpus: { gte: 2, lte: 8 } }, [2, 3]],
    ["neq leaves one out", { num_gpus: { neq: 1 } }, [2, 3]],
    ["numbers come as text too", { num_gpus: { gte: "2" } }, [2, 3]],
    ["memory is in MB", { gpu_ram: { gte: 80_000 } }, [3]],
    ["an alias in GB counts a thousand", { gpu_ram_GB: { gte: 80 } }, [3]],
    ["total memory counts every GPU", { gpu_total_ram: { gte: 49_152 } }, [2, 3]],
    ["a country is compared by its code", { geolocation: { in: ["US", "CA"] } }, [2, 3]],
    ["reliability2 is reliability", { reliability2: { gte: 0.999 } }, []],
    ["driver versions compare as versions", { driver_version: { lt: "550.00.00" } }, [6]],
    ["the official client's driver number is taken", { driver_version: { gte: 550000000 } }, [1, 2, 3]],
    ["datacenter reads the hosting type", { datacenter: { eq: true } }, [6]],
    ["duration is seconds from now", { duration: { gte: 61 * 86_400 } }, []],
    ["a disk that does not fit leaves the offer out", { allocated_storage: 30 }, [1, 2, 3]],
    ["limit cuts the list", { limit: 2 }, [1, 2]],
    ["order is by any field, either way", { order: [["dph_total", "desc"]] }, [3, 6, 1, 2]],
    ["id matches nothing", { id: { eq: 1 } }, []],
    ["ask_contract_id finds the offer", { ask_contract_id: { eq: 1 } }, [1]],
    ["a bid search shows rented ones as free", { type: "bid", gpu_name: { eq: "RTX 4090" } }, [1, 5]],
    ["both spellings of on-demand are taken", { type: "on-demand", num_gpus: { eq: 8 } }, [3]],
  ];
  test.each(cases)("%s", async (_title, query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  const refused: readonly (readonly [string, object])[] = [
    ["an unknown field", { gpu_nam: { eq: "x" } }],
    ["an unknown operator", { num_gpus: { atleast: 1 } }],
    ["a bare value", { num_gpus: 1 }],
    ["a list where one value is due", { num_gpus: { eq: [1] } }],
    ["a value of the wrong type", { num_gpus: { eq: "many" } }],
    ["an order of countries", { geolocation: { gt: "SE" } }],
    ["an unknown type", { type: "spot" }],
    ["a limit that is no count", { limit: 0 }],
    ["an order by an unknown field", { order: [["beauty", "asc"]] }],
  ];
  test.each(refused)("%s is refused with invalid_request", async (_title, query) => {
    const { send } = makeTestWorld();
    expect(await send("POST", "/api/v0/bundles/", query)).toMatchObject({
      status: 400,
      body: { success: false, error: "invalid_request", msg: someText },
    });
  });

  test("a price includes the requested storage, by the month of 720 hours", async () => {
    const { send } = makeTestWorld({ offers: [{ dph_base: 0.4, storage_cost: 0.72 }] });
    expect(
      (await send("POST", "/api/v0/bundles/", { allocated_storage: 100 })).fields["offers"],
    ).toMatchObject([{ dph_base: 0.4, storage_total_cost: 0.1, dph_total: 0.5, search: { totalHour: 0.5 } }]);
  });

  test("the price of a bid search is the floor", async () => {
    const { send } = makeTestWorld({ offers: [{ dph_base: 0.4, min_bid: 0.15, storage_cost: 0.72 }] });
    expect(
      (await send("POST", "/api/v0/bundles/", { type: "bid", allocated_storage: 100 })).fields["offers"],
    ).toMatchObject([{ is_bid: true, dph_base: 0.15, dph_total: 0.25, min_bid: 0.15 }]);
  });

  test("no more than 64 rows come, whatever is asked", async () => {
    const { send } = makeTestWorld({ offers: Array.from({ length: 80 }, () => ({})) });
    expect((await send("POST", "/api/v0/bundles/", { limit: 500 })).fields["offers"]).toHaveLength(64);
  });

  test("the default market is the same for the same seed and differs for another", () => {
    const market = (seed: number) => makeTestWorld({ seed, offers: undefined }).world.market.all(0);
    expect(market(7)).toEqual(market(7));
    expect(market(7)).not.toEqual(market(8));
    expect(market(7)).toHaveLength(60);
  });
});

describe("PUT /api/v0/search/asks/", () => {
  test("it searches alike, with the query under q", async () => {
    expect(await ids({ q: { num_gpus: { eq: 8 } }, select_cols: ["*"] }, "/api/v0/search/asks/")).toEqual([
      3,
    ]);
  });
});
