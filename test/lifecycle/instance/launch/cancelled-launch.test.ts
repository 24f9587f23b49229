import { PartialFailure } from "../../../../provider/lifecycle/engine/partial-failure";
import { ANY_SEARCH, startWorld, type Passage, type TestWorld } from "../../../support/start-world";

const ARGS = {
  image: "pytorch/pytorch:latest",
  search: ANY_SEARCH,
  label: "my trainer",
};

/** Every request of a create, in order, by what its path holds. */
const STEPS: readonly [step: string, part: string, method: string][] = [
  ["the account is read", "/users/current/", "GET"],
  ["the keys are checked", "/ssh/", "GET"],
  ["live instances are listed", "/v1/instances/", "GET"],
  ["offers are searched", "/bundles/", "POST"],
  ["the rent is on its way", "/asks/", "PUT"],
  ["the machine is polled", "/v0/instances/", "GET"],
  ["a dead machine is destroyed", "/v0/instances/", "DELETE"],
  ["the label is set", "/v0/instances/", "PUT"],
];

/** A world in which `strike` is called as soon as the step's request is `moment`. */
function worldWith(
  part: string,
  method: string,
  moment: Passage["moment"],
  strike: (process: TestWorld) => void,
) {
  let isStruck = false;
  const process: TestWorld = startWorld({
    latencyMs: 100,
    onPassage: (passage) => {
      if (
        isStruck ||
        passage.method !== method ||
        passage.moment !== moment ||
        !passage.path.includes(part)
      ) {
        return;
      }
      isStruck = true;
      strike(process);
    },
  });
  process.world.fault({ kind: "host", status: "exited" });
  return { process, wasStruck: () => isStruck };
}

/** What the engine saves of a failure. */
function partial(error: unknown): PartialFailure | undefined {
  return error instanceof PartialFailure ? error : undefined;
}

/** The id that the engine was given, if any. */
async function idOf(process: TestWorld, result: Promise<{ id: string }>): Promise<string | undefined> {
  return process.clock.runUntil(
    result.then(
      ({ id }) => id,
      (error: unknown) => partial(error)?.id,
    ),
  );
}

const live = ({ world }: TestWorld) =>
  world
    .ledger()
    .rentals.filter(({ destroyedAt }) => destroyedAt === null)
    .map(({ instance }) => String(instance));

describe.each(["sent", "acted"] as const)("a first Ctrl-C when the request is %s", (moment) => {
  test.each(STEPS)(
    "while %s ends the create within the request under way, and the state knows all",
    async (...row) => {
      const [, part, method] = row;
      let pressedAt = 0;
      const { process, wasStruck } = worldWith(part, method, moment, (struck) => {
        pressedAt = struck.clock.now();
        struck.endProgram();
      });
      const { result, inputs } = process.begin(process.instanceInputs("trainer", ARGS));
      const id = await idOf(process, result);
      expect(wasStruck()).toBe(true);
      expect(process.clock.now() - pressedAt).toBeLessThanOrEqual(2000);
      expect(live(process).filter((instance) => instance !== id)).toEqual([]);
      const error = partial(await result.catch((reason: unknown) => reason));
      if (error !== undefined) {
        expect(error.properties).toMatchObject({
          __token: inputs["__token"],
          image: ARGS.image,
          __provider: "text",
        });
      }
    },
  );
});

test("a rent that is on its way when Ctrl-C is pressed is in the state, and the next up waits on for it", async () => {
  const { process } = worldWith("/asks/", "PUT", "sent", (struck) => struck.endProgram());
  process.world.faults.clear();
  const { result, inputs } = process.begin(process.instanceInputs("trainer", ARGS));
  const failure = await process.clock.runUntil(result.catch((error: unknown) => error));
  expect(failure).toMatchObject({ id: "20000001", properties: { __phase: "loading" } });
  const properties = partial(failure)?.properties ?? {};
  const next = process.nextProcess();
  const news = next.instanceInputs("trainer", ARGS, inputs);
  expect(next.diff(properties, news).change).toMatchObject({ effect: "update" });
  const outs = await next.update("20000001", properties, news);
  expect(outs).toMatchObject({ actualStatus: "running", label: "my trainer" });
  expect(outs["__phase"]).toBeUndefined();
  expect(next.diff(outs, news).changes).toBe(false);
  expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
});

