import { at, keysOf, makeTestWorld, OFFER } from "./support";
import { containing, including, matching } from "./matchers";

const path = `/api/v0/asks/${OFFER}/`;
const image = "busybox";

describe("PUT /api/v0/asks/{id}/", () => {
  test("a rent answers with the contract and takes the offer off the market", async () => {
    const { send, world } = makeTestWorld();
    const reply = await send("PUT", path, { image, label: "mine" });
    expect(reply).toMatchObject({ status: 200, body: { success: true, new_contract: 20_000_001 } });
    expect(reply.fields).not.toHaveProperty("instance_api_key");
    expect(world.market.find(OFFER, world.now())).toBeUndefined();
    expect(world.ledger()).toMatchObject({ rented: 1, live: 1, rentals: [{ label: "mine", offer: OFFER }] });
  });

  test("the path without its slash rents as well", async () => {
    const { send } = makeTestWorld();
    expect(await send("PUT", `/api/v0/asks/${OFFER}`, { image })).toMatchObject({ status: 200 });
  });

  test("an instance key is in the reply where a test plants one", async () => {
    const { send } = makeTestWorld({ instanceApiKeys: "planted" });
    expect((await send("PUT", path, { image })).body).toMatchObject({ instance_api_key: "planted-20000001" });
  });

  const invalid: readonly (readonly [string, object])[] = [
    ["neither image nor template", {}],
    ["an image that is too long", { image: "x".repeat(1_025) }],
    ["a label that is too long", { image, label: "x".repeat(257) }],
    ["a disk below 8 GB", { image, disk: 7.9 }],
    ["a disk larger than the machine's", { image, disk: 100_000 }],
    ["an unknown runtype", { image, runtype: "telnet" }],
    ["an unknown target state", { image, target_state: "paused" }],
    ["an onstart of 4049 characters", { image, onstart: "x".repeat(4_049) }],
    [
      "a command line beyond the sum of 4096",
      { image, onstart: "x".repeat(4_000), args_str: "y".repeat(97) },
    ],
    ["args that are no list", { image, args: "sleep" }],
    ["an env value that is no text", { image, env: { A: 1 } }],
    ["an env entry beyond 256 characters", { image, env: { A: "x".repeat(255) } }],
    [
      "an env beyond 32768 characters",
      { image, env: Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`K${i}`, "x".repeat(200)])) },
    ],
    ["a port with another value than 1", { image, env: { "-p 80:80": "7" } }],
    [
      "a volume of a broken size",
      { image, volume_info: { create_new: true, volume_id: 7, size: 1.5, mount_path: "/d" } },
    ],
    ["a port that cannot be read", { image, env: { "-p web": "1" } }],
    [
      "65 ports",
      { image, env: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`-p ${i + 1}:${i + 1}`, "1"])) },
    ],
    ["a registry login of another form", { image, image_login: "me:secret" }],
    ["a volume without a path", { image, volume_info: { create_new: false, volume_id: 7 } }],
    [
      "a volume that does not exist",
      { image, volume_info: { create_new: false, volume_id: 7, mount_path: "/d" } },
    ],
    ["a numeric template id", { image, template_id: 7 }],
    ["a hash of no template", { template_hash_id: "0".repeat(32) }],
    ["a misspelt field", { image, lable: "x" }],
  ];
  test.each(invalid)("%s is refused with invalid_args, and nothing is rented", async (_title, body) => {
    const { send, world } = makeTestWorld();
    expect(await send("PUT", path, body)).toMatchObject({
      status: 400,
      body: {
        success: false,
        error: "invalid_args",
        ask_id: OFFER,
        msg: matching(/^error 400\/\d+: /),
      },
    });
    expect(world.ledger().rented).toBe(0);
  });

  test.each([0, 0.0009, 128.1])("a bid of %p is refused with invalid_price", async (price) => {
    const { send } = makeTestWorld();
    expect(await send("PUT", path, { image, price })).toMatchObject({
      status: 400,
      body: { error: "invalid_price" },
    });
  });

  test("an offer that is gone is not found, and the message carries no_such_ask", async () => {
    const { send, rent } = makeTestWorld();
    await rent(OFFER);
    expect(await send("PUT", path, { image })).toMatchObject({
      status: 404,
      body: {
        success: false,
        error: "invalid_args",
        msg: containing("no_such_ask"),
        ask_id: OFFER,
      },
    });
  });

  test("an id that is no number is an invalid argument", async () => {
    const { send } = makeTestWorld();
    expect(await send("PUT", "/api/v0/asks/abc/", { image })).toMatchObject({
      status: 400,
      body: { error: "invalid_args" },
    });
  });

  test("a machine of one's own is forbidden", async () => {
    const { send } = makeTestWorld({ accounts: [{ id: 1, apiKey: "emulator-key", machines: [10_001] }] });
    expect(await send("PUT", path, { image })).toMatchObject({
      status: 403,
      body: { error: "invalid_args" },
    });
  });

  test("a VM needs a key of the account", async () => {
    const { send, world } = makeTestWorld();
    world.do({ action: "set-ssh-keys", keys: [] });
    expect(await send("PUT", path, { image, vm: true })).toMatchObject({
      status: 400,
      body: { error: "no_ssh_key_for_vm" },
    });
    world.do({ action: "set-ssh-keys", keys: ["ssh-ed25519 AAAA me"] });
    expect(await send("PUT", path, { image, vm: true })).toMatchObject({ status: 200 });
  });

  test("without credit nothing is rented", async () => {
    const { send, world } = makeTestWorld();
    world.do({ action: "set-money", credit: 0 });
    expect(await send("PUT", path, { image })).toMatchObject({
      status: 400,
      body: { error: "insufficient_credit" },
    });
  });

  test("the spending limit counts what already runs", async () => {
    const { send, world } = makeTestWorld({ offers: [{ dph_base: 1 }, { dph_base: 1 }] });
    world.do({ action: "set-money", spendLimitPerHour: 1.5 });
    expect(await send("PUT", path, { image })).toMatchObject({ status: 200 });
    expect(await send("PUT", `/api/v0/asks/${OFFER + 1}/`, { image })).toMatchObject({
      status: 400,
      body: { error: "spend_rate_limit" },
    });
  });

  describe("on a machine that cannot start now", () => {
    const offers = [{ busy: true }];

    test("an on-demand rent is refused with 410 by default", async () => {
      const { send, world } = makeTestWorld({ offers });
      expect(await send("PUT", path, { image })).toMatchObject({
        status: 410,
        body: { error: "no_such_ask" },
      });
      expect(world.ledger().rented).toBe(0);
    });

    test("cancel_unavail false leaves a queued machine that is paid for", async () => {
      const { send, clock, world, read } = makeTestWorld({ offers });
      expect(await send("PUT", path, { image, cancel_unavail: false })).toMatchObject({ status: 200 });
      await clock.advance(3_600_000);
      expect(await read(20_000_001)).toMatchObject({ actual_status: "stopped", intended_status: "running" });
      expect(world.ledger()).toMatchObject({ live: 1, rentals: [{ runningSeconds: 0 }] });
      expect(world.ledger().spentUsd).toBeGreaterThan(0);
    });

    test("a bid is queued by default", async () => {
      const { send } = makeTestWorld({ offers });
      expect(await send("PUT", path, { image, price: 1 })).toMatchObject({ status: 200 });
    });
  });

  test("a bid below the floor is refused, but the machine is there, stopped", async () => {
    const { send, read, world } = makeTestWorld({ offers: [{ min_bid: 0.3 }] });
    const reply = await send("PUT", path, { image, price: 0.2 });
    expect(reply).toMatchObject({ status: 400, body: { error: "invalid_price", new_contract: 20_000_001 } });
    expect(world.ledger().live).toBe(1);
    expect(await read(20_000_001)).toMatchObject({ is_bid: true });
  });

  test("a bid below the floor with cancel_unavail rents nothing", async () => {
    const { send, world } = makeTestWorld({ offers: [{ min_bid: 0.3 }] });
    const reply = await send("PUT", path, { image, price: 0.2, cancel_unavail: true });
    expect(reply).toMatchObject({ status: 400, body: { error: "invalid_price" } });
    expect(world.ledger().rented).toBe(0);
  });

  test("no price after a bid search is an on-demand contract at the full price", async () => {
    const { rent, read } = makeTestWorld({ offers: [{ dph_base: 0.4, min_bid: 0.1 }] });
    expect(await read(await rent(OFFER))).toMatchObject({ is_bid: false, dph_base: 0.4 });
  });

  test("a volume that exists on the machine is linked", async () => {
    const volumes = [{ id: 7, machineId: 10_001 }];
    const { send } = makeTestWorld({ accounts: [{ id: 1, apiKey: "emulator-key", volumes }] });
    const body = { image, volume_info: { create_new: false, volume_id: 7, mount_path: "/data" } };
    expect(await send("PUT", path, body)).toMatchObject({ status: 200 });
  });
});

