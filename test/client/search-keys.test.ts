import { SEARCH } from "./any-search";
import { reply, stubService, type Answer } from "./stub-service";

test("a filter on an offer's id goes by the name that finds something", async () => {
  const service = stubService([reply(200, { offers: [] })]);
  await service.run(service.client.searchOffers({ ...SEARCH, filters: { id: [7, 8] } }));
  expect(service.requests[0]?.body).toEqual({
    ask_contract_id: { in: [7, 8] },
    type: "ondemand",
    order: [["dph_total", "asc"]],
    limit: 3,
    allocated_storage: 40,
  });
});

describe("a search with keys that a deployment refuses", () => {
  const PLAIN = ["gpu_name", "limit", "num_gpus", "type"];
  const FULL = [...PLAIN, "allocated_storage", "inet_down", "order"].toSorted();
  const without = (...keys: string[]): string[] => FULL.filter((key) => !keys.includes(key));
  const refusal = (msg: string): Answer => reply(400, { success: false, error: "invalid_request", msg });
  const found = reply(200, { offers: [{ id: 1 }] });

  const refusals: [string, Answer[], string[][]][] = [
    [
      "an unknown key is left out, then and from then on",
      [refusal("unknown field inet_down"), found, found],
      [FULL, without("inet_down"), without("inet_down")],
    ],
    [
      "a value that cannot be used is left out of that search only",
      [refusal("Invalid value for search field inet_down"), found, found],
      [FULL, without("inet_down"), FULL],
    ],
    [
      "two unknown keys: only the API specification's are sent, then and from then on",
      [refusal("Unknown search key: order"), refusal("Unknown search key: inet_down"), found, found],
      [FULL, without("order"), PLAIN, PLAIN],
    ],
    [
      "a refusal that names no key costs that search the rest",
      [refusal("try again"), found, found],
      [FULL, PLAIN, FULL],
    ],
    [
      "two searches in a row refused so: the rest is not tried again",
      [refusal("no"), found, refusal("no"), found, found],
      [FULL, PLAIN, FULL, PLAIN, PLAIN],
    ],
  ];
  test.each(refusals)("where a search is refused, %s", async (_title, answers, sent) => {
    const service = stubService(answers);
    while (service.requests.length < sent.length) {
      expect(await service.run(service.client.searchOffers(SEARCH))).toMatchObject({ offers: [{ id: 1 }] });
    }
    const bodies = service.requests.map(({ body }) => body as Record<string, unknown>);
    expect(bodies.map((body) => Object.keys(body).toSorted())).toEqual(sent);
    const whole = bodies.map((body) => Object.keys(body).length === FULL.length);
    expect(bodies.map(({ limit }) => limit)).toEqual(whole.map((isWhole) => (isWhole ? 3 : 1000)));
  });

  test("a refusal of nothing but the API specification's keys is the search's own", async () => {
    const service = stubService([refusal("no")]);
    expect(await service.failure(service.client.searchOffers(SEARCH))).toMatchObject({
      details: { serviceError: "invalid_request" },
    });
    expect(service.requests).toHaveLength(2);
  });

  test("offers searched without the disk are priced with it, or marked as not priced for it", async () => {
    const shown = [
      { id: 1, dph_total: 0.402, dph_base: 0.4, storage_cost: 0.18, storage_total_cost: 0.002 },
      { id: 2, dph_total: 0.3 },
    ];
    const service = stubService([refusal("unknown key allocated_storage"), reply(200, { offers: shown })]);
    const { offers } = await service.run(service.client.searchOffers(SEARCH));
    const [computed, bare] = offers;
    expect(computed?.dphTotal).toBeCloseTo(0.41, 9);
    expect(computed?.storageTotalCost).toBeCloseTo(0.01, 9);
    expect(bare).toEqual({ id: 2, dphTotal: 0.3, isPricedForDisk: false });
  });
});
