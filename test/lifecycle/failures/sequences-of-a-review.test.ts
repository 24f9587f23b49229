import { createInstance } from "../../../provider/lifecycle/instance/launch/create";
import { PartialFailure } from "../../../provider/lifecycle/engine/partial-failure";
import { textWith } from "../../support/matchers";
import { ANY_SEARCH, startWorld, type Properties, type TestWorld } from "../../support/start-world";
import { orphaned, recover } from "../recover/run-recover";
import { FakeStack, rowOf, rowsIn, stateOf } from "../recover/stack-state";

const ARGS = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };
const DESTROY = { endpoint: "instances.destroy" };

async function failureOf(create: Promise<unknown>): Promise<PartialFailure> {
  const failure: unknown = await create.catch((error: unknown) => error);
  if (failure instanceof PartialFailure) return failure;
  throw new Error(`the create left nothing in the state: ${String(failure)}`);
}

test("a refresh that finds a machine gone keeps its unconfirmed rents, which the next destroy settles", async () => {
  const process = startWorld();
  process.world.fault({ kind: "acts-late", seconds: 400 });
  const { id, outs } = await process.create("trainer", ARGS);
  process.kill();
  expect(outs).toMatchObject({ __unconfirmedRents: [{}] });
  await process.clock.advance(70_000);
  process.world.do({ action: "destroy-instance", instance: Number(id) });
  const next = process.nextProcess();
  const reading = await next.read(id, outs);
  if (reading.id !== undefined) await next.remove(reading.id, reading.props ?? {});
  await process.clock.advance(600_000);
  expect(process.world.ledger()).toMatchObject({ live: 0 });
});

test.each([
  ["meets a false 404", "not-found"],
  ["is acknowledged and ignored", "ignored"],
] as const)(
  "a destroy of a machine that nothing has shown yet, and whose DELETE %s, leaves nothing billed",
  async (_what, kind) => {
    const process = startWorld({ listLagSeconds: 60, lifecycle: { readLagSeconds: 60, loadSeconds: 120 } });
    const running = process.begin(process.instanceInputs("trainer", ARGS));
    await process.clock.advance(5000);
    process.endProgram();
    const { id, properties } = await failureOf(process.clock.runUntil(running.result));
    process.kill();
    const next = process.nextProcess();
    next.world.fault({ kind, match: DESTROY });
    await next.remove(id, properties);
    expect(next.world.ledger()).toMatchObject({ rented: 1, live: 0 });
  },
);

test("a secret label is in no warning of a machine that has it", async () => {
  const process = startWorld();
  await process.create("trainer", { ...ARGS, label: "s3cr3t-label" });
  const next = process.nextProcess();
  const inputs = next.instanceInputs("trainer", { ...ARGS, label: "s3cr3t-label" });
  const marked = { ...inputs, __secrets: ["label"] };
  await next.clock.runUntil(createInstance(next.operation("create", marked), marked));
  expect(next.lines).toContainEqual({ kind: "warning", message: textWith("has the label already") });
  expect(next.lines.filter(({ message }) => message.includes("s3cr3t-label"))).toEqual([]);
});

test("a rent before the one that `recover` keeps is recorded, and destroyed when it is carried out late", async () => {
  const first = startWorld({ lifecycle: { loadSeconds: 120 } });
  first.world.fault({ kind: "acts-late", seconds: 400 });
  const { inputs } = first.begin(first.instanceInputs("trainer", ARGS));
  await first.clock.advance(130_000);
  first.kill();
  expect(first.world.ledger()).toMatchObject({ rented: 1, live: 1 });
  const stack = new FakeStack(stateOf([], [rowOf("instance", "trainer", inputs)]));
  await recover(first.nextProcess(), stack);
  const row = rowsIn(stack.text).find(({ urn }) => String(urn).endsWith("::trainer"));
  const outs = row?.["outputs"] as Properties;
  const up = first.nextProcess();
  const news = up.instanceInputs("trainer", ARGS, outs);
  const updated = await up.update(String(row?.["id"]), outs, news);
  await up.clock.advance(400_000);
  expect(first.world.ledger()).toMatchObject({ rented: 2 });
  const later = up.nextProcess();
  const changes = later.diff(updated, later.instanceInputs("trainer", ARGS, updated));
  await later.remove(String(row?.["id"]), updated);
  expect({ changes: changes.changes, live: first.world.ledger().live }).toEqual({ changes: true, live: 0 });
});

test("a machine that `search` excludes is not adopted", async () => {
  const { next, stack, id } = await orphaned(ARGS);
  await recover(next, stack, { adoptIds: new Set([id]) });
  const up = next.nextProcess();
  const gpu = up.world.ledger().rentals[0];
  const outcome = await up
    .create("trainer", { ...ARGS, search: { filters: { gpuName: "H100 SXM", numGpus: { gte: 8 } } } })
    .then(({ id: taken, outs }) => ({ taken, gpuName: outs["gpuName"], numGpus: outs["numGpus"] }))
    .catch((error: unknown) => ({ refused: (error as { code?: string }).code }));
  expect({ gpu: gpu?.instance, outcome }).toMatchObject({ outcome: { refused: "ORPHAN_FOUND" } });
});

test("Ctrl-C while an adopted machine gets its label leaves it in the state", async () => {
  const { next, stack, id } = await orphaned(ARGS);
  await recover(next, stack, { adoptIds: new Set([id]) });
  const up = next.nextProcess();
  up.world.fault({ kind: "hang", seconds: 20, when: "after", match: { endpoint: "instances.change" } });
  const running = up.begin(up.instanceInputs("trainer", ARGS));
  await up.clock.advance(10_000);
  up.endProgram();
  const failure: unknown = await up.clock.runUntil(running.result).catch((error: unknown) => error);
  expect(failure instanceof PartialFailure ? failure.id : `not in the state: ${String(failure)}`).toBe(
    String(id),
  );
});

