import { PartialFailure } from "../../../provider/lifecycle/engine/partial-failure";
import { resourceProviders } from "../../../provider/adapters/dynamic/resource-providers";
import { textMatching } from "../../support/matchers";
import { hostOf } from "../../support/provider-host";
import { ANY_SEARCH, startWorld, type Properties, type TestWorld } from "../../support/start-world";
import { recover } from "../recover/run-recover";
import { FakeStack, rowOf, rowsIn, stateOf } from "../recover/stack-state";

const ARGS = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };
/** Beyond any time at which a late rent may be carried out, in ms. */
const LONG_AFTER_MS = 600_000;

function liveIds({ world }: TestWorld): string[] {
  const { rentals } = world.ledger();
  return rentals.filter(({ destroyedAt }) => destroyedAt === null).map(({ instance }) => String(instance));
}

function notes({ lines }: TestWorld): string {
  return lines.flatMap(({ kind, message }) => (kind === "status" ? [] : [message])).join("\n");
}

/** A launch of "trainer" that was killed so many ms after it began; its machine, and the next process. */
async function killed(afterMs: number): Promise<{ next: TestWorld; inputs: Properties; id: number }> {
  const first = startWorld({ lifecycle: { loadSeconds: 10 } });
  const { inputs } = first.begin(first.instanceInputs("trainer", ARGS));
  await first.clock.advance(afterMs);
  first.kill();
  return { next: first.nextProcess(), inputs, id: first.world.ledger().rentals[0]?.instance ?? 0 };
}

describe("that there is no such instance is not believed of a machine in its first minute", () => {
  const NOT_FOUND = { kind: "not-found", match: { endpoint: "instances.destroy" } } as const;

  test("that a launch discards: the next is rented when it is gone", async () => {
    const process = startWorld({ lifecycle: { loadSeconds: 10 } });
    process.world.fault({ kind: "delivers", disk: 1 });
    process.world.fault(NOT_FOUND);
    process.world.fault({ kind: "reads-null", skip: 1 });
    process.world.fault({ kind: "list-lag", seconds: 50, skip: 1 });
    const { id } = await process.create("trainer", ARGS);
    expect(liveIds(process)).toEqual([id]);
  });

  test("that is destroyed at once", async () => {
    const process = startWorld({ lifecycle: { loadSeconds: 5 } });
    const { id, outs } = await process.create("trainer", ARGS);
    process.kill();
    const next = process.nextProcess();
    next.world.fault(NOT_FOUND);
    next.world.fault({ kind: "reads-null" });
    next.world.fault({ kind: "list-lag", seconds: 50 });
    await next.remove(id, outs);
    expect(liveIds(next)).toEqual([]);
  });
});

describe("`recover`", () => {
  test("that destroys waits for an earlier rent of the launch", async () => {
    const first = startWorld({ lifecycle: { loadSeconds: 60 } });
    first.world.fault({ kind: "acts-late", seconds: 300 });
    const { inputs } = first.begin(first.instanceInputs("trainer", ARGS));
    await first.clock.advance(120_000);
    first.kill();
    const stack = new FakeStack(stateOf([], [rowOf("instance", "trainer", inputs)]));
    await recover(first.nextProcess(), stack, { destroy: true });
    await first.clock.advance(LONG_AFTER_MS);
    expect(first.world.ledger()).toMatchObject({ rented: 2, live: 0 });
  });

  test("that finds a machine rented after the kill records the next rent of its launch as well", async () => {
    const first = startWorld({ lifecycle: { loadSeconds: 20 } });
    first.world.fault({ kind: "acts-late", seconds: 120 });
    first.world.fault({ kind: "acts-late", seconds: 300 });
    const { inputs } = first.begin(first.instanceInputs("trainer", ARGS));
    await first.clock.advance(99_000);
    first.kill();
    const stack = new FakeStack(stateOf([], [rowOf("instance", "trainer", inputs)]));
    const process = first.nextProcess();
    await recover(process, stack);
    const row = rowsIn(stack.text).find(({ urn }) => String(urn).endsWith("::trainer"));
    const outputs = { ...(row?.["outputs"] as Properties) };
    await process.nextProcess().remove(String(row?.["id"]), outputs);
    await first.clock.advance(LONG_AFTER_MS);
    expect(first.world.ledger()).toMatchObject({ rented: 2, live: 0 });
  });

  test("does not clear a creation next to a sibling that it finds before its rent can no longer be carried out", async () => {
    const first = startWorld({ lifecycle: { loadSeconds: 60 } });
    const alpha = first.begin(first.instanceInputs("alpha", ARGS));
    await first.clock.advance(10_000);
    first.world.fault({ kind: "acts-late", seconds: 300 });
    const beta = first.begin(first.instanceInputs("beta", ARGS));
    await first.clock.advance(10_000);
    first.kill();
    const creating = [rowOf("instance", "alpha", alpha.inputs), rowOf("instance", "beta", beta.inputs)];
    const stack = new FakeStack(stateOf([], creating));
    const { kept, cleared } = await recover(first.nextProcess(), stack);
    expect({ kept: kept.length, cleared }).toEqual({ kept: 2, cleared: 0 });
  });
});

