import { PartialFailure } from "../../../../provider/lifecycle/engine/partial-failure";
import { textMatching } from "../../../support/matchers";
import { ANY_SEARCH, startWorld, type Properties, type TestWorld } from "../../../support/start-world";

const ARGS = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };
const LIST = { endpoint: "instances.list" };

async function failureOf(create: Promise<unknown>): Promise<PartialFailure> {
  const failure: unknown = await create.catch((error: unknown) => error);
  if (failure instanceof PartialFailure) return failure;
  throw new Error(`the create left nothing in the state: ${String(failure)}`);
}

/** Destroys what a state holds, in a process of its own. */
async function destroyed(before: TestWorld, id: string, props: Properties): Promise<void> {
  before.kill();
  await before.nextProcess().remove(id, props);
}

describe("a rent that is carried out after its launch has failed is destroyed by the next destroy, where the launch", () => {
  test("found no other offer", async () => {
    const process = startWorld({ offers: [{}] });
    process.world.fault({ kind: "acts-late", seconds: 150 });
    const { id, properties } = await failureOf(process.create("trainer", ARGS));
    expect(id).toMatch(/^unconfirmed:trainer-pvai-/);
    expect(properties).toMatchObject({ __unconfirmedRents: [{ label: id.slice("unconfirmed:".length) }] });
    await destroyed(process, id, properties);
    expect(process.world.ledger()).toMatchObject({ rented: 1, live: 0 });
  });

  test("used its attempts up", async () => {
    const process = startWorld();
    process.world.fault({ kind: "acts-late", seconds: 200 });
    process.world.fault({ kind: "host", status: "exited", times: "always" });
    const args = { ...ARGS, launch: { attempts: 1 } };
    const { id, properties, reasons } = await failureOf(process.create("trainer", args));
    expect(reasons).toEqual([
      textMatching(/None of 1 machines rented.*until \d\d:\d\d UTC.*\[HOST_FAILED\]$/),
    ]);
    await destroyed(process, id, properties);
    expect(process.world.ledger()).toMatchObject({ rented: 2, live: 0 });
  });

  test("was cancelled during the search", async () => {
    const process = startWorld();
    process.world.fault({ kind: "acts-late", seconds: 150 });
    const running = process.begin(process.instanceInputs("trainer", ARGS));
    await process.clock.advance(30_000);
    process.endProgram();
    const { id, properties } = await failureOf(process.clock.runUntil(running.result));
    await destroyed(process, id, properties);
    expect(process.world.ledger()).toMatchObject({ rented: 1, live: 0 });
  });
});

describe("an unconfirmed rent", () => {
  async function withOpenRent(seconds: number) {
    const process = startWorld();
    process.world.fault({ kind: "acts-late", seconds });
    const { id, outs } = await process.create("trainer", ARGS);
    process.kill();
    expect(process.world.ledger().rented).toBe(1);
    return { process, id, outs };
  }

  test("outlives an up that comes before its machine shows", async () => {
    const { process, id, outs } = await withOpenRent(300);
    const next = process.nextProcess();
    const news = next.instanceInputs("trainer", ARGS, outs);
    const first = await next.update(id, outs, news);
    expect(first).toMatchObject({ __unconfirmedRents: [{}] });
    await process.clock.advance(300_000);
    const later = process.nextProcess();
    const second = await later.update(id, first, later.instanceInputs("trainer", ARGS, first));
    expect(second).not.toHaveProperty("__unconfirmedRents");
    expect(process.world.ledger()).toMatchObject({ rented: 2, live: 1 });
  });

  test("is forgotten only after a list that was started ten minutes later", async () => {
    const { process, id, outs } = await withOpenRent(100_000);
    await process.clock.advance(11 * 60_000);
    const next = process.nextProcess();
    next.world.fault({ kind: "status", status: 503, times: "always", match: LIST });
    const news = next.instanceInputs("trainer", ARGS, { ...outs, __timeouts: { update: "1m" } });
    const failed = next.update(id, outs, { ...news, __timeouts: { update: "1m" } });
    await expect(failed).rejects.toMatchObject({ properties: { __unconfirmedRents: [{}] } });
    next.world.faults.clear();
    expect(await next.update(id, outs, news)).not.toHaveProperty("__unconfirmedRents");
  });

  test("is waited for by a destroy", async () => {
    const { process, id, outs } = await withOpenRent(300);
    await process.nextProcess().remove(id, outs);
    expect(process.world.ledger()).toMatchObject({ rented: 2, live: 0 });
  });

  test("fails a destroy that has no time to wait, which says until when", async () => {
    const { process, id, outs } = await withOpenRent(300);
    const failed = process.nextProcess().remove(id, { ...outs, __timeouts: { delete: "1m" } });
    await expect(failed).rejects.toMatchObject({
      code: "ANSWER_LOST",
      message: textMatching(
        /for another \d min \d+ s the service may still carry it out.*The state keeps it/,
      ),
    });
    await process.clock.advance(300_000);
    await process.nextProcess().remove(id, outs);
    expect(process.world.ledger()).toMatchObject({ rented: 2, live: 0 });
  });

  test("is found though the service writes labels in its own way", async () => {
    const { process, id, outs } = await withOpenRent(300);
    await process.clock.advance(300_000);
    const late = process.world.ledger().rentals.find(({ instance }) => String(instance) !== id);
    process.world.do({
      action: "label-instance",
      instance: late?.instance ?? 0,
      label: (late?.label ?? "").toUpperCase().replaceAll("-", "_"),
    });
    await process.nextProcess().remove(id, outs);
    expect(process.world.ledger()).toMatchObject({ rented: 2, live: 0 });
  });

  test("of a state that 0.1.0 wrote is known by its label", async () => {
    const { process, id, outs } = await withOpenRent(300);
    const { __unconfirmedRents: rents, ...older } = outs;
    const [rent] = Array.isArray(rents) ? (rents as { label: string }[]) : [];
    await process.nextProcess().remove(id, { ...older, __lostRents: [rent?.label] });
    expect(process.world.ledger()).toMatchObject({ rented: 2, live: 0 });
  });
});

