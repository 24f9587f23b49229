import { textMatching } from "../../support/matchers";
import { ANY_SEARCH, startWorld } from "../../support/start-world";

const ARGS = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };
const ACCOUNTS = {
  accounts: [
    { id: 4001, apiKey: "emulator-key" },
    { id: 4002, apiKey: "other-key" },
  ],
};
const REFUSED = { code: "WRONG_ACCOUNT" };

test("with another account's key nothing of a resource is read, changed, destroyed or rented", async () => {
  const process = startWorld(ACCOUNTS);
  const { id, outs } = await process.create("trainer", ARGS);
  const other = process.nextProcess({ apiKey: "other-key" });
  await expect(other.read(id, outs)).rejects.toMatchObject(REFUSED);
  await expect(other.remove(id, outs)).rejects.toMatchObject(REFUSED);
  const news = other.instanceInputs("trainer", { ...ARGS, label: "new" }, outs);
  await expect(other.update(id, outs, news)).rejects.toMatchObject({
    reasons: [textMatching(/belongs to account 4001, but the API key \(a test\) is account 4002's/)],
    properties: { image: ARGS.image, __account: 4001 },
  });
  other.process.recordedOwners.set("4001", { account: 4001 });
  await expect(other.create("another", ARGS)).rejects.toMatchObject(REFUSED);
  expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
  const writes = process.world
    .requests()
    .filter(
      ({ account, method, route }) => account === 4002 && method !== "GET" && route !== "offers.search",
    );
  expect(writes).toEqual([]);
});

test("a rotated key of the same account works", async () => {
  const process = startWorld(ACCOUNTS);
  const { id, outs } = await process.create("trainer", ARGS);
  process.world.do({ action: "rotate-key", apiKey: "new-key" });
  await expect(process.nextProcess().remove(id, outs)).rejects.toMatchObject({ code: "LOGIN_REFUSED" });
  const next = process.nextProcess({ apiKey: "new-key" });
  expect((await next.read(id, outs)).id).toBe(id);
  await next.remove(id, outs);
  expect(process.world.ledger()).toMatchObject({ rented: 1, live: 0 });
});

test.each([
  ["an expired login", { kind: "session-expired" }],
  ["a 404 without words", { kind: "status", status: 404 }],
  ["a 404 of a proxy", { kind: "refuse", status: 404, error: "", msg: "page not found" }],
] as const)(
  "%s never counts as gone: a refresh and a destroy fail, and the state stays",
  async (_what, fault) => {
    const process = startWorld();
    const { id, outs } = await process.create("trainer", ARGS);
    await process.clock.advance(120_000);
    for (const endpoint of ["instances.read", "instances.destroy"]) {
      process.world.fault({ ...fault, times: "always", match: { endpoint } });
    }
    await expect(process.read(id, outs)).rejects.toThrow();
    await expect(process.remove(id, outs)).rejects.toMatchObject({ code: "DESTROY_FAILED" });
    expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
  },
);

test("a machine that shows nothing in its first minute is not gone, after it, it is", async () => {
  const process = startWorld();
  const { id, outs } = await process.create("trainer", ARGS);
  process.world.do({ action: "destroy-instance", instance: Number(id) });
  expect((await process.read(id, outs)).id).toBe(id);
  await process.clock.advance(60_000);
  expect(await process.read(id, outs)).toEqual({});
});

test("a resource of another account that is seen while a new one searches for offers stops its rent", async () => {
  const process = startWorld({ ...ACCOUNTS, latencyMs: 100 });
  const { outs } = await process.create("trainer", ARGS);
  const other = process.nextProcess({ apiKey: "other-key", latencyMs: 100 });
  const running = other.begin(other.instanceInputs("another", ARGS));
  await other.clock.advance(150);
  other.process.recordedOwners.set("4001", { account: Number(outs["__account"]) });
  await expect(other.clock.runUntil(running.result)).rejects.toMatchObject(REFUSED);
  expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
});
