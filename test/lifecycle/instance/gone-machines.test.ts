import { textMatching } from "../../support/matchers";
import { ANY_SEARCH, startWorld } from "../../support/start-world";

const ARGS = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };

test.each([
  ["a new label", { label: "new" }],
  ["a stop", { targetState: "stopped" }],
])("%s for a machine that is gone says so, and the next up rents another", async (_what, change) => {
  const process = startWorld();
  const { id, outs } = await process.create("trainer", ARGS);
  await process.clock.advance(120_000);
  process.world.do({ action: "destroy-instance", instance: Number(id) });
  const next = process.nextProcess();
  const news = next.instanceInputs("trainer", { ...ARGS, ...change }, outs);
  const failure: unknown = await next.update(id, outs, news).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    reasons: [textMatching(/is gone from the account.*The next `pulumi up` rents another\. \[NOT_FOUND\]$/)],
    properties: { __phase: "gone" },
  });
  const { properties } = failure as { properties: Record<string, unknown> };
  expect(next.diff(properties, news)).toMatchObject({
    replaces: ["actualStatus"],
    deleteBeforeReplace: true,
  });
  await next.remove(id, properties);
  await next.create("trainer", ARGS);
  expect(process.world.ledger()).toMatchObject({ rented: 2, live: 1 });
});

test("a false 404 for a change of a live machine is an error, and the machine stays what it is", async () => {
  const process = startWorld();
  const { id, outs } = await process.create("trainer", ARGS);
  await process.clock.advance(120_000);
  const next = process.nextProcess();
  next.world.fault({
    ...{ kind: "refuse", status: 404, error: "no_such_instance", msg: "no such instance" },
    match: { endpoint: "instances.change" },
  });
  const news = next.instanceInputs("trainer", { ...ARGS, label: "new" }, outs);
  const failure: unknown = await next.update(id, outs, news).catch((error: unknown) => error);
  expect(failure).toMatchObject({ cause: { code: "NOT_FOUND" } });
  expect(failure).not.toMatchObject({ properties: { __phase: "gone" } });
});
