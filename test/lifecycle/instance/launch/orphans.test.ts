import { Instance } from "../../../../provider/adapters/dynamic/index";
import { PartialFailure } from "../../../../provider/lifecycle/engine/partial-failure";
import { processState } from "../../../../provider/lifecycle/session/process-state";
import { adoptionLabel } from "../../../../provider/rules/instance/launch-token";
import { textMatching } from "../../../support/matchers";
import { ANY_SEARCH, startWorld, type TestWorld } from "../../../support/start-world";

const IMAGE = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };

describe("a machine that an interrupted launch left behind", () => {
  async function withOrphan() {
    const first = startWorld();
    first.begin(first.instanceInputs("trainer", IMAGE));
    await first.clock.advance(5000);
    first.kill();
    await first.clock.advance(60_000);
    expect(first.world.ledger()).toMatchObject({ rented: 1, live: 1 });
    return first;
  }

  test("stops the next create, which names its id, age, price and the recover command", async () => {
    const next = (await withOrphan()).nextProcess();
    const [orphan] = next.world.ledger().rentals;
    await expect(next.create("trainer", IMAGE)).rejects.toMatchObject({
      code: "ORPHAN_FOUND",
      message: textMatching(
        new RegExp(
          `instance ${String(orphan?.instance)} \\(label "trainer-pvai-.*", running, 1 min \\d+ s old, \\$0\\.\\d{4}/h\\).*npx pulumi-vastai recover`,
        ),
      ),
    });
    expect(next.world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });

  test("is left alone with ignoreOrphans", async () => {
    const next = (await withOrphan()).nextProcess();
    await next.create("trainer", { ...IMAGE, launch: { ignoreOrphans: true } });
    expect(next.world.ledger()).toMatchObject({ rented: 2, live: 2 });
  });

  test("is no matter to another resource", async () => {
    const next = (await withOrphan()).nextProcess();
    await next.create("another", IMAGE);
    expect(next.world.ledger()).toMatchObject({ rented: 2, live: 2 });
  });

  test("that has been destroyed stops nobody, though the list still shows it", async () => {
    const next = (await withOrphan()).nextProcess();
    const [orphan] = next.world.ledger().rentals;
    next.world.do({ action: "set-list-lag", seconds: 30 });
    next.world.do({ action: "destroy-instance", instance: orphan?.instance ?? 0 });
    await next.create("trainer", IMAGE);
    expect(next.world.ledger()).toMatchObject({ rented: 2, live: 1 });
  });

  test("is no orphan where the engine names it a moment after the create has started", async () => {
    const first = startWorld();
    const { outs } = await first.create("trainer", IMAGE);
    const next = first.nextProcess();
    const running = next.begin(next.instanceInputs("trainer", IMAGE));
    await next.clock.advance(500);
    next.process.namedTokens.add(String(outs["__token"]));
    await next.clock.runUntil(running.result);
    expect(next.world.ledger()).toMatchObject({ rented: 2, live: 2 });
  });

  test("is no orphan once a call of the process has named its token", async () => {
    const first = startWorld();
    const { outs } = await first.create("trainer", IMAGE);
    const next = first.nextProcess();
    next.process.namedTokens.add(String(outs["__token"]));
    await next.create("trainer", IMAGE);
    expect(next.world.ledger()).toMatchObject({ rented: 2, live: 2 });
  });
});

describe("a machine that `recover` left to the next launch", () => {
  async function left(first: TestWorld) {
    first.begin(first.instanceInputs("trainer", IMAGE));
    await first.clock.advance(5000);
    first.kill();
    await first.clock.advance(60_000);
    const [orphan] = first.world.ledger().rentals;
    const instance = orphan?.instance ?? 0;
    const label = adoptionLabel(orphan?.launchLabel ?? "", instance);
    first.world.do({ action: "label-instance", instance, label: label ?? "" });
    return { next: first.nextProcess(), instance };
  }

  test("is adopted: nothing is rented, and from then on it is the launch's own", async () => {
    const { next, instance } = await left(startWorld());
    const { id, outs } = await next.create("trainer", IMAGE);
    expect(id).toBe(String(instance));
    expect(outs).toMatchObject({
      label: textMatching(new RegExp(`^trainer-${String(outs["__token"])}\\.1$`)),
    });
    expect(next.world.ledger()).toMatchObject({ rented: 1, live: 1 });
    const later = next.nextProcess();
    later.process.namedTokens.add(String(outs["__token"]));
    await later.create("trainer", IMAGE);
    expect(later.world.ledger()).toMatchObject({ rented: 2, live: 2 });
  });

  test("is refused where it is not what is requested", async () => {
    const { next, instance } = await left(startWorld());
    await expect(next.create("trainer", { ...IMAGE, image: "another/image:1" })).rejects.toMatchObject({
      code: "ORPHAN_FOUND",
      message: textMatching(
        new RegExp(`left instance ${String(instance)} .*image: .*another/image:1 wanted`),
      ),
    });
    expect(next.world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });
});

test("a machine that is still to be deleted after its replacement is no orphan to the next replacement", async () => {
  const first = startWorld();
  const before = await first.create("trainer", IMAGE);
  const second = first.nextProcess();
  second.process.namedTokens.add(String(before.outs["__token"]));
  const after = await second.create("trainer", IMAGE);
  expect(after.outs).toMatchObject({ __predecessors: [before.outs["__token"]] });
  expect(before.outs).not.toHaveProperty("__predecessors");

  const state = processState();
  state.namedTokens.clear();
  await Instance.diff?.(after.id, after.outs, { ...after.outs, image: "a/new" });
  expect([...state.namedTokens]).toEqual([after.outs["__token"], before.outs["__token"]]);
  const third = second.nextProcess();
  for (const token of state.namedTokens) third.process.namedTokens.add(token);
  await third.create("trainer", IMAGE);
  expect(third.world.ledger()).toMatchObject({ rented: 3, live: 3 });
});

describe("a hook that calls create again with the same inputs", () => {
  test("after success finds the machine that the first call rented", async () => {
    const { instanceInputs, begin, clock, world } = startWorld();
    const inputs = instanceInputs("trainer", IMAGE);
    const first = await clock.runUntil(begin(inputs).result);
    const second = await clock.runUntil(begin(inputs).result);
    expect(second.id).toBe(first.id);
    expect(world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });

  test("after a timeout continues with the loading machine", async () => {
    const { instanceInputs, begin, clock, world } = startWorld({ lifecycle: { loadSeconds: 100 } });
    const inputs = { ...instanceInputs("trainer", IMAGE), __timeouts: { create: "60s" } };
    const failure: unknown = await clock.runUntil(begin(inputs).result.catch((error: unknown) => error));
    const second = await clock.runUntil(begin(inputs).result);
    expect(failure instanceof PartialFailure && failure.id).toBe(second.id);
    expect(world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });

  test("never gives a label to two machines", async () => {
    const { instanceInputs, begin, clock, world } = startWorld();
    const inputs = instanceInputs("trainer", { ...IMAGE, launch: { attempts: 1 } });
    for (let round = 0; round < 3; round += 1) {
      world.fault({ kind: "host", status: "exited" });
      await expect(clock.runUntil(begin(inputs).result)).rejects.toMatchObject({ code: "HOST_FAILED" });
    }
    const labels = world.ledger().rentals.map(({ launchLabel }) => launchLabel);
    expect(new Set(labels).size).toBe(3);
  });

  test("rents again where the machine of the first call is gone", async () => {
    const { instanceInputs, begin, clock, world, remove } = startWorld();
    const inputs = instanceInputs("trainer", IMAGE);
    const first = await clock.runUntil(begin(inputs).result);
    await remove(first.id, first.outs);
    const second = await clock.runUntil(begin(inputs).result);
    expect(second.id).not.toBe(first.id);
    expect(world.ledger()).toMatchObject({ rented: 2, live: 1 });
  });
});