describe("the merge of a template", () => {
  const template = {
    name: "base",
    image: "pytorch/pytorch",
    tag: "2.5",
    env: "-e A=1 -e B='two words' -p 8080:8080",
    onstart: "echo template",
    runtype: "ssh",
    ssh_direct: true,
    recommended_disk_space: 32,
    docker_login_repo: "ghcr.io",
    docker_login_user: "me",
    docker_login_pass: "token",
  };

  async function rentWith(body: object): Promise<Readonly<Record<string, unknown>> | null> {
    const { send, rent, read } = makeTestWorld();
    const made = await send("POST", "/api/v0/template/", template);
    const hash = at(made.body, "template", "hash_id");
    return read(await rent(OFFER, { image: null, disk: null, template_hash_id: hash, ...body }));
  }

  test("what the request leaves out comes from the template", async () => {
    expect(await rentWith({})).toMatchObject({
      image_uuid: "pytorch/pytorch:2.5",
      image_runtype: "ssh_direc ssh_proxy",
      onstart: "echo template",
      disk_space: 32.256,
      template_name: "base",
      extra_env: including([
        ["A", "1"],
        ["B", "two words"],
        ["-p 8080:8080", "1"],
      ]),
    });
  });

  test("scalars of the request win, and the environment is merged by key", async () => {
    const record = await rentWith({
      image: "busybox:1",
      disk: 10,
      runtype: "jupyter",
      onstart: "echo mine",
      env: { A: "9", C: "3" },
    });
    expect(record).toMatchObject({
      image_uuid: "busybox:1",
      image_runtype: "jupyter_proxy ssh_proxy",
      onstart: "echo mine",
      disk_space: 10.08,
      extra_env: including([
        ["A", "9"],
        ["B", "two words"],
        ["C", "3"],
      ]),
    });
  });
});

