import type { ReplyFault } from "../../../provider/emulator/model/fault-kinds";
import { textWith } from "../../support/matchers";
import { ANY_SEARCH, startWorld } from "../../support/start-world";

const ARGS = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };
const ROUTES = [
  ...["account.read", "ssh-keys.list", "instances.list", "offers.search", "instances.read"],
  ...["instances.destroy", "instances.change", "bids.change"],
];
const TROUBLES: readonly (readonly [string, ReplyFault])[] = [
  ["429 that names an interval", { kind: "too-frequent", threshold: 5 }],
  ["429 that names none", { kind: "too-frequent" }],
  ["500", { kind: "status", status: 500 }],
  ["503 after the service acted", { kind: "status", status: 503, when: "after" }],
  ["a cut connection", { kind: "drop", when: "before" }],
  ["a lost answer", { kind: "drop" }],
  ["HTML", { kind: "unreadable", form: "html" }],
  ["half an answer", { kind: "unreadable", form: "truncated" }],
  ["an empty answer", { kind: "unreadable", form: "empty" }],
  ["an answer after 35 s", { kind: "hang", seconds: 35 }],
];

/** Every request that can be repeated is hit once by the fault, in a machine's whole lifecycle. */
test.each(TROUBLES)("a whole lifecycle survives %s on every endpoint", async (_name, trouble) => {
  const process = startWorld();
  for (const endpoint of ROUTES) process.world.fault({ ...trouble, match: { endpoint } });
  const bid = { ...ARGS, search: { ...ANY_SEARCH, type: "bid" }, price: 4, label: "one" };
  const { id, outs } = await process.create("trainer", bid);
  for (const endpoint of ROUTES) process.world.fault({ ...trouble, match: { endpoint } });
  const reading = await process.nextProcess().read(id, outs);
  expect(reading.props).toMatchObject({ actualStatus: "running", label: "one" });
  const changed = { ...bid, price: 5, label: "two", targetState: "stopped" };
  const news = process.instanceInputs("trainer", changed, outs);
  const stopped = await process.update(id, outs, news);
  expect(stopped).toMatchObject({ price: 5, label: "two", targetState: "stopped", actualStatus: "exited" });
  await process.remove(id, stopped);
  expect(process.world.ledger()).toMatchObject({ rented: 1, live: 0 });
});

test("a destroy is retried through ten minutes of failures", async () => {
  const process = startWorld();
  const { id, outs } = await process.create("trainer", ARGS);
  const fault = process.world.fault({
    kind: "status",
    status: 503,
    times: "always",
    match: { endpoint: "instances.destroy" },
  });
  void process.clock.sleep(600_000).then(() => process.world.faults.clear(fault));
  await process.remove(id, outs);
  expect(process.world.ledger()).toMatchObject({ rented: 1, live: 0 });
});

test("a destroy that fails is an error with the id, within the delete timeout", async () => {
  const process = startWorld();
  const { id, outs } = await process.create("trainer", ARGS);
  process.world.fault({
    kind: "status",
    status: 503,
    times: "always",
    match: { endpoint: "instances.destroy" },
  });
  const began = process.clock.now();
  await expect(process.remove(id, { ...outs, __timeouts: { delete: "5m" } })).rejects.toMatchObject({
    code: "DESTROY_FAILED",
    message: textWith(`Instance ${id} could not be destroyed and is still billed`),
  });
  expect(process.clock.now() - began).toBeLessThanOrEqual(5 * 60_000 + 35_000);
});

test("a destroy while the machine loads, and a second one, leave nothing", async () => {
  const process = startWorld();
  const { result } = process.begin(process.instanceInputs("trainer", ARGS));
  await process.clock.advance(8000);
  process.endProgram();
  const failure: unknown = await process.clock.runUntil(result.catch((error: unknown) => error));
  expect(failure).toMatchObject({ id: "20000001" });
  const next = process.nextProcess();
  await next.remove("20000001", {});
  await next.remove("20000001", {});
  expect(process.world.ledger()).toMatchObject({ rented: 1, live: 0 });
});

test("an account without pacing is not asked faster than a machine changes", async () => {
  const process = startWorld({ pacing: 0, lifecycle: { stopSeconds: 30, destroyLagSeconds: 20 } });
  const { id, outs } = await process.create("trainer", ARGS);
  process.world.clearRequests();
  const stopped = await process.update(
    id,
    outs,
    process.instanceInputs("trainer", { ...ARGS, targetState: "stopped" }, outs),
  );
  await process.remove(id, stopped);
  expect(process.world.requests().length).toBeLessThan(60);
});
