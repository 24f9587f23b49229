import type { FaultOrder } from "../../provider/emulator/start-emulator";
import { aboutMs } from "../support/matchers";
import { at, makeTestWorld, OFFER } from "./support";
import { containing } from "./matchers";

const path = `/api/v0/asks/${OFFER}/`;
const body = { image: "busybox", label: "launch-1" };
const accept = { endpoint: "asks.accept" };

describe("faults of the rent", () => {
  const cases: readonly (readonly [string, FaultOrder, object, number])[] = [
    ["gone with 404", { kind: "offer-gone" }, { status: 404, body: { error: "invalid_args" } }, 0],
    [
      "gone with 410",
      { kind: "offer-gone", form: "410" },
      { status: 410, body: { error: "no_such_ask" } },
      0,
    ],
    [
      "gone with 400",
      { kind: "offer-gone", form: "400" },
      { status: 400, body: { error: "no_such_ask" } },
      0,
    ],
    [
      "a refusal in words of its own",
      { kind: "refuse", status: 400, error: "spend_rate_limit", msg: "too much", match: accept },
      { status: 400, body: { success: false, error: "spend_rate_limit", msg: "too much", ask_id: OFFER } },
      0,
    ],
    ["500 before acting", { kind: "status", status: 500 }, { status: 500 }, 0],
    ["500 after acting", { kind: "status", status: 500, when: "after" }, { status: 500 }, 1],
    ["an answer lost before acting", { kind: "drop", when: "before" }, { status: "drop" }, 0],
    ["an answer lost after acting", { kind: "drop" }, { status: "drop" }, 1],
    [
      "an error that carries new_contract",
      { kind: "error-with-contract" },
      { status: 400, body: { success: false, new_contract: 20_000_001 } },
      1,
    ],
    [
      "success false that carries new_contract",
      { kind: "error-with-contract", status: 200 },
      { status: 200, body: { success: false, new_contract: 20_000_001 } },
      1,
    ],
    [
      "429 in plain text",
      { kind: "too-frequent", threshold: 4.5 },
      { status: 429, text: "API requests too frequent: endpoint threshold=4.5" },
      0,
    ],
    [
      "429 with detail",
      { kind: "too-frequent", form: "detail" },
      { status: 429, body: { detail: "API requests too frequent" } },
      0,
    ],
    ["a page of HTML", { kind: "unreadable", form: "html" }, { status: 200, text: containing("<html>") }, 1],
    ["an empty body", { kind: "unreadable", form: "empty" }, { status: 200, text: "" }, 1],
    [
      "JSON cut short",
      { kind: "unreadable", form: "truncated", when: "before" },
      { status: 200, text: '{"success": true, "new_con' },
      0,
    ],
    [
      "an expired login",
      { kind: "session-expired" },
      { status: 404, body: { success: false, msg: "Session expired. Please log in again." } },
      0,
    ],
    [
      "a redirect",
      { kind: "redirect", location: "http://elsewhere.test/" },
      { status: 302, headers: { location: "http://elsewhere.test/" } },
      0,
    ],
  ];
  test.each(cases)("%s", async (_title, order, expected, rented) => {
    const { send, world } = makeTestWorld();
    world.fault(order);
    expect(await send("PUT", path, body)).toMatchObject(expected);
    expect(world.ledger().rented).toBe(rented);
    expect(world.faults.list()).toEqual([]);
  });

  test.each([
    ["404", 2],
    ["400", 2],
    ["410", 3],
  ] as const)("an offer that is gone with %s leaves %i on the market", async (form, left) => {
    const { send, world } = makeTestWorld();
    world.fault({ kind: "offer-gone", form });
    await send("PUT", path, body);
    expect(world.market.all(world.now())).toHaveLength(left);
  });

  test("a huge body has fifty megabytes", async () => {
    const { send, world } = makeTestWorld();
    world.fault({ kind: "unreadable", form: "huge" });
    expect((await send("POST", "/api/v0/bundles/", {})).text.length).toBeGreaterThan(50 * 1024 * 1024);
  });

  test.each([
    ["before", 60_000],
    ["after", 0],
  ] as const)("a slow answer acts %s the wait", async (when, rentedAfter) => {
    const { send, world, clock } = makeTestWorld();
    const start = clock.now();
    world.fault({ kind: "hang", seconds: 60, when, match: accept });
    expect(await send("PUT", path, body)).toMatchObject({ status: 200 });
    expect(clock.now() - start).toEqual(aboutMs(60_000));
    expect(world.ledger().rentals[0]?.rentedAt).toEqual(aboutMs(start + rentedAfter));
  });

  test("a rent commits late, after the connection was cut, with the time of its commit", async () => {
    const { send, world, clock } = makeTestWorld();
    const start = clock.now();
    world.fault({ kind: "acts-late", seconds: 45 });
    expect((await send("PUT", path, body)).status).toBe("drop");
    await clock.advance(44_990);
    expect(world.ledger().rented).toBe(0);
    await clock.advance(60_000);
    expect(world.ledger().rentals).toMatchObject([{ rentedAt: aboutMs(start + 45_000), label: "launch-1" }]);
  });

  test("a rent that commits late finds its offer taken where somebody else was quicker", async () => {
    const { send, world, clock, rent } = makeTestWorld();
    world.fault({ kind: "acts-late", seconds: 45, status: 504 });
    expect((await send("PUT", path, body)).status).toBe(504);
    await rent(OFFER);
    await clock.advance(60_000);
    expect(world.ledger().rented).toBe(1);
  });
});