test("a destroy names the orphans that its state names", async () => {
  const first = startWorld({ listLagSeconds: 15, lifecycle: { loadSeconds: 60 } });
  first.begin(first.instanceInputs("trainer", ARGS));
  await first.clock.advance(4000);
  first.kill();
  const next = first.nextProcess();
  const { id, properties } = await failureOf(next.create("trainer", ARGS));
  expect(properties).toMatchObject({ __orphans: [expect.any(Number)] });
  const last = next.nextProcess();
  await last.remove(id, properties);
  const named = last.lines.some(({ message }) =>
    message.includes(String((properties["__orphans"] as number[])[0])),
  );
  expect({ live: last.world.ledger().live, named }).toEqual({ live: 1, named: true });
});

test("a running machine that is adopted is stopped where `stopped` is asked, not replaced", async () => {
  const { next, stack, id } = await orphaned(ARGS);
  await recover(next, stack, { adoptIds: new Set([id]) });
  const up = next.nextProcess();
  const { outs } = await up.create("trainer", { ...ARGS, targetState: "stopped" });
  expect(outs).toMatchObject({ targetState: "stopped", actualStatus: "exited" });
  expect(up.world.ledger()).toMatchObject({ rented: 1, rentals: [{ instance: id, status: "exited" }] });
});

test("nothing is rented after the deadline, whatever it is", async () => {
  const late: unknown[] = [];
  for (let create = 20; create <= 60; create += 2) {
    const rents: number[] = [];
    const world: TestWorld = startWorld({
      lifecycle: { loadSeconds: 10 },
      latencyMs: 500,
      onPassage: ({ method, path, moment }) => {
        if (method === "PUT" && path.includes("/asks/") && moment === "sent")
          rents.push(Math.round((world.clock.now() - begun) / 1000));
      },
    });
    const begun = world.clock.now();
    world.world.fault({ kind: "host", status: "exited", times: "always" });
    const inputs = { ...world.instanceInputs("trainer", ARGS), __timeouts: { create: `${String(create)}s` } };
    const end = await world.clock
      .runUntil(createInstance(world.operation("create", inputs), inputs))
      .catch((error: unknown) => (error instanceof PartialFailure ? `partial ${error.id}` : String(error)));
    expect(rents.length).toBeGreaterThan(1);
    if (rents.some((at) => at > create)) late.push({ create, rents, end });
  }
  expect(late).toEqual([]);
});

test("a secret label is in no warning that it could not be set", async () => {
  const process = startWorld();
  const args = { ...ARGS, label: "s3cr3t" };
  const inputs = { ...process.instanceInputs("trainer", args), __secrets: ["label"] };
  const { id, outs } = await process.clock.runUntil(
    createInstance(process.operation("create", inputs), inputs),
  );
  const next = process.nextProcess();
  next.world.do({ action: "label-instance", instance: Number(id), label: "drift" });
  const { props } = await next.read(id, outs);
  next.world.fault({ kind: "status", status: 501, times: "always", match: { endpoint: "instances.change" } });
  const news = { ...next.instanceInputs("trainer", args, props), __secrets: ["label"] };
  const unwrapped = { ...props, __asked: { label: "s3cr3t" } };
  await next.update(id, unwrapped, news);
  expect(next.lines).toContainEqual({ kind: "warning", message: textWith('keeps the label "drift"') });
  expect(next.lines.filter(({ message }) => message.includes("s3cr3t"))).toEqual([]);
});

test("a refresh that finds a machine gone keeps the orphans that the state names", async () => {
  const process = startWorld();
  const { id, outs } = await process.create("trainer", ARGS);
  await process.clock.advance(70_000);
  process.world.do({ action: "destroy-instance", instance: Number(id) });
  const next = process.nextProcess();
  expect(await next.read(id, { ...outs, __orphans: [4711] })).not.toEqual({});
});

test("a rent that is lost when the engine is killed is destroyed by the provider that outlives it", async () => {
  const first = startWorld();
  first.world.fault({ kind: "acts-late", seconds: 240 });
  const running = first.begin(first.instanceInputs("trainer", ARGS));
  await first.clock.advance(20_000);
  first.endEngine();
  await first.clock.runUntil(running.result).catch(() => undefined);
  await first.clock.advance(100_000);
  const up = first.nextProcess();
  const search = { ...ANY_SEARCH, orderBy: [["dphTotal", "desc"]] };
  const { id, outs } = await up.create("trainer", { ...ARGS, search });
  up.kill();
  await first.clock.advance(400_000);
  const later = up.nextProcess();
  const change = later.diff(outs, later.instanceInputs("trainer", { ...ARGS, search }, outs));
  await later.remove(id, outs);
  expect({ changes: change.changes, live: first.world.ledger().live }).toEqual({ changes: false, live: 0 });
});

test("the last destroy of a new machine believes no single 404", async () => {
  const process = startWorld({ listLagSeconds: 20, lifecycle: { readLagSeconds: 20, loadSeconds: 120 } });
  process.world.fault({ kind: "not-found", match: { endpoint: "instances.destroy" } });
  const running = process.begin(process.instanceInputs("trainer", ARGS));
  await process.clock.advance(5000);
  expect(process.world.ledger().live).toBe(1);
  process.endEngine();
  const begun = process.clock.now();
  await process.clock.runUntil(running.result).catch(() => undefined);
  expect({ live: process.world.ledger().live, after: process.clock.now() - begun }).toMatchObject({
    live: 0,
  });
});
