import { readInstance } from "../../../provider/lifecycle/instance/read";
import { ANY_SEARCH, startWorld } from "../../support/start-world";

const ARGS = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };
const ACCEPT = { endpoint: "asks.accept" };
const LIST = { endpoint: "instances.list" };
const ACCOUNT = { endpoint: "account.read" };
const ACCOUNTS = {
  accounts: [
    { id: 4001, apiKey: "emulator-key" },
    { id: 4002, apiKey: "other-key" },
  ],
};

describe("a rent that is sent again after a refusal as too frequent", () => {
  test.each([
    ["its answer is lost, and the list lags 30 s", { kind: "drop" }, { listLagSeconds: 30 }],
    ["it is carried out 40 s after its answer was lost", { kind: "acts-late", seconds: 40 }, {}],
  ] as const)("%s: its machine is found, and nothing is rented twice", async (_name, fault, options) => {
    const process = startWorld(options);
    process.world.fault({ kind: "too-frequent", times: 2, match: ACCEPT });
    process.world.fault({ ...fault, skip: 2, match: ACCEPT });
    const { id } = await process.create("trainer", ARGS);
    process.kill();
    await process.clock.advance(600_000);
    expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
    expect(process.world.ledger().rentals[0]?.instance).toBe(Number(id));
  });

  test("is given its minute to show up", async () => {
    const process = startWorld();
    process.world.fault({ kind: "reads-null", times: 6 });
    process.world.fault({ kind: "too-frequent", times: 2, match: ACCEPT });
    await process.create("trainer", ARGS);
    expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });
});

describe("looks that fail while machines load", () => {
  const TWO = ["one", "two"];

  test.each([
    ["503", { kind: "status", status: 503 }],
    ["hangs", { kind: "hang", seconds: 3600 }],
    ["a 404 of a gateway", { kind: "status", status: 404 }],
  ] as const)("the list answers %s: machines are looked at one by one, and kept", async (_name, fault) => {
    const process = startWorld();
    process.world.fault({ ...fault, times: "always", skip: 1, match: LIST });
    const running = TWO.map((name) => process.begin(process.instanceInputs(name, ARGS)).result);
    await process.clock.runUntil(Promise.all(running));
    expect(process.world.ledger()).toMatchObject({ rented: 2, live: 2 });
    expect(process.clock.now()).toBeLessThan(startWorld().clock.now() + 300_000);
  });

  test("nothing can be read for ten minutes: no machine is discarded", async () => {
    const process = startWorld();
    for (const endpoint of ["instances.read", "instances.list"])
      process.world.fault({ kind: "status", status: 503, times: "always", skip: 1, match: { endpoint } });
    const running = TWO.map((name) => process.begin(process.instanceInputs(name, ARGS)).result);
    await process.clock.advance(20 * 60_000);
    process.world.faults.clear();
    await process.clock.runUntil(Promise.all(running));
    expect(process.world.ledger()).toMatchObject({ rented: 2, live: 2 });
  });

  test("only the list is down in a refresh: the reads by id answer within a minute", async () => {
    const process = startWorld();
    const made = [];
    for (const name of TWO) made.push(await process.create(name, ARGS));
    const next = process.nextProcess();
    process.world.fault({ kind: "status", status: 503, times: "always", match: LIST });
    const began = process.clock.now();
    const readings = await process.clock.runUntil(
      Promise.all(
        made.map(async ({ id, outs }) => readInstance(next.operation("update", outs), id, outs, false)),
      ),
    );
    expect(readings.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    expect(process.clock.now() - began).toBeLessThan(60_000);
  });
});

describe("one isolated 404 of a gateway", () => {
  test("on the list does not let a launch go without looking for what was left behind", async () => {
    const process = startWorld();
    const running = process.begin(process.instanceInputs("trainer", ARGS));
    while (process.world.ledger().rented === 0) await process.clock.step();
    process.kill();
    await process.clock.advance(120_000);
    process.world.fault({ kind: "status", status: 404, match: LIST });
    await expect(process.nextProcess().create("trainer", ARGS)).rejects.toMatchObject({
      code: "ORPHAN_FOUND",
    });
    expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
    expect(running.inputs["__token"]).toBeDefined();
  });

  test("on the list does not lose the machine of a rent whose answer is lost", async () => {
    const process = startWorld();
    process.world.fault({ kind: "status", status: 404, match: LIST });
    process.world.fault({ kind: "drop", match: ACCEPT });
    const { id } = await process.create("trainer", ARGS);
    expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
    expect(process.world.ledger().rentals[0]?.instance).toBe(Number(id));
  });

  test("on the account does not let another account's key take a machine for gone", async () => {
    const process = startWorld(ACCOUNTS);
    const { id, outs } = await process.create("trainer", ARGS);
    await process.clock.advance(120_000);
    for (const times of [1, "always"] as const) {
      const other = process.nextProcess({ apiKey: "other-key" });
      process.world.fault({ kind: "status", status: 404, times, match: ACCOUNT });
      await expect(other.read(id, outs)).rejects.toMatchObject({ code: "WRONG_ACCOUNT" });
      await expect(other.remove(id, outs)).rejects.toMatchObject({ code: "WRONG_ACCOUNT" });
      process.world.faults.clear();
    }
    expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });

  test("an endpoint that is permanently missing is requested twice, and never again", async () => {
    const process = startWorld({ interfaceOnly: true });
    for (const name of ["one", "two", "three"]) await process.create(name, ARGS);
    const lists = process.world.requests().filter(({ route }) => route === "instances.list");
    expect(lists.length).toBeLessThanOrEqual(2);
  });
});

test("a read ends with the command, whatever the service does", async () => {
  const process = startWorld();
  const { id, outs } = await process.create("trainer", ARGS);
  const next = process.nextProcess();
  for (const endpoint of ["instances.read", "instances.list", "account.read"])
    process.world.fault({ kind: "status", status: 503, times: "always", match: { endpoint } });
  const controller = new AbortController();
  const reading = readInstance(next.operation("update", outs, controller.signal), id, outs, false);
  reading.catch(() => undefined);
  await process.clock.advance(1_000);
  const began = process.clock.now();
  controller.abort(new Error("the command ended"));
  await expect(process.clock.runUntil(reading)).rejects.toThrow("the command ended");
  expect(process.clock.now() - began).toBeLessThan(2_000);
});
