import { makeTestWorld, OFFER } from "./support";
import { containing, including } from "./matchers";

const instance = (id: number) => `/api/v0/instances/${id}/`;

describe("GET /api/v0/instances/{id}/", () => {
  test("a machine goes from null over created and loading to running", async () => {
    const { clock, rent, read } = makeTestWorld();
    const id = await rent(OFFER);
    const seen: unknown[] = [];
    for (const step of [0, 2_000, 2_000, 15_900, 100]) {
      await clock.advance(step);
      seen.push((await read(id))?.["actual_status"]);
    }
    expect(seen).toEqual([null, "created", "loading", "loading", "running"]);
  });

  test("a machine that is to be stopped never runs", async () => {
    const { clock, rent, read, world } = makeTestWorld();
    const id = await rent(OFFER, { target_state: "stopped" });
    await clock.advance(3_600_000);
    expect(await read(id)).toMatchObject({
      actual_status: "stopped",
      intended_status: "stopped",
      cur_state: "stopped",
    });
    expect(world.ledger().rentals[0]?.runningSeconds).toBe(0);
  });

  test("an args job exits by itself when its time is over", async () => {
    const { clock, rent, read, world } = makeTestWorld({ lifecycle: { jobSeconds: 30 } });
    const id = await rent(OFFER, { args: ["true"] });
    await clock.advance(100_000);
    expect(await read(id)).toMatchObject({ actual_status: "exited", intended_status: "running" });
    expect(world.ledger().rentals[0]?.runningSeconds).toBe(30);
  });

  test("what does not exist is null with status 200", async () => {
    const { send } = makeTestWorld();
    expect(await send("GET", instance(7))).toMatchObject({ status: 200, body: { instances: null } });
  });

  test("another account's machine is null", async () => {
    const accounts = [
      { id: 1, apiKey: "emulator-key" },
      { id: 2, apiKey: "other-key" },
    ];
    const { send, rent } = makeTestWorld({ accounts });
    const id = await rent(OFFER);
    expect((await send("GET", instance(id), undefined, "other-key")).body).toEqual({ instances: null });
    expect((await send("DELETE", instance(id), {}, "other-key")).status).toBe(404);
  });

  test("a new machine is null for as long as the read lag says", async () => {
    const { clock, rent, read } = makeTestWorld({ lifecycle: { readLagSeconds: 5 } });
    const id = await rent(OFFER);
    expect(await read(id)).toBeNull();
    await clock.advance(5_000);
    expect(await read(id)).not.toBeNull();
  });

  test("ports show only once their lag after running is over", async () => {
    const { clock, rent, read } = makeTestWorld({ lifecycle: { portsLagSeconds: 5 } });
    const id = await rent(OFFER, { runtype: "ssh_direct" });
    await clock.advance(24_999);
    expect(await read(id)).toMatchObject({ actual_status: "running", ports: null });
    await clock.advance(1);
    expect(await read(id)).toMatchObject({ ports: { "22/tcp": [{}, {}] } });
  });

  test("the record spells things as the service does", async () => {
    const accounts = [{ id: 1, apiKey: "emulator-key", secrets: { HF_TOKEN: "hidden" } }];
    const { clock, rent, read } = makeTestWorld({ accounts, instanceApiKeys: "planted" });
    const id = await rent(OFFER, { disk: 10, env: { A: "1" } });
    await clock.advance(20_000);
    const record = await read(id);
    expect(record).toMatchObject({
      disk_space: 10.08,
      extra_env: [
        ["HF_TOKEN", "hidden"],
        ["A", "1"],
        ["CONTAINER_API_KEY", `planted-${id}`],
        ["CONTAINER_ID", String(id)],
      ],
      status_msg: "success, running busybox/ssh_proxy",
      public_ipaddr: "203.0.113.2 ",
    });
    expect(record).not.toHaveProperty("volume_info");
  });

  test("the rate being charged falls to the disk when a machine stops, dph_total does not", async () => {
    const { clock, rent, read, send } = makeTestWorld({ offers: [{ dph_base: 1, storage_cost: 3.6 }] });
    const id = await rent(OFFER, { disk: 20 });
    await clock.advance(20_000);
    expect(await read(id)).toMatchObject({ dph_total: 1.1, instance: { totalHour: 1.1 } });
    await send("PUT", instance(id), { state: "stopped" });
    await clock.advance(5_000);
    expect(await read(id)).toMatchObject({ dph_total: 1.1, instance: { totalHour: 0.1 } });
  });
});