describe("faults of the machine", () => {
  test.each(["exited", "unknown", "offline", "loading", "created"] as const)(
    "a host shows %s instead of running, with the message chosen",
    async (status) => {
      const { world, rent, read, clock } = makeTestWorld();
      world.fault({ kind: "host", status, statusMsg: "no such image" });
      const id = await rent(OFFER);
      await clock.advance(3_600_000);
      expect(await read(id)).toMatchObject({ actual_status: status, status_msg: "no such image" });
      expect(world.ledger().rentals[0]?.runningSeconds).toBe(0);
    },
  );

  test("a host fails only after it was running for a while", async () => {
    const { world, rent, read, clock } = makeTestWorld();
    world.fault({ kind: "host", status: "offline", afterSeconds: 10 });
    const id = await rent(OFFER);
    await clock.advance(29_999);
    expect(await read(id)).toMatchObject({ actual_status: "running" });
    await clock.advance(1);
    expect(await read(id)).toMatchObject({ actual_status: "offline" });
    expect(world.ledger().rentals[0]?.runningSeconds).toBe(10);
  });

  test("a higher bid stops the machine when its time comes", async () => {
    const { world, rent, read, clock } = makeTestWorld();
    world.fault({ kind: "outbid", afterSeconds: 10 });
    const id = await rent(OFFER, { price: 0.4 });
    await clock.advance(30_000);
    expect(await read(id)).toMatchObject({
      actual_status: "stopped",
      intended_status: "running",
      min_bid: 0.501,
    });
  });

  test("what is delivered differs: GPU, count, price, kind of rental, disk", async () => {
    const { world, rent, read } = makeTestWorld();
    world.fault({
      kind: "delivers",
      offer: { gpu_name: "GTX 1060", num_gpus: 2, dph_base: 9 },
      isBid: false,
      disk: 100,
    });
    const id = await rent(OFFER, { price: 0.4 });
    expect(await read(id)).toMatchObject({
      gpu_name: "GTX 1060",
      num_gpus: 2,
      dph_base: 9,
      is_bid: false,
      disk_space: 100.8,
    });
  });

  test("the market gets back what was listed, not what was delivered", async () => {
    const { world, rent, send } = makeTestWorld({ offers: [{}] });
    world.fault({ kind: "delivers", offer: { gpu_name: "GTX 1060" } });
    await send("DELETE", `/api/v0/instances/${await rent(OFFER)}/`, {});
    expect(world.market.all(world.now())).toMatchObject([{ gpu_name: "RTX 4090" }]);
  });
});