describe("a machine that `recover` left to the next launch", () => {
  test("and that its first list did not show is reported in addition to the one it rents", async () => {
    const { next, id } = await killed(8000);
    await recover(next, new FakeStack(stateOf([], [])), { adoptIds: new Set([id]) });
    const up = next.nextProcess();
    up.world.fault({ kind: "list-lag", seconds: 50 });
    const failure: unknown = await up.create("trainer", ARGS).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PartialFailure);
    expect(failure).toMatchObject({ properties: { __orphans: [id] } });
  });

  test("and that is not what the program wants now is kept, and replaced only by the next preview's leave", async () => {
    const { next, id } = await killed(8000);
    await recover(next, new FakeStack(stateOf([], [])), { adoptIds: new Set([id]) });
    await next.clock.advance(100_000);
    const up = next.nextProcess();
    const args = { ...ARGS, ports: ["8080:8080"], launch: { waitFor: "ports", loadTimeoutSeconds: 60 } };
    const failure: unknown = await up.create("trainer", args).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PartialFailure);
    expect(failure).toMatchObject({ id: String(id), properties: { __phase: "givenUp" } });
    expect(up.world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });
});

describe("another machine of the resource that the state names", () => {
  async function beside(): Promise<{ next: TestWorld; id: string; outputs: Properties; orphan: number }> {
    const { next, id: orphan } = await killed(4000);
    next.world.fault({ kind: "list-lag", seconds: 50 });
    const failure: unknown = await next.create("trainer", ARGS).catch((error: unknown) => error);
    if (!(failure instanceof PartialFailure)) throw new Error(String(failure));
    next.kill();
    return { next: next.nextProcess(), id: failure.id, outputs: failure.properties, orphan };
  }

  test("is not forgotten for a read and a list that lag", async () => {
    const { next, id, outputs, orphan } = await beside();
    next.world.fault({ kind: "reads-null" });
    next.world.fault({ kind: "list-lag", seconds: 55 });
    const updated = await next
      .update(id, outputs, next.instanceInputs("trainer", ARGS, outputs))
      .catch((error: unknown) => (error instanceof PartialFailure ? error.properties : {}));
    expect(updated).toMatchObject({ __orphans: [orphan] });
  });

  test("is named by a destroy, whatever the list shows", async () => {
    const { next, id, outputs, orphan } = await beside();
    next.world.fault({ kind: "list-lag", seconds: 55, times: 2 });
    await next.remove(id, outputs);
    expect(notes(next)).toContain(`Instance ${String(orphan)} carries a launch label of this resource, too`);
  });
});

test("a machine that was rented behind a refusal is reported, whatever lists the launch has seen before", async () => {
  const process = startWorld({ lifecycle: { loadSeconds: 10 } });
  process.world.fault({ kind: "host", status: "loading" });
  process.world.fault({
    ...{ kind: "refuse", status: 404, error: "no_such_ask", msg: "gone", when: "after", skip: 1 },
    match: { endpoint: "asks.accept" },
  });
  const args = { ...ARGS, launch: { loadTimeoutSeconds: 80 } };
  await expect(process.create("trainer", args)).rejects.toMatchObject({
    properties: { __orphans: [20_000_002] },
    reasons: [textMatching(/instance 20000002 .*\[ORPHAN_FOUND\]$/)],
  });
});

describe("where the service fails, an update", () => {
  const TIMEOUTS = { update: "20s", delete: "20s" };

  async function stopping(
    match: { endpoint: string },
    timeouts: Properties = {},
  ): Promise<{ process: TestWorld; ended: Promise<unknown> }> {
    const first = startWorld();
    const { id, outs } = await first.create("trainer", ARGS);
    await first.clock.advance(120_000);
    const process = first.nextProcess();
    process.world.fault({ kind: "status", status: 503, times: "always", match });
    const olds = { ...outs, __timeouts: timeouts };
    const news = {
      ...process.instanceInputs("trainer", { ...ARGS, targetState: "stopped" }, outs),
      __timeouts: timeouts,
    };
    const { Instance } = resourceProviders(hostOf(process));
    const ended = Promise.resolve(Instance.update?.(id, olds, news)).catch((error: unknown) => error);
    return { process, ended };
  }

  test.each(["account.read", "instances.change"])(
    "ends with its customTimeouts and half a minute: %s",
    async (endpoint) => {
      const { process, ended } = await stopping({ endpoint }, TIMEOUTS);
      const begun = process.clock.now();
      expect(await process.clock.runUntil(ended)).toBeInstanceOf(PartialFailure);
      expect(process.clock.now() - begun).toBeLessThanOrEqual(50_100);
    },
  );

  test("ends at once when the program ends", async () => {
    const { process, ended } = await stopping({ endpoint: "instances.change" });
    await process.clock.advance(5000);
    process.endProgram();
    const begun = process.clock.now();
    expect(await process.clock.runUntil(ended)).toBeInstanceOf(PartialFailure);
    expect(process.clock.now() - begun).toBeLessThanOrEqual(1000);
  });
});
