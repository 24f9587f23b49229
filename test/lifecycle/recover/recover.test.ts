import { carryOut, type StackStore } from "../../../provider/lifecycle/recover/carry-out";
import { createInstance } from "../../../provider/lifecycle/instance/launch/create";
import { createTemplate } from "../../../provider/lifecycle/template/create";
import { PartialFailure } from "../../../provider/lifecycle/engine/partial-failure";
import { isRecord } from "../../../provider/lifecycle/engine/engine-values";
import { ANY_SEARCH, startWorld, type Properties, type TestWorld } from "../../support/start-world";
import { textWith } from "../../support/matchers";
import { look, recover } from "./run-recover";
import { FakeStack, pendingIn, PROVIDER, rowOf, rowsIn, STACK, stateOf } from "./stack-state";

const IMAGE = { image: "pytorch/pytorch:latest", search: ANY_SEARCH, env: { A: "b" } };
/** A create whose process was killed so many ms after it began, and the stack as its engine left it. */
async function killed(
  afterMs: number,
  options: {
    args?: Properties;
    prepare?: (world: TestWorld["world"]) => void;
    interfaceOnly?: boolean | "strict";
  } = {},
): Promise<{ next: TestWorld; stack: FakeStack; inputs: Properties }> {
  const first = startWorld({ lifecycle: { loadSeconds: 60 }, interfaceOnly: options.interfaceOnly ?? false });
  options.prepare?.(first.world);
  const inputs = first.instanceInputs("trainer", { ...IMAGE, ...options.args });
  first.begin(inputs);
  await first.clock.advance(afterMs);
  first.kill();
  return {
    next: first.nextProcess(),
    stack: new FakeStack(stateOf([], [rowOf("instance", "trainer", inputs)])),
    inputs,
  };
}

const liveIds = ({ world }: TestWorld): string[] =>
  world
    .ledger()
    .rentals.filter(({ destroyedAt }) => destroyedAt === null)
    .map(({ instance }) => String(instance));

const instanceRows = (stack: FakeStack) =>
  rowsIn(stack.text).filter(({ type }) => type === rowOf("instance", "x")["type"]);

const record = (value: unknown): Properties => (isRecord(value) ? { ...value } : {});

const DESTROY = { destroy: true };

test.each([1, 4600, 5000, 15_000, 30_000, 59_000])(
  "a launch killed %i ms after it began is resumed by the next up, and then shows no change",
  async (afterMs) => {
    const { next, stack, inputs } = await killed(afterMs);
    await recover(next, stack);
    expect(pendingIn(stack.text)).toEqual([]);
    const rows = instanceRows(stack);
    expect(rows.map(({ id }) => id)).toEqual(liveIds(next));
    for (const row of rows) {
      const olds = record(row["outputs"]);
      expect(next.diff(olds, inputs)).toMatchObject({ changes: true });
      expect(next.diff(olds, inputs)).not.toHaveProperty("replaces");
      const outs = await next.update(String(row["id"]), olds, inputs);
      expect(outs).toMatchObject({ actualStatus: "running", __token: inputs["__token"] });
      expect(next.diff(outs, inputs)).toMatchObject({ changes: false });
    }
    expect(next.world.ledger().rented).toBe(rows.length);
  },
);

test("the record is what an interrupted create leaves, except for the machine's secrets and the offer", async () => {
  const { next, stack } = await killed(30_000);
  await recover(next, stack);
  const cancelled = startWorld({ lifecycle: { loadSeconds: 60 } });
  const inputs = cancelled.instanceInputs("trainer", IMAGE);
  const stop = new AbortController();
  const failure = createInstance(cancelled.operation("create", inputs, stop.signal), inputs).catch(
    (error: unknown) => error,
  );
  await cancelled.clock.advance(30_000);
  stop.abort(new Error("cancelled"));
  const partial = await cancelled.clock.runUntil(failure);
  if (!(partial instanceof PartialFailure)) throw new Error("Expected the create to leave a part");
  const [row] = instanceRows(stack);
  const outputs = Object.keys(record(row?.["outputs"]));
  const left = await cancelled.read(partial.id, partial.properties);
  const names = new Set([...Object.keys(partial.properties), ...Object.keys(record(left.props))]);
  expect([...names].filter((name) => !outputs.includes(name)).toSorted()).toEqual([
    "jupyterToken",
    "offerId",
  ]);
  expect(outputs.filter((name) => !names.has(name))).toEqual([]);
  expect(row).toMatchObject({ custom: true, parent: STACK["urn"], initErrors: [textWith("recovered")] });
});

