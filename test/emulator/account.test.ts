import { at, makeTestWorld, OFFER } from "./support";
import { containing } from "./matchers";

describe("keys", () => {
  test.each(["", "wrong-key"])("the key %p is refused with 401", async (key) => {
    const { send } = makeTestWorld();
    expect(await send("POST", "/api/v0/bundles/", {}, key)).toMatchObject({
      status: 401,
      body: { success: false, error: "auth_error", msg: "Invalid user key" },
    });
  });

  test("a rotated key works for the same account, the old one no more", async () => {
    const { send, world } = makeTestWorld();
    world.do({ action: "rotate-key", apiKey: "fresh" });
    expect((await send("GET", "/api/v0/users/current/")).status).toBe(401);
    expect((await send("GET", "/api/v0/users/current/", undefined, "fresh")).body).toMatchObject({
      id: 4_001,
    });
  });

  test("the log of requests holds the account and never the key", async () => {
    const { send, world } = makeTestWorld();
    await send("GET", "/api/v0/users/current/");
    expect(world.requests()).toMatchObject([{ account: 4_001, route: "account.read", status: 200 }]);
    expect(JSON.stringify(world.requests())).not.toContain("emulator-key");
  });
});

describe("GET /api/v0/users/current/", () => {
  test("it tells the account, with and without the slash", async () => {
    const { send } = makeTestWorld();
    for (const path of ["/api/v0/users/current/", "/api/v0/users/current"]) {
      expect(await send("GET", path)).toMatchObject({ status: 200, body: { id: 4_001, credit: 100 } });
    }
  });
});

describe("ssh keys", () => {
  test("GET /api/v0/ssh/ is a bare list, and 404 where there are none", async () => {
    const { send, world } = makeTestWorld();
    expect((await send("GET", "/api/v0/ssh/")).body).toMatchObject([{ public_key: containing("ssh-") }]);
    world.do({ action: "set-ssh-keys", keys: [] });
    expect((await send("GET", "/api/v0/ssh/")).status).toBe(404);
  });

  test("POST /api/v0/ssh/ adds a key and DELETE /api/v0/ssh/{id}/ takes it away", async () => {
    const { send, world } = makeTestWorld();
    world.do({ action: "set-ssh-keys", keys: [] });
    const made = await send("POST", "/api/v0/ssh/", { ssh_key: "ssh-ed25519 AAAA me" });
    const id = Number(at(made.body, "key", "id"));
    expect((await send("GET", "/api/v0/ssh/")).body).toMatchObject([
      { id, public_key: "ssh-ed25519 AAAA me" },
    ]);
    expect((await send("DELETE", `/api/v0/ssh/${id}/`, {})).status).toBe(200);
    expect(await send("DELETE", `/api/v0/ssh/${id}/`, {})).toMatchObject({
      status: 400,
      body: { error: "no_ssh_key" },
    });
    expect(await send("POST", "/api/v0/ssh/", {})).toMatchObject({
      status: 400,
      body: { error: "no_ssh_key" },
    });
  });
});

describe("account variables", () => {
  const PATH = "/api/v0/secrets/";

  test("POST /api/v0/secrets/ stores them in capitals and GET /api/v0/secrets/ masks them", async () => {
    const { send, rent, read } = makeTestWorld();
    await send("POST", PATH, { key: "hf_token", value: "abc" });
    expect((await send("GET", PATH)).body).toEqual({ success: true, secrets: { HF_TOKEN: "*****" } });
    expect((await read(await rent(OFFER)))?.["extra_env"]).toContainEqual(["HF_TOKEN", "abc"]);
  });

  test("PUT /api/v0/secrets/ changes and DELETE /api/v0/secrets/ removes what exists", async () => {
    const { send } = makeTestWorld();
    expect(await send("PUT", PATH, { key: "A", value: "1" })).toMatchObject({
      status: 400,
      body: { error: "nonexistent_key" },
    });
    await send("POST", PATH, { key: "A", value: "1" });
    expect(await send("POST", PATH, { key: "A", value: "1" })).toMatchObject({
      status: 400,
      body: { error: "existing_key" },
    });
    expect((await send("PUT", PATH, { key: "A", value: "2" })).status).toBe(200);
    expect((await send("DELETE", PATH, { key: "A" })).status).toBe(200);
    expect(await send("DELETE", PATH, { key: "A" })).toMatchObject({
      status: 400,
      body: { error: "nonexistent_key" },
    });
  });

  test.each([
    [{ key: "A" }, "missing_input"],
    [{ key: "1A", value: "x" }, "invalid_characters"],
    [{ key: "A", value: "a b" }, "invalid_characters"],
  ])("%j is refused with %s", async (body, error) => {
    const { send } = makeTestWorld();
    expect(await send("POST", PATH, body)).toMatchObject({ status: 400, body: { error } });
  });
});

describe("GET /api/v0/volumes/", () => {
  test("it lists the account's volumes", async () => {
    const { send } = makeTestWorld({
      accounts: [{ id: 1, apiKey: "emulator-key", volumes: [{ id: 7, machineId: 3 }] }],
    });
    expect((await send("GET", "/api/v0/volumes?owner=me&type=all_volume")).body).toMatchObject({
      volumes: [{ id: 7, machine_id: 3 }],
    });
  });
});