describe("PUT /api/v0/instances/{id}/", () => {
  test("a stop shows exited after a moment, a start passes exited and runs again", async () => {
    const { clock, rent, read, send } = makeTestWorld();
    const id = await rent(OFFER);
    await clock.advance(20_000);
    await send("PUT", instance(id), { state: "stopped" });
    expect(await read(id)).toMatchObject({ actual_status: "running", intended_status: "stopped" });
    await clock.advance(2_000);
    expect(await read(id)).toMatchObject({
      actual_status: "exited",
      intended_status: "stopped",
      cur_state: "stopped",
    });
    await send("PUT", instance(id), { state: "running" });
    expect(await read(id)).toMatchObject({ actual_status: "exited", intended_status: "running" });
    await clock.advance(6_000);
    expect(await read(id)).toMatchObject({ actual_status: "running" });
  });

  test("a start without free GPUs is queued with success false, and a stop takes it back", async () => {
    const { clock, rent, read, send, world } = makeTestWorld();
    const id = await rent(OFFER, { target_state: "stopped" });
    await clock.advance(20_000);
    world.do({ action: "occupy-instance", instance: id, occupied: true });
    const reply = await send("PUT", instance(id), { state: "running" });
    expect(reply).toMatchObject({
      status: 200,
      body: { success: false, msg: containing("queued") },
    });
    await send("PUT", instance(id), { state: "stopped" });
    world.do({ action: "occupy-instance", instance: id, occupied: false });
    await clock.advance(60_000);
    expect(await read(id)).toMatchObject({ intended_status: "stopped", cur_state: "stopped" });
  });

  test("a queued start that nobody takes back runs and bills later", async () => {
    const { clock, rent, read, send, world } = makeTestWorld();
    const id = await rent(OFFER, { target_state: "stopped" });
    await clock.advance(20_000);
    world.do({ action: "occupy-instance", instance: id, occupied: true });
    await send("PUT", instance(id), { state: "running" });
    world.do({ action: "occupy-instance", instance: id, occupied: false });
    await clock.advance(60_000);
    expect(await read(id)).toMatchObject({ actual_status: "running" });
  });

  test("a label is changed up to 1024 characters", async () => {
    const { rent, read, send } = makeTestWorld();
    const id = await rent(OFFER);
    await send("PUT", instance(id), { label: "x".repeat(1_024) });
    expect((await read(id))?.["label"]).toHaveLength(1_024);
    expect(await send("PUT", instance(id), { label: "x".repeat(1_025) })).toMatchObject({
      status: 400,
      body: { error: "label_too_long" },
    });
  });

  test.each(["PUT", "DELETE"])("%s of an instance that is gone is no_such_instance", async (method) => {
    const { send } = makeTestWorld();
    expect(await send(method, instance(7), { state: "running" })).toMatchObject({
      status: 404,
      body: { success: false, error: "no_such_instance" },
    });
  });
});

describe("DELETE /api/v0/instances/{id}/", () => {
  test("the instance is gone at once and its hardware is listed under a new id", async () => {
    const { rent, read, send, world } = makeTestWorld({ offers: [{}] });
    const id = await rent(OFFER);
    expect(await send("DELETE", instance(id), {})).toMatchObject({ status: 200, body: { success: true } });
    expect(await read(id)).toBeNull();
    expect(world.market.all(world.now())).toMatchObject([{ id: OFFER + 1, machine_id: 10_001 }]);
    expect(world.ledger()).toMatchObject({ rented: 1, live: 0 });
  });

  test("with a lag it still shows, then unloaded, then null; the ledger knows at once", async () => {
    const { clock, rent, read, send, world } = makeTestWorld({ lifecycle: { destroyLagSeconds: 10 } });
    const id = await rent(OFFER);
    await clock.advance(20_000);
    await send("DELETE", instance(id), {});
    expect(world.ledger().live).toBe(0);
    expect(await read(id)).toMatchObject({
      actual_status: "running",
      cur_state: "running",
      next_state: "unloaded",
    });
    await clock.advance(5_000);
    expect(await read(id)).toMatchObject({ cur_state: "unloaded" });
    await clock.advance(5_000);
    expect(await read(id)).toBeNull();
  });

  test("a second destroy is no_such_instance", async () => {
    const { rent, send } = makeTestWorld();
    const id = await rent(OFFER);
    await send("DELETE", instance(id), {});
    expect((await send("DELETE", instance(id), {})).body).toMatchObject({ error: "no_such_instance" });
  });

  test("an id that is no number is an invalid argument", async () => {
    const { send } = makeTestWorld();
    expect(await send("DELETE", "/api/v0/instances/abc/", {})).toMatchObject({
      status: 400,
      body: { error: "invalid_args" },
    });
  });
});

