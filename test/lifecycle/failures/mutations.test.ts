import { LAUNCH_STEPS, MATRIX_FAULTS } from "./fault-matrix.cases";
import { MUTATIONS, type Mutation, type MutationCheck } from "./mutations";

type CellModule = typeof import("./fault-cell");
type WorldModule = typeof import("../../support/start-world");
type TestWorld = ReturnType<WorldModule["startWorld"]>;
const ARGS = { image: "pytorch/pytorch:latest", search: { filters: { numGpus: 1 } } };

/** What is red, with these modules in the place of the real ones. */
async function redOf(mutation: Mutation, isMutated: boolean): Promise<string[]> {
  const red: string[] = [];
  await jest.isolateModulesAsync(async () => {
    if (isMutated) {
      for (const [path, replace] of Object.entries(mutation.replaces)) {
        jest.doMock(path, () => replace(jest.requireActual(path)));
      }
    }
    const { runCell } = jest.requireActual<CellModule>("./fault-cell");
    for (const { fault, step, signal } of mutation.cells ?? []) {
      const cell = {
        fault: found(MATRIX_FAULTS.find(({ name }) => name === fault)),
        step: found(LAUNCH_STEPS.find(({ name }) => name === step)),
      };
      const { broken, ends } = await runCell({ ...cell, signal, count: 1 });
      const wrongEnd = signal === "none" && ends.join() !== (cell.fault.ends?.[step] ?? "ready");
      if (broken.length > 0 || wrongEnd) red.push(`${fault}, ${step}, ${signal}`);
    }
    const world = jest.requireActual<WorldModule>("../../support/start-world");
    for (const check of mutation.checks ?? []) {
      if (!(await CHECKS[check](world))) red.push(check);
    }
    for (const path of Object.keys(mutation.replaces)) jest.dontMock(path);
  });
  return red;
}

const CHECKS: Readonly<Record<MutationCheck, (module: WorldModule) => Promise<boolean>>> = {
  "one witness is no proof": async ({ startWorld }) => {
    const { create, read, world, clock } = startWorld();
    const { id, outs } = await create("trainer", ARGS);
    await clock.advance(120_000);
    world.fault({ kind: "reads-null", match: { endpoint: "instances.read" } });
    return (await read(id, outs)).id === id;
  },
  "a lost rent outlives its launch": async ({ startWorld }) => {
    const process = startWorld({ offers: [{}] });
    process.world.fault({ kind: "acts-late", seconds: 150 });
    const failure: unknown = await process.create("trainer", ARGS).catch((error: unknown) => error);
    return failure instanceof Error && failure.name === "PartialFailure";
  },
  "a part of a list is no list": async ({ startWorld }) => {
    const process: TestWorld = startWorld({
      garble: ({ path }) =>
        path.includes("/v1/instances/") && process.world.ledger().rented > 0
          ? { status: 200, text: '{"success":true,"total_instances":9,"instances":[]}' }
          : undefined,
    });
    process.world.fault({ kind: "drop", match: { endpoint: "asks.accept" } });
    await process.create("trainer", ARGS).catch(() => undefined);
    return process.world.ledger().rented === 1;
  },
  "another account is refused": async ({ startWorld }) => {
    const { create, nextProcess } = startWorld({
      accounts: [
        { id: 4001, apiKey: "emulator-key" },
        { id: 4002, apiKey: "other-key" },
      ],
    });
    const { id, outs } = await create("trainer", ARGS);
    return nextProcess({ apiKey: "other-key" })
      .remove(id, outs)
      .then(
        () => false,
        () => true,
      );
  },
  "another deployment is refused": async ({ startWorld }) => {
    const { create, nextProcess } = startWorld();
    const { id, outs } = await create("trainer", ARGS);
    return nextProcess({ baseUrl: "https://other.example" })
      .remove(id, outs)
      .then(
        () => false,
        () => true,
      );
  },
};

function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error("the mutation names a cell that does not exist");
  return thing;
}

describe.each(MUTATIONS.map((mutation) => [mutation.name, mutation] as const))(
  "where %s",
  (_name, mutation) => {
    const named = [
      ...(mutation.cells ?? []).map(({ fault, step, signal }) => `${fault}, ${step}, ${signal}`),
      ...(mutation.checks ?? []),
    ];

    test(`these turn red: ${named.join(" | ")}`, async () => {
      expect(await redOf(mutation, true)).toEqual(named);
    });

    test("and are green with the real thing", async () => {
      expect(await redOf(mutation, false)).toEqual([]);
    });
  },
);
