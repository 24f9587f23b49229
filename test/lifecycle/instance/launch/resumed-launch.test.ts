import { PartialFailure } from "../../../../provider/lifecycle/engine/partial-failure";
import { textMatching } from "../../../support/matchers";
import { ANY_SEARCH, startWorld, type Properties, type TestWorld } from "../../../support/start-world";

const ARGS = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };

/** A launch that Ctrl-C ended while its machine loads, as the state has it, and the process of the next command. */
async function interrupted(
  args: Properties,
): Promise<{ process: TestWorld; next: TestWorld; id: string; outs: Properties }> {
  const process = startWorld({ lifecycle: { loadSeconds: 60 } });
  const { result } = process.begin(process.instanceInputs("trainer", args));
  while (process.world.ledger().rented === 0) await process.clock.step();
  process.endProgram();
  const failure: unknown = await process.clock.runUntil(result.catch((error: unknown) => error));
  if (!(failure instanceof PartialFailure)) throw new Error("the launch was not interrupted");
  return { process, next: process.nextProcess(), id: failure.id, outs: failure.properties };
}

test("a machine that is to be stopped now is waited for as it was requested, then stopped", async () => {
  const { process, next, id, outs } = await interrupted(ARGS);
  const news = next.instanceInputs("trainer", { ...ARGS, targetState: "stopped" }, outs);
  const done = await next.update(id, outs, news);
  expect(done).toMatchObject({
    targetState: "stopped",
    actualStatus: textMatching(/stopped|exited/),
  });
  expect(done["__phase"]).toBeUndefined();
  expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
});

test("a machine that was to be stopped and is to run now is started, not discarded", async () => {
  const { process, next, id, outs } = await interrupted({ ...ARGS, targetState: "stopped" });
  const news = next.instanceInputs("trainer", { ...ARGS, targetState: "running" }, outs);
  const done = await next.update(id, outs, news);
  expect(done).toMatchObject({ targetState: "running", actualStatus: "running" });
  expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
});

test("a machine that is gone is said to be, and replaced by the next up", async () => {
  const { process, next, id, outs } = await interrupted(ARGS);
  process.world.do({ action: "destroy-instance", instance: Number(id) });
  await process.clock.advance(70_000);
  const news = next.instanceInputs("trainer", ARGS, outs);
  const failure: unknown = await next.update(id, outs, news).catch((error: unknown) => error);
  if (!(failure instanceof PartialFailure)) throw new Error("the update did not fail");
  expect(failure.reasons.join()).toMatch(/is gone from the account\..*Nothing of it is billed any more/);
  expect(next.diff(failure.properties, news).change).toMatchObject({ effect: "replace" });
});

test("a machine is waited for though the template it was launched from is gone", async () => {
  const world = startWorld({ lifecycle: { loadSeconds: 60 } });
  const made = await world.template.create("base", { image: "pytorch/pytorch:latest" });
  const hash = String(made.outs["hashId"]);
  const args = { templateHashId: hash, search: ANY_SEARCH };
  const { result } = world.begin(world.instanceInputs("trainer", args));
  while (world.world.ledger().rented === 0) await world.clock.step();
  world.endProgram();
  const failure: unknown = await world.clock.runUntil(result.catch((error: unknown) => error));
  if (!(failure instanceof PartialFailure)) throw new Error("the launch was not interrupted");
  const next = world.nextProcess();
  await next.template.remove(made.id, made.outs);
  const outs = failure.properties;
  const done = await next.update(failure.id, outs, next.instanceInputs("trainer", args, outs));
  expect(done).toMatchObject({ actualStatus: "running" });
  expect(world.world.ledger()).toMatchObject({ rented: 1, live: 1 });
});

test("a machine that fails while it is waited for again is reported with its time and price", async () => {
  const { process, next, id, outs } = await interrupted(ARGS);
  const [rental] = process.world.ledger().rentals;
  process.world.do({ action: "break-instance", instance: rental?.instance ?? 0, status: "exited" });
  await expect(next.update(id, outs, next.instanceInputs("trainer", ARGS, outs))).rejects.toMatchObject({
    properties: { __phase: "givenUp" },
    reasons: [textMatching(/It was rented \d.* ago, and at most \$0\.\d{4} is spent\. It is still billed/)],
  });
});