describe("calls for many instances", () => {
  test("PUT /api/v0/instances/ stops all that are named", async () => {
    const { clock, rent, read, send } = makeTestWorld();
    const ids = [await rent(OFFER), await rent(OFFER + 1)];
    await send("PUT", "/api/v0/instances/", { state: "stopped", ids });
    await clock.advance(30_000);
    for (const id of ids) {
      expect(await read(id)).toMatchObject({ actual_status: "exited" });
    }
  });

  test("POST /api/v0/instances/start/ starts them, with and without the slash, up to 100", async () => {
    const { clock, rent, read, send } = makeTestWorld();
    const id = await rent(OFFER, { target_state: "stopped" });
    await send("POST", "/api/v0/instances/start", { IDs: [id] });
    await clock.advance(30_000);
    expect(await read(id)).toMatchObject({ actual_status: "running" });
    const many = Array.from({ length: 101 }, (_, index) => index + 1);
    expect(await send("POST", "/api/v0/instances/start/", { IDs: many })).toMatchObject({ status: 400 });
  });

  test("DELETE /api/v0/instances/ destroys them", async () => {
    const { rent, send, world } = makeTestWorld();
    const ids = [await rent(OFFER), await rent(OFFER + 1)];
    expect(await send("DELETE", "/api/v0/instances/", { instance_ids: ids })).toMatchObject({ status: 200 });
    expect(world.ledger().live).toBe(0);
    expect(await send("DELETE", "/api/v0/instances/", { instance_ids: [] })).toMatchObject({ status: 400 });
  });
});

describe("restarts", () => {
  test("PUT /api/v0/instances/reboot/{id}/ shows rebooting, then running", async () => {
    const { clock, rent, read, send } = makeTestWorld();
    const id = await rent(OFFER);
    await clock.advance(20_000);
    await send("PUT", `/api/v0/instances/reboot/${id}/`, {});
    expect(await read(id)).toMatchObject({ actual_status: "rebooting" });
    await clock.advance(6_000);
    expect(await read(id)).toMatchObject({ actual_status: "running" });
  });

  test("PUT /api/v0/instances/recycle/{id}/ shows recycling; an unknown id is invalid_id", async () => {
    const { rent, read, send } = makeTestWorld();
    const id = await rent(OFFER);
    await send("PUT", `/api/v0/instances/recycle/${id}/`, {});
    expect(await read(id)).toMatchObject({ actual_status: "recycling" });
    expect(await send("PUT", "/api/v0/instances/recycle/7/", {})).toMatchObject({
      status: 400,
      body: { error: "invalid_id" },
    });
  });

  test("PUT /api/v0/instances/update_template/{id}/ changes image and environment and keeps the machine", async () => {
    const { rent, read, send } = makeTestWorld();
    const id = await rent(OFFER, { env: { A: "1" } });
    const reply = await send("PUT", `/api/v0/instances/update_template/${id}/`, {
      id,
      image: "busybox:2",
      env: { B: "2" },
    });
    expect(reply).toMatchObject({ status: 200, body: { success: true, updated_instance: id } });
    expect(await read(id)).toMatchObject({
      image_uuid: "busybox:2",
      actual_status: "recycling",
      extra_env: including([
        ["A", "1"],
        ["B", "2"],
      ]),
    });
  });
});

describe("the end of a contract", () => {
  test("an expired machine stops, and is erased 48 hours later", async () => {
    const { clock, rent, read, world } = makeTestWorld();
    const id = await rent(OFFER);
    await clock.advance(20_000);
    world.do({ action: "expire-instance", instance: id });
    expect(await read(id)).toMatchObject({
      actual_status: "exited",
      intended_status: "stopped",
      cur_state: "stopped",
    });
    expect(world.ledger().live).toBe(1);
    await clock.advance(48 * 3_600_000);
    expect(await read(id)).toBeNull();
    expect(world.ledger().live).toBe(0);
  });
});