describe("registry credentials", () => {
  const login = { docker_login_repo: "ghcr.io", docker_login_user: "me", docker_login_pass: "hunter2" };

  test.each([
    [{}, "-u me -p hunter2 ghcr.io"],
    [{ image_login: "-u you -p hunter2 quay.io" }, "-u you -p hunter2 quay.io"],
  ])("of the template carry over unless the request has its own: %j", async (body, expected) => {
    const { send, rent, read, world } = makeTestWorld();
    const made = await send("POST", "/api/v0/template/", { name: "mine", image: "busybox", ...login });
    const hash = at(made.body, "template", "hash_id");
    const id = await rent(OFFER, { template_hash_id: hash, ...body });
    expect(world.contracts.find(id)?.config.registryLogin).toBe(expected);
    expect(JSON.stringify(await read(id))).not.toContain("hunter2");
  });
});

describe("run types", () => {
  const cases: readonly (readonly [object, string, readonly string[]])[] = [
    [{}, "ssh_proxy", []],
    [{ args: ["sleep", "1"] }, "args", []],
    [{ args_str: "sleep 1" }, "args", []],
    [{ runtype: "ssh_direct" }, "ssh_direc ssh_proxy", ["22/tcp"]],
    [{ runtype: "ssh_direc ssh_proxy" }, "ssh_direc ssh_proxy", ["22/tcp"]],
    [{ runtype: "jupyter_direct" }, "jupyter_direc ssh_direc ssh_proxy", ["8080/tcp", "22/tcp"]],
    [{ runtype: "jupyter" }, "jupyter_proxy ssh_proxy", []],
    [{ env: { "-p 53:53/udp": "1", "-p 80:8000": "1" } }, "ssh_proxy", ["53/udp", "8000/tcp"]],
  ];
  test.each(cases)("%j shows as %s with its ports", async (body, runtype, ports) => {
    const { rent, read, clock } = makeTestWorld();
    const id = await rent(OFFER, body);
    expect((await read(id))?.["ports"]).toBeNull();
    await clock.advance(20_000);
    const record = await read(id);
    expect(record?.["image_runtype"]).toBe(runtype);
    expect(keysOf(record?.["ports"])).toEqual(ports);
  });

  test.each([
    ["args", ["sleep 1"]],
    ["ssh", []],
  ])("args_str beside the run type %s makes the arguments %j", async (runtype, expected) => {
    const { rent, world } = makeTestWorld();
    const id = await rent(OFFER, { runtype, args_str: "sleep 1" });
    expect(world.contracts.find(id)?.config).toMatchObject({ runtype: containing(runtype), args: expected });
  });

  test("a port has a row for IPv4 and one for IPv6 with the same host port", async () => {
    const { rent, read, clock } = makeTestWorld();
    const id = await rent(OFFER, { runtype: "ssh_direct" });
    await clock.advance(20_000);
    expect((await read(id))?.["ports"]).toEqual({
      "22/tcp": [
        { HostIp: "0.0.0.0", HostPort: "40100" },
        { HostIp: "::", HostPort: "40100" },
      ],
    });
  });
});