describe("faults of reads, destroys and templates", () => {
  test("a destroy answers success and leaves the machine running", async () => {
    const { world, rent, send, read } = makeTestWorld();
    const id = await rent(OFFER);
    world.fault({ kind: "ignored" });
    expect(await send("DELETE", `/api/v0/instances/${id}/`, {})).toMatchObject({ body: { success: true } });
    expect(await read(id)).not.toBeNull();
    expect(world.ledger().live).toBe(1);
  });

  test("one list lags, the next does not", async () => {
    const { world, rent, send } = makeTestWorld();
    await rent(OFFER);
    world.fault({ kind: "list-lag", seconds: 30 });
    expect((await send("GET", "/api/v1/instances/")).body).toMatchObject({ instances: [] });
    expect((await send("GET", "/api/v1/instances/")).body).toMatchObject({ instances: [{}] });
  });

  test("a read is null although the machine exists", async () => {
    const { world, rent, read } = makeTestWorld();
    const id = await rent(OFFER);
    world.fault({ kind: "reads-null" });
    expect(await read(id)).toBeNull();
    expect(await read(id)).not.toBeNull();
  });

  test.each(["template-edited", "template-deleted"] as const)(
    "%s: the edit that follows meets a stale hash",
    async (kind) => {
      const { world, send } = makeTestWorld();
      const login = { docker_login_repo: "", docker_login_user: "", docker_login_pass: "" };
      const made = await send("POST", "/api/v0/template/", { name: "mine", image: "busybox", ...login });
      const hash_id = at(made.body, "template", "hash_id");
      world.fault({ kind });
      expect(await send("PUT", "/api/v0/template/", { hash_id, desc: "x" })).toMatchObject({ status: 404 });
      expect(world.templates.all().filter((entry) => entry.creatorId === 4_001)).toHaveLength(
        kind === "template-edited" ? 1 : 0,
      );
    },
  );
});

describe("what a fault is meant for", () => {
  const cases: readonly (readonly [string, NonNullable<FaultOrder["match"]>, boolean])[] = [
    ["its route", { endpoint: "asks.accept" }, true],
    ["its endpoint as the coverage table has it", { endpoint: "PUT /api/v0/asks/{id}/" }, true],
    ["another route", { endpoint: "instances.read" }, false],
    ["its offer", { offer: OFFER }, true],
    ["another offer", { offer: OFFER + 1 }, false],
    ["its machine", { machine: 10_001 }, true],
    ["another machine", { machine: 10_002 }, false],
    ["a part of its label", { label: "launch" }, true],
    ["another label", { label: "other" }, false],
  ];
  test.each(cases)("%s", async (_title, match, strikes) => {
    const { send, world } = makeTestWorld();
    world.fault({ kind: "status", status: 503, match });
    expect((await send("PUT", path, body)).status).toBe(strikes ? 503 : 200);
  });

  test("an instance is found by id, label and machine", async () => {
    const { world, rent, send } = makeTestWorld();
    const id = await rent(OFFER, { label: "mine" });
    world.fault({ kind: "status", status: 503, match: { instance: id, label: "mine", machine: 10_001 } });
    expect((await send("GET", "/api/v0/instances/7/")).status).toBe(200);
    expect((await send("GET", `/api/v0/instances/${id}/`)).status).toBe(503);
  });

  test("times, skip and always are counted", async () => {
    const { send, world } = makeTestWorld();
    const search = async () => (await send("POST", "/api/v0/bundles/", {})).status;
    world.fault({ kind: "status", status: 503, skip: 1, times: 2 });
    expect([await search(), await search(), await search(), await search()]).toEqual([200, 503, 503, 200]);
    const id = world.fault({ kind: "status", status: 500, times: "always" });
    expect([await search(), await search(), await search()]).toEqual([500, 500, 500]);
    world.faults.clear(id);
    expect(await search()).toBe(200);
  });
});