test("a create that waits out a 429 rents nothing once it is cancelled", async () => {
  const process = startWorld();
  process.world.fault({
    kind: "too-frequent",
    threshold: 60,
    times: "always",
    match: { endpoint: "asks.accept" },
  });
  const { result } = process.begin(process.instanceInputs("trainer", ARGS));
  await process.clock.advance(70_000);
  process.world.faults.clear();
  process.endProgram();
  const pressedAt = process.clock.now();
  await expect(process.clock.runUntil(result)).rejects.toMatchObject({ code: "CANCELLED" });
  expect(process.clock.now() - pressedAt).toBeLessThanOrEqual(2000);
  expect(process.world.ledger().rented).toBe(0);
});

test("a give-up whose destroy is refused for long is cut short, and the id is in the state", async () => {
  const process = startWorld();
  process.world.fault({ kind: "host", status: "exited" });
  process.world.fault({
    kind: "status",
    status: 503,
    times: "always",
    match: { endpoint: "instances.destroy" },
  });
  const { result } = process.begin(process.instanceInputs("trainer", ARGS));
  await process.clock.advance(60_000);
  process.endProgram();
  const pressedAt = process.clock.now();
  await expect(process.clock.runUntil(result)).rejects.toMatchObject({
    id: "20000001",
    properties: { __phase: "givenUp" },
  });
  expect(process.clock.now() - pressedAt).toBeLessThanOrEqual(2000);
});

describe.each(["sent", "acted"] as const)("an engine that is gone when the request is %s", (moment) => {
  test.each(STEPS)("while %s leaves nothing rented", async (_step, part, method) => {
    const { process } = worldWith(part, method, moment, (struck) => struck.endEngine());
    const began = process.clock.now();
    process.begin(process.instanceInputs("trainer", ARGS));
    await process.clock.advance(120_000);
    expect(live(process)).toEqual([]);
    const last = process.world.ledger().rentals.at(-1)?.destroyedAt ?? began;
    expect(last - began).toBeLessThan(60_000);
  });

  test.each(STEPS)(
    "after a first Ctrl-C, while %s, leaves nothing that no state was told of",
    async (...row) => {
      const [, part, method] = row;
      let isGone = false;
      const { process } = worldWith(part, method, moment, (struck) => {
        struck.endProgram();
        void struck.clock.sleep(50).then(() => {
          isGone = true;
          struck.endEngine();
        });
      });
      const { result } = process.begin(process.instanceInputs("trainer", ARGS));
      const told: { id?: string | undefined } = {};
      result.then(
        ({ id }) => {
          if (!isGone) told.id = id;
        },
        (error: unknown) => {
          if (!isGone) told.id = partial(error)?.id;
        },
      );
      await process.clock.advance(120_000);
      expect(live(process).filter((instance) => instance !== told.id)).toEqual([]);
    },
  );
});

test("an engine that goes while a lost answer is looked into leaves nothing, though the list lags", async () => {
  const process = startWorld({ listLagSeconds: 20 });
  process.world.fault({ kind: "drop", match: { endpoint: "asks.accept" } });
  process.begin(process.instanceInputs("trainer", ARGS));
  await process.clock.advance(5000);
  process.endEngine();
  await process.clock.advance(60_000);
  expect(process.world.ledger()).toMatchObject({ rented: 1, live: 0 });
});

test("an engine that goes touches no machine that the state knows", async () => {
  const process = startWorld();
  const made = await process.create("known", ARGS);
  const { result } = process.begin(process.instanceInputs("known", ARGS, made.outs));
  process.begin(process.instanceInputs("new", { ...ARGS, label: "new" }));
  await process.clock.advance(5000);
  process.endEngine();
  await process.clock.advance(60_000);
  await result.catch(() => undefined);
  expect(live(process)).toEqual([made.id]);
});