test("with --destroy nothing is left, neither rented nor in the state", async () => {
  const { next, stack } = await killed(30_000);
  const { destroyed } = await recover(next, stack, DESTROY);
  expect(destroyed).toHaveLength(1);
  expect(liveIds(next)).toEqual([]);
  expect(rowsIn(stack.text)).toEqual([STACK, PROVIDER]);
  expect(pendingIn(stack.text)).toEqual([]);
});

test("wherever recover itself is cut off, the state knows of everything that is billed", async () => {
  for (let calls = 0; calls < 8; calls += 1) {
    const { next, stack, inputs } = await killed(30_000);
    let left = calls;
    const spend = (): void => {
      left -= 1;
      if (left < 0) throw new Error("cut off");
    };
    const store: StackStore = {
      exportState: async () => {
        spend();
        return stack.exportState();
      },
      importState: async (text) => {
        spend();
        return stack.importState(text);
      },
    };
    const end = await recover(next, stack, DESTROY, store).catch((error: unknown) => error);
    const isPending = pendingIn(stack.text).some(
      ({ resource }) => record(record(resource)["inputs"])["__token"] === inputs["__token"],
    );
    const known = instanceRows(stack).map(({ id }) => id);
    expect(liveIds(next).every((id) => isPending || known.includes(id))).toBe(true);
    if (!(end instanceof Error)) {
      expect(calls).toBe(5);
      return;
    }
  }
  throw new Error("Recover never came to its end");
});

test("a locked stack stops it before anything is changed", async () => {
  const { next, stack } = await killed(30_000);
  stack.isLocked = true;
  const { text } = stack;
  next.world.clearRequests();
  await expect(recover(next, stack, DESTROY)).rejects.toMatchObject({ code: "STACK_LOCKED" });
  expect(stack.text).toBe(text);
  expect(next.world.requests().filter(({ method }) => method !== "GET")).toEqual([]);
});

test("a state that changed while it was read is not overwritten", async () => {
  const { next, stack } = await killed(30_000);
  const [seen, plan] = await look(next, stack);
  stack.text = stateOf([rowOf("instance", "other", {}, { id: "3" })], []);
  await expect(carryOut(next.session, stack, seen.checkpoint, seen.account, plan)).rejects.toMatchObject({
    code: "STATE_CHANGED",
  });
  expect(stack.imports).toBe(0);
});

test("what cannot be destroyed stays in the state, marked to be deleted", async () => {
  const { next, stack } = await killed(30_000, {
    prepare: (world) =>
      world.fault({ kind: "ignored", times: "always", match: { endpoint: "instances.destroy" } }),
  });
  await expect(recover(next, stack, DESTROY)).rejects.toMatchObject({
    code: "DESTROY_FAILED",
    message: textWith("marked to be deleted"),
  });
  const [id] = liveIds(next);
  expect(instanceRows(stack)).toMatchObject([{ id, delete: true }]);
});

test("a rent that the service carries out only after the kill is waited for", async () => {
  const { next, stack } = await killed(1000, {
    prepare: (world) => world.fault({ kind: "acts-late", seconds: 60, match: { endpoint: "asks.accept" } }),
  });
  expect(liveIds(next)).toEqual([]);
  await recover(next, stack);
  expect(instanceRows(stack).map(({ id }) => id)).toEqual(liveIds(next));
  expect(liveIds(next)).toHaveLength(1);
});

test("a creation that rented nothing is cleared, but not before a late rent would have shown", async () => {
  const { next, stack } = await killed(1000, {
    prepare: (world) => world.fault({ kind: "hang", seconds: 1000, match: { endpoint: "offers.search" } }),
  });
  const begun = next.clock.now();
  const { cleared } = await recover(next, stack, { isAccountConfirmed: true });
  expect(next.clock.now() - begun).toBeGreaterThanOrEqual(90_000);
  expect(cleared).toBe(1);
  expect(pendingIn(stack.text)).toEqual([]);
  expect(instanceRows(stack)).toEqual([]);
  expect(next.world.ledger().rented).toBe(0);
});

