import { at, column, makeTestWorld, OFFER, type TestReply, type TestWorld } from "./support";

const PATH = "/api/v0/template/";
const login = { docker_login_repo: "", docker_login_user: "", docker_login_pass: "" };
const minimal = { name: "mine", image: "busybox", ...login };

interface Ids {
  readonly id: number;
  readonly hash_id: string;
}

const made = ({ body }: TestReply): Ids => ({
  id: Number(at(body, "template", "id")),
  hash_id: String(at(body, "template", "hash_id")),
});

const create = async (world: TestWorld, body: object = {}): Promise<Ids> =>
  made(await world.send("POST", PATH, { ...minimal, ...body }));

const find = (world: TestWorld, filters: object): Promise<TestReply> =>
  world.send("GET", `${PATH}?select_filters=${encodeURIComponent(JSON.stringify(filters))}`);

describe("POST /api/v0/template/", () => {
  test("it answers with an id and a hash of 32 hex digits, and fills in the defaults", async () => {
    const world = makeTestWorld();
    const ids = await create(world);
    expect(ids.hash_id).toMatch(/^[0-9a-f]{32}$/);
    expect((await find(world, { id: { eq: ids.id } })).body).toMatchObject({
      success: true,
      templates_found: 1,
      templates: [
        {
          ...ids,
          name: "mine",
          tag: "latest",
          runtype: "args",
          recommended_disk_space: 8,
          creator_id: 4_001,
          count_created: 0,
          extra_filters: "{}",
          repo: "busybox",
        },
      ],
    });
  });

  test("equal content gives the record that exists", async () => {
    const world = makeTestWorld();
    expect(await create(world)).toEqual(await create(world));
    expect((await create(world, { desc: "other" })).id).not.toBe((await create(world)).id);
  });

  test("extra_filters is read as JSON text, and of the readme only a hash; no password shows", async () => {
    const world = makeTestWorld();
    const ids = await create(world, {
      extra_filters: { num_gpus: { gte: 2 } },
      readme: "# hello",
      docker_login_pass: "secret",
    });
    const reply = await find(world, { id: { eq: ids.id } });
    expect(reply.body).toMatchObject({ templates: [{ extra_filters: '{"num_gpus":{"gte":2}}' }] });
    expect(reply.text).not.toMatch(/secret|# hello/);
    expect(reply.text).toContain("readme_hash");
  });

  test("a password shows where the option says so", async () => {
    const world = makeTestWorld({ showRegistryPasswords: true });
    await create(world, { docker_login_pass: "secret" });
    expect((await find(world, { name: { eq: "mine" } })).body).toMatchObject({
      templates: [{ docker_login_pass: "secret" }],
    });
  });

  test.each([
    [{ name: undefined }],
    [{ image: "" }],
    [{ name: "x".repeat(201) }],
    [{ runtype: "telnet" }],
    [{ env: { A: "1" } }],
    [{ recommended_disk_space: "much" }],
    [{ private: "yes" }],
  ])("%j is refused with invalid_args", async (body) => {
    const { send } = makeTestWorld();
    expect(await send("POST", PATH, { ...minimal, ...body })).toMatchObject({
      status: 400,
      body: { error: "invalid_args" },
    });
  });
});

describe("PUT /api/v0/template/", () => {
  test("only the named fields change, the id stays and the hash is new at every save", async () => {
    const world = makeTestWorld();
    const first = await create(world, { desc: "one" });
    const second = made(await world.send("PUT", PATH, { hash_id: first.hash_id, tag: "2" }));
    const third = made(await world.send("PUT", PATH, { hash_id: second.hash_id, tag: "latest" }));
    const same = made(await world.send("PUT", PATH, { hash_id: third.hash_id }));
    expect([second.id, third.id, same.id]).toEqual([first.id, first.id, first.id]);
    expect(new Set([first, second, third, same].map((save) => save.hash_id)).size).toBe(4);
    expect((await find(world, { id: { eq: first.id } })).body).toMatchObject({
      templates: [{ tag: "latest", desc: "one" }],
    });
  });

  test("a stale hash is not found", async () => {
    const world = makeTestWorld();
    const ids = await create(world);
    await world.send("PUT", PATH, { hash_id: ids.hash_id, desc: "new" });
    expect(await world.send("PUT", PATH, { hash_id: ids.hash_id, desc: "newer" })).toMatchObject({
      status: 404,
      body: { success: false, error: "not_found" },
    });
  });

  test("somebody else's template cannot be edited", async () => {
    const world = makeTestWorld();
    const theirs = await find(world, { name: { eq: "PyTorch" } });
    const hash_id = at(theirs.body, "templates", 0, "hash_id");
    expect(await world.send("PUT", PATH, { hash_id, desc: "x" })).toMatchObject({
      status: 404,
    });
  });

  test("a stale hash rents nothing, unless the option keeps earlier versions", async () => {
    for (const [staleTemplates, status] of [
      ["refuse", 400],
      ["earlier version", 200],
    ] as const) {
      const world = makeTestWorld({ staleTemplates });
      const ids = await create(world);
      await world.send("PUT", PATH, { hash_id: ids.hash_id, desc: "new" });
      const body = { template_hash_id: ids.hash_id, disk: 8 };
      expect(await world.send("PUT", `/api/v0/asks/${OFFER}/`, body)).toMatchObject({ status });
    }
  });
});

describe("PUT /api/v1/template/", () => {
  test("the official client's form needs id and hash", async () => {
    const world = makeTestWorld();
    const ids = await create(world);
    expect(await world.send("PUT", "/api/v1/template/", { ...ids, id: 7, desc: "x" })).toMatchObject({
      status: 404,
    });
    expect(await world.send("PUT", "/api/v1/template/", { ...ids, desc: "x" })).toMatchObject({
      status: 200,
    });
  });
});

describe("GET /api/v0/template/", () => {
  test("no match is a 200 with success false", async () => {
    const world = makeTestWorld();
    expect(await find(world, { id: { eq: 7 } })).toMatchObject({
      status: 200,
      body: { success: false, msg: "No templates found" },
    });
  });

  const operators: readonly (readonly [object, readonly string[]])[] = [
    [{ eq: 16 }, ["b"]],
    [{ neq: 16 }, ["a", "c"]],
    [{ lt: 16 }, ["a"]],
    [{ lte: 16 }, ["a", "b"]],
    [{ gt: 16 }, ["c"]],
    [{ gte: 16 }, ["b", "c"]],
    [{ in: [8, 32] }, ["a", "c"]],
    [{ notin: [8, 32] }, ["b"]],
  ];
  test.each(operators)("%j selects by disk", async (recommended_disk_space, expected) => {
    const world = makeTestWorld();
    for (const [name, disk] of Object.entries({ a: 8, b: 16, c: 32 })) {
      await create(world, { name, recommended_disk_space: disk });
    }
    const reply = await find(world, { recommended_disk_space, creator_id: { eq: 4_001 } });
    expect(column(reply.fields["templates"], "name")).toEqual(expected);
  });

  test.each(["nonsense", '"text"', '{"colour":{"eq":1}}', '{"id":7}', '{"id":{"like":7}}'])(
    "the filters %s are refused",
    async (text) => {
      const { send } = makeTestWorld();
      expect(await send("GET", `${PATH}?select_filters=${encodeURIComponent(text)}`)).toMatchObject({
        status: 400,
      });
    },
  );

  test("public templates of others show, private ones do not", async () => {
    const accounts = [
      { id: 1, apiKey: "emulator-key" },
      { id: 2, apiKey: "other-key" },
    ];
    const { send } = makeTestWorld({ accounts });
    await send("POST", PATH, { ...minimal, name: "hidden", private: true }, "other-key");
    await send("POST", PATH, { ...minimal, name: "shown" }, "other-key");
    const { text } = await send("GET", PATH);
    expect(text).toContain("shown");
    expect(text).toContain("PyTorch");
    expect(text).not.toContain("hidden");
  });

  test("a rent counts on its template", async () => {
    const world = makeTestWorld();
    const ids = await create(world);
    await world.rent(OFFER, { image: null, template_hash_id: ids.hash_id });
    expect((await find(world, { id: { eq: ids.id } })).body).toMatchObject({
      templates: [{ count_created: 1 }],
    });
  });
});

describe("DELETE /api/v0/template/", () => {
  test("it goes by the numeric id; a hash is refused, a second time is not found", async () => {
    const world = makeTestWorld();
    const ids = await create(world);
    expect(await world.send("DELETE", PATH, { hash_id: ids.hash_id })).toMatchObject({ status: 400 });
    expect(await world.send("DELETE", PATH, { template_id: ids.id })).toMatchObject({
      body: { success: true },
    });
    expect(await world.send("DELETE", PATH, { template_id: ids.id })).toMatchObject({ status: 404 });
    expect((await find(world, { id: { eq: ids.id } })).body).toMatchObject({ success: false });
  });
});
