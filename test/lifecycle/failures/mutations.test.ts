import { LAUNCH_STEPS, MATRIX_FAULTS } from "./fault-matrix.cases";
import { MUTATIONS, type Mutation, type MutationCheck } from "./mutations";

type CellModule = typeof import("./fault-cell");
type WorldModule = typeof import("../../support/start-world");
type TestWorld = ReturnType<WorldModule["startWorld"]>;
const ARGS = { image: "pytorch/pytorch:latest", search: { filters: { numGpus: 1 } } };

/** What comes of each check where its promise holds. */
const HELD: Readonly<Record<MutationCheck, string>> = {
  "one witness is no proof": "there",
  "a lost rent outlives its launch": "NO_OFFER, and 1 rent in the state",
  "a part of a list is no list": "1 machine rented",
  "another account is refused": "WRONG_ACCOUNT",
  "another deployment is refused": "WRONG_ACCOUNT",
};

/** What is seen in each cell and check of a mutation, with its modules in the place of the real ones or without. */
async function seenWith(mutation: Mutation, isMutated: boolean): Promise<string[]> {
  const seen: string[] = [];
  await jest.isolateModulesAsync(async () => {
    if (isMutated) {
      for (const [path, replace] of Object.entries(mutation.replaces)) {
        jest.doMock(path, () => replace(jest.requireActual(path)));
      }
    }
    const { runCell } = jest.requireActual<CellModule>("./fault-cell");
    for (const cell of mutation.cells ?? []) {
      const { broken, ends } = await runCell({ ...cell, ...placeOf(cell), count: 1 });
      seen.push([...broken, ends.join()].join("; "));
    }
    const world = jest.requireActual<WorldModule>("../../support/start-world");
    for (const check of checksOf(mutation)) seen.push(await CHECKS[check](world));
    for (const path of Object.keys(mutation.replaces)) jest.dontMock(path);
  });
  return seen;
}

type Cell = NonNullable<Mutation["cells"]>[number];

function placeOf({ fault, step }: Cell) {
  return {
    fault: found(MATRIX_FAULTS.find(({ name }) => name === fault)),
    step: found(LAUNCH_STEPS.find(({ name }) => name === step)),
  };
}

/** What is seen in a cell where nothing is broken: how its launch ends, where nothing interrupts it. */
function heldIn(cell: Cell): unknown {
  if (cell.signal !== "none") return expect.not.stringContaining(";");
  return placeOf(cell).fault.ends?.[cell.step] ?? "ready";
}

function checksOf({ checks = {} }: Mutation): MutationCheck[] {
  return Object.keys(HELD).filter((name): name is MutationCheck => name in checks);
}

/** What comes of a call: its error's code, or `done`. */
async function outcomeOf(call: Promise<unknown>, done: string): Promise<string> {
  return call.then(() => done, codeOf);
}

/** The code of the first error in a chain of causes that has one. */
function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string") return at.code;
  }
  return String(error);
}

const CHECKS: Readonly<Record<MutationCheck, (module: WorldModule) => Promise<string>>> = {
  "one witness is no proof": async ({ startWorld }) => {
    const { create, read, world, clock } = startWorld();
    const { id, outs } = await create("trainer", ARGS);
    await clock.advance(120_000);
    world.fault({ kind: "reads-null", match: { endpoint: "instances.read" } });
    return (await read(id, outs)).id === id ? "there" : "gone";
  },
  "a lost rent outlives its launch": async ({ startWorld }) => {
    const process = startWorld({ offers: [{}] });
    process.world.fault({ kind: "acts-late", seconds: 150 });
    const failure: unknown = await process.create("trainer", ARGS).catch((error: unknown) => error);
    const isInState = failure instanceof Error && "properties" in failure;
    const { __unconfirmedRents: rents } = isInState ? (failure.properties as Record<string, unknown>) : {};
    const kept = Array.isArray(rents) ? `${rents.length} rent in the state` : "nothing in the state";
    return `${codeOf(failure)}, and ${kept}`;
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
    const { rented } = process.world.ledger();
    return `${rented} machine${rented === 1 ? "" : "s"} rented`;
  },
  "another account is refused": async ({ startWorld }) => {
    const { create, nextProcess } = startWorld({
      accounts: [
        { id: 4001, apiKey: "emulator-key" },
        { id: 4002, apiKey: "other-key" },
      ],
    });
    const { id, outs } = await create("trainer", ARGS);
    return outcomeOf(nextProcess({ apiKey: "other-key" }).remove(id, outs), "destroyed");
  },
  "another deployment is refused": async ({ startWorld }) => {
    const { create, nextProcess } = startWorld();
    const { id, outs } = await create("trainer", ARGS);
    return outcomeOf(nextProcess({ baseUrl: "https://other.example" }).remove(id, outs), "destroyed");
  },
};

function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error("the mutation names a cell that does not exist");
  return thing;
}

describe.each(MUTATIONS.map((mutation) => [mutation.name, mutation] as const))(
  "where %s",
  (_name, mutation) => {
    const { cells = [], checks = {} } = mutation;
    const named = [
      ...cells.map(({ fault, step, signal }) => `${fault}, ${step}, ${signal}`),
      ...checksOf(mutation),
    ];

    test(`these turn red: ${named.join(" | ")}`, async () => {
      expect(await seenWith(mutation, true)).toEqual([
        ...cells.map(({ seen }) => expect.stringMatching(seen) as unknown),
        ...checksOf(mutation).map((check) => checks[check]),
      ]);
    });

    test("and are green with the real thing", async () => {
      expect(await seenWith(mutation, false)).toEqual([
        ...cells.map(heldIn),
        ...checksOf(mutation).map((check) => HELD[check]),
      ]);
    });
  },
);
