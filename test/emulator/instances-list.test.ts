import { column, makeTestWorld, OFFER, type TestWorld } from "./support";

const PATH = "/api/v1/instances/";
const five = Array.from({ length: 5 }, () => ({}));

async function rentFive(options: Parameters<typeof makeTestWorld>[0] = {}): Promise<TestWorld> {
  const made = makeTestWorld({ offers: five, ...options });
  for (let index = 0; index < five.length; index += 1) {
    await made.rent(OFFER + index, { label: index === 4 ? null : `label-${index}` });
  }
  return made;
}

function query(parts: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(parts)) {
    parameters.set(key, typeof value === "string" ? value : JSON.stringify(value));
  }
  return `${PATH}?${parameters.toString()}`;
}

function idsOf(fields: Readonly<Record<string, unknown>>): unknown {
  const { instances } = fields;
  return Array.isArray(instances) ? column(instances, "id").map((id) => Number(id) - 20_000_000) : fields;
}

describe("GET /api/v1/instances/", () => {
  test("pages follow each other by token until there is none", async () => {
    const { send } = await rentFive();
    const first = await send("GET", query({ limit: 2 }));
    expect(first.fields).toMatchObject({ success: true, instances_found: 5, total_instances: 5 });
    const second = await send("GET", query({ limit: 2, after_token: String(first.fields["next_token"]) }));
    const third = await send("GET", query({ limit: 2, after_token: String(second.fields["next_token"]) }));
    expect([first, second, third].map((page) => idsOf(page.fields))).toEqual([[1, 2], [3, 4], [5]]);
    expect(third.fields).not.toHaveProperty("next_token");
  });

  test("a page holds no more than the limit of the service, and five where the limit is nonsense", async () => {
    const { send } = await rentFive({ pageSize: 3 });
    expect(idsOf((await send("GET", query({ limit: 100 }))).fields)).toEqual([1, 2, 3]);
    const many = await rentFive();
    expect(idsOf((await many.send("GET", query({ limit: 0 }))).fields)).toHaveLength(5);
  });

  const filters: readonly (readonly [string, object, readonly number[]])[] = [
    ["ids", { id: { in: [20_000_002, 20_000_004, 7] } }, [2, 4]],
    ["a label", { label: { eq: "label-2" } }, [3]],
    ["labels and none", { label: { in: [null, "label-0"] } }, [1, 5]],
    ["unlabelled ones", { label: { in: [null] } }, [5]],
    ["a range", { id: { gt: 20_000_001, lte: 20_000_003 } }, [2, 3]],
  ];
  test.each(filters)("select_filters finds %s", async (_title, select_filters, expected) => {
    const { send } = await rentFive();
    expect(idsOf((await send("GET", query({ select_filters }))).fields)).toEqual(expected);
  });

  test("order_by turns the list round", async () => {
    const { send } = await rentFive();
    const reply = await send("GET", query({ order_by: [{ col: "id", dir: "desc" }] }));
    expect(idsOf(reply.fields)).toEqual([5, 4, 3, 2, 1]);
  });

  test.each([{ dph_total: { lt: 1 } }, { num_gpus: { eq: 1 } }, { label: { like: "x" } }, { label: "x" }])(
    "%j is refused with invalid_request",
    async (select_filters) => {
      const { send } = makeTestWorld();
      expect(await send("GET", query({ select_filters }))).toMatchObject({
        status: 400,
        body: { error: "invalid_request" },
      });
    },
  );

  test("a broken token is refused with invalid_token", async () => {
    const { send } = makeTestWorld();
    expect(await send("GET", query({ after_token: "nonsense" }))).toMatchObject({
      status: 400,
      body: { error: "invalid_token" },
    });
  });

  test("with a lag a new instance is missing and a destroyed one still there", async () => {
    const { send, rent, clock } = makeTestWorld({ listLagSeconds: 10 });
    const id = await rent(OFFER);
    expect(idsOf((await send("GET", PATH)).fields)).toEqual([]);
    await clock.advance(10_000);
    expect(idsOf((await send("GET", PATH)).fields)).toEqual([1]);
    await send("DELETE", `/api/v0/instances/${id}/`, {});
    expect(idsOf((await send("GET", PATH)).fields)).toEqual([1]);
    await clock.advance(10_000);
    expect(idsOf((await send("GET", PATH)).fields)).toEqual([]);
  });
});

describe("GET /api/v0/instances/", () => {
  test("the old list is gone", async () => {
    const { send } = makeTestWorld();
    expect(await send("GET", "/api/v0/instances/")).toMatchObject({ status: 410, body: { success: false } });
  });
});

describe("GET /api/v0/instances/filters/", () => {
  test("it names the columns that can be filtered", async () => {
    const { send } = makeTestWorld();
    expect((await send("GET", "/api/v0/instances/filters/")).fields["filters"]).toContainEqual({
      column: "label",
    });
  });
});