test("a list that ends early is none: the machine of a lost rent is not rented again", async () => {
  const isShort = (): boolean => process.world.ledger().rented > 0 && process.clock.now() < start + 40_000;
  const process: TestWorld = startWorld({
    garble: ({ path }) =>
      path.includes("/v1/instances/") && isShort()
        ? { status: 200, text: JSON.stringify({ success: true, total_instances: 1, instances: [] }) }
        : undefined,
  });
  const start = process.clock.now();
  process.world.fault({ kind: "drop", match: { endpoint: "asks.accept" } });
  await process.create("trainer", ARGS);
  expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
});

describe("a machine that a killed launch has just rented", () => {
  async function killed(options: Parameters<typeof startWorld>[0]) {
    const first = startWorld(options);
    first.begin(first.instanceInputs("trainer", ARGS));
    await first.clock.advance(4000);
    first.kill();
    expect(first.world.ledger()).toMatchObject({ rented: 1, live: 1 });
    return first.nextProcess();
  }

  test("is an orphan though reads by id do not show it yet", async () => {
    const next = await killed({ lifecycle: { readLagSeconds: 60 } });
    await expect(next.create("trainer", ARGS)).rejects.toMatchObject({ code: "ORPHAN_FOUND" });
    expect(next.world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });

  test("is found after the launch where the list did not show it before", async () => {
    const next = await killed({ listLagSeconds: 15, lifecycle: { loadSeconds: 60 } });
    const { id, properties, reasons } = await failureOf(next.create("trainer", ARGS));
    const [orphan, own] = next.world.ledger().rentals;
    expect(id).toBe(String(own?.instance));
    expect(properties).toMatchObject({ __orphans: [orphan?.instance], actualStatus: "running" });
    expect(reasons).toEqual([
      textMatching(
        new RegExp(
          `^Instance ${id} was rented and is in the state, but instance ${String(orphan?.instance)} .*ORPHAN_FOUND`,
        ),
      ),
    ]);

    const news = next.instanceInputs("trainer", ARGS, properties);
    expect(next.diff(properties, news)).toMatchObject({ changes: true });
    await expect(next.update(id, properties, news)).rejects.toMatchObject({
      properties: { __orphans: [orphan?.instance] },
    });
    await next.clock.advance(60_000);
    next.world.do({ action: "destroy-instance", instance: orphan?.instance ?? 0 });
    await next.clock.advance(20_000);
    const clean = await next.update(id, properties, news);
    expect(clean).not.toHaveProperty("__orphans");
    expect(next.diff(clean, news)).toMatchObject({ changes: false });
  });
});

test("a resumed launch searches for orphans as the launch would have", async () => {
  const first = startWorld({ listLagSeconds: 30, lifecycle: { loadSeconds: 60 } });
  first.begin(first.instanceInputs("trainer", ARGS));
  await first.clock.advance(4000);
  first.kill();
  const second = first.nextProcess();
  const running = second.begin(second.instanceInputs("trainer", ARGS));
  await second.clock.advance(10_000);
  second.endProgram();
  const { id, properties } = await failureOf(second.clock.runUntil(running.result));
  expect(properties).toMatchObject({ __phase: "loading" });
  const third = second.nextProcess();
  const news = third.instanceInputs("trainer", ARGS, properties);
  const [orphan] = third.world.ledger().rentals;
  await expect(third.update(id, properties, news)).rejects.toMatchObject({
    reasons: [textMatching(/ORPHAN_FOUND/)],
    properties: { __orphans: [orphan?.instance], actualStatus: "running" },
  });
});

test("a live machine with exactly the requested label is warned about, by id, before renting", async () => {
  const process = startWorld();
  const first = await process.create("trainer", { ...ARGS, label: "mine" });
  const next = process.nextProcess();
  await next.create("trainer", { ...ARGS, label: "mine" });
  const warned = next.lines.findIndex(({ message }) =>
    message.includes(`Instance ${first.id} has the label "mine"`),
  );
  const rented = next.lines.findIndex(({ message }) => message.startsWith("renting"));
  expect(warned).toBeGreaterThanOrEqual(0);
  expect(warned).toBeLessThan(rented);
});