test("without a list of instances it stops and says what to search for in the console", async () => {
  const { next, stack, inputs } = await killed(30_000, { interfaceOnly: true });
  await expect(look(next, stack)).rejects.toMatchObject({
    code: "UNDECIDED",
    message: textWith(String(inputs["__token"])),
  });
});

test("a machine that carries its own label already is found by it, and taken once it is accepted", async () => {
  const { next, stack } = await killed(30_000, { args: { label: "mine" } });
  const [id = ""] = liveIds(next);
  next.world.do({ action: "label-instance", instance: Number(id), label: "mine" });
  const [, plan] = await look(next, stack);
  expect(plan.items).toMatchObject([{ action: "ask", matchedBy: "label" }]);
  await recover(next, stack, { acceptIds: new Set([Number(id)]) });
  expect(instanceRows(stack)).toMatchObject([{ id, outputs: { label: "mine", __phase: "loading" } }]);
});

test("a machine that only has the label is not taken for the one that was rented and does not show yet", async () => {
  const first = startWorld({ lifecycle: { loadSeconds: 5 }, listLagSeconds: 45 });
  const { id } = await first.create("older", { ...IMAGE, label: "mine" });
  await first.clock.advance(60_000);
  const inputs = first.instanceInputs("trainer", { ...IMAGE, label: "mine" });
  first.begin(inputs);
  await first.clock.advance(5000);
  first.kill();
  const next = first.nextProcess();
  const stack = new FakeStack(stateOf([], [rowOf("instance", "trainer", inputs)]));
  const rented = liveIds(next).find((other) => other !== id);
  const [, plan] = await look(next, stack);
  expect(plan.items).toMatchObject([
    { action: "keep", matchedBy: "token", thing: { instance: { id: Number(rented) } } },
  ]);
});

test("an orphaned machine is destroyed when it is named, and the state is not touched", async () => {
  const { next } = await killed(30_000);
  const stack = new FakeStack(stateOf([], []));
  const [id = ""] = liveIds(next);
  await recover(next, stack, { destroyIds: new Set([Number(id)]) });
  expect(liveIds(next)).toEqual([]);
  expect(stack.imports).toBe(0);
});

describe("a template whose answer was cut off", () => {
  async function killedTemplate(
    args: Properties,
  ): Promise<{ next: TestWorld; stack: FakeStack; inputs: Properties }> {
    const first = startWorld();
    first.world.fault({
      kind: "hang",
      seconds: 1000,
      when: "after",
      match: { endpoint: "templates.create" },
    });
    const inputs = first.templateInputs("base", { image: "a/b", ...args });
    void createTemplate(first.operation("create", inputs), inputs);
    await first.clock.advance(5000);
    first.kill();
    return {
      next: first.nextProcess(),
      stack: new FakeStack(stateOf([], [rowOf("template", "base", inputs)])),
      inputs,
    };
  }
  const templates = async ({ session, clock }: TestWorld) =>
    clock.runUntil(session.client.findTemplates({ image: { eq: "a/b" } }));

  test("is written into the state by its generated name, and reads without drift", async () => {
    const { next, stack } = await killedTemplate({});
    await recover(next, stack);
    const [made] = await templates(next);
    const row = rowsIn(stack.text).at(-1);
    expect(row).toMatchObject({
      id: String(made?.id),
      outputs: { hashId: made?.hashId, templateId: made?.id },
    });
    const { props } = await next.template.read(String(row?.["id"]), record(row?.["outputs"]));
    expect(record(props)["__drift"]).toBeUndefined();
  });

  test("with --destroy is deleted", async () => {
    const { next, stack } = await killedTemplate({});
    await recover(next, stack, DESTROY);
    expect(await templates(next)).toEqual([]);
    expect(rowsIn(stack.text)).toEqual([STACK, PROVIDER]);
  });

  test("is asked about where its name was given", async () => {
    const { next, stack } = await killedTemplate({ name: "mine" });
    const [, plan] = await look(next, stack);
    expect(plan.items).toMatchObject([{ action: "ask", matchedBy: "name" }]);
  });
});
