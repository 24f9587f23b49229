import { hasCode, ProviderError } from "../../../provider/errors";
import { PartialFailure } from "../../../provider/lifecycle/engine/partial-failure";
import { parseLaunchLabel } from "../../../provider/rules/instance/launch-token";
import { hasHeldTwo, isKnown, listed, liveIn, tokenOf } from "../../support/rentals";
import {
  ANY_SEARCH,
  startWorld,
  type Properties,
  type RunningCreate,
  type TestWorld,
} from "../../support/start-world";
import type { LaunchEnd, LaunchStep, MatrixFault, MatrixSignal } from "./fault-matrix.cases";

/** One combination. */
export interface FaultCell {
  readonly fault: MatrixFault;
  readonly step: LaunchStep;
  readonly signal: MatrixSignal["name"];
  readonly count: number;
}

/** What the engine wrote into the state. */
interface StateEntry {
  readonly name: string;
  readonly id: string;
  readonly outs: Properties;
}

/** What a cell came to. */
export interface CellResult {
  /** In words: what is not as the billing guarantees want it. */
  readonly broken: readonly string[];
  /** How the creates ended, where nothing interrupted them. */
  readonly ends: readonly LaunchEnd[];
  /** Machines that only `recover` can tell of. */
  readonly forRecover: number;
}

const ARGS = {
  image: "pytorch/pytorch:latest",
  search: ANY_SEARCH,
  label: "asked label",
  launch: { loadTimeoutSeconds: 120, attempts: 9 },
};

/** How long a dying process may still work, and a late request of a dead one arrive, in ms. */
const AFTERMATH_MS = 62_000;

/** Runs a cell to its end: the command, what is left after it, the next commands, and a destroy of everything. */
export async function runCell(cell: FaultCell): Promise<CellResult> {
  const broken: string[] = [];
  const check = (holds: boolean, what: string): void => {
    if (!holds) broken.push(what);
  };
  const { process, strike } = worldOf(cell);
  const names = Array.from({ length: cell.count }, (_, index) => `machine${String(index)}`);
  const running = names.map((name) => ({ name, ...process.begin(process.instanceInputs(name, ARGS)) }));
  const state = new Map<string, StateEntry>();
  const ends: LaunchEnd[] = [];
  const heard = running.map(async ({ name, result }) => {
    const answer: unknown = await result.catch((error: unknown) => error);
    ends.push(endOf(answer));
    const entry = entryOf(name, answer);
    if (entry !== undefined && !strike.isEngineGone) state.set(name, entry);
  });
  await settle(process, cell, Promise.all(heard), strike);
  const tookMs = process.clock.now() - (strike.at ?? process.clock.now());
  check(cell.signal !== "Ctrl-C" || tookMs <= cancelMs(cell), `it took ${String(tookMs)} ms to end`);

  const left = liveIn(process.world.ledger()).filter((rental) => !isKnown(idsOf(state), rental));
  // Nobody was there to destroy it: neither the process, nor the service's answer, which said that nothing was rented.
  const mayBeLeft =
    strike.isEngineGone && (cell.signal === "kill -9 of both" || cell.fault.actsLate === true);
  check(left.length === 0 || mayBeLeft, `the state does not know ${listed(left)}`);
  check(
    cell.fault.actsLate === true || !hasHeldTwo(process.world.ledger()),
    "two machines of one resource at once",
  );

  process.kill();
  // What the service carries out late shows up by now.
  await process.clock.advance(cell.fault.actsLate === true ? 200_000 : AFTERMATH_MS);
  process.world.faults.clear();
  process.world.do({ action: "set-list-lag", seconds: 0 });
  const orphans = liveIn(process.world.ledger()).filter((rental) => !isKnown(idsOf(state), rental));
  const next = process.nextProcess({ pacing: 0 });
  for (const { outs } of state.values()) next.process.namedTokens.add(String(outs["__token"]));
  for (const rental of orphans) {
    const run = running.find(({ inputs }) => inputs["__token"] === tokenOf(rental));
    check(run !== undefined, `no pending operation tells of ${listed([rental])}`);
    // Once it has the requested label, only `recover` knows the machine again: by that label.
    const isMarked = parseLaunchLabel(rental.label ?? "") !== undefined;
    if (run === undefined || !isMarked || state.has(run.name)) continue;
    check(await isStopped(next, run.name), `a create beside ${listed([rental])} is not stopped`);
  }
  for (const { instance } of orphans) await next.remove(String(instance), {});
  for (let round = 0; round < 3 && (await upAgain(next, running, state)); round += 1);
  const after = liveIn(next.world.ledger());
  check(
    after.length === cell.count && after.every((rental) => isKnown(idsOf(state), rental)),
    `after the next up ${listed(after)} live, and the state has ${idsOf(state).join()}`,
  );
  await Promise.all([...state.values()].map(async ({ id, outs }) => next.remove(id, outs)));
  const rest = liveIn(next.world.ledger());
  check(rest.length === 0, `a destroy leaves ${listed(rest)}`);
  return { broken, ends, forRecover: orphans.length };
}

/** 2 s, and the request under way, in ms. */
function cancelMs({ fault }: FaultCell): number {
  return fault.reply?.kind === "hang" ? 2000 + 30_000 : 2000 + 200;
}

interface Strike {
  isEngineGone: boolean;
  at: number | undefined;
}

/** A world with the fault in it, in which the signal strikes when the answer of the step's first request sets out. */
function worldOf({ fault, step, signal, count }: FaultCell): { process: TestWorld; strike: Strike } {
  const strike: Strike = { isEngineGone: false, at: undefined };
  let lists = 0;
  const process: TestWorld = startWorld({
    ...fault.options,
    // Enough for every machine that any fault costs.
    offers: Array.from({ length: count + 8 }, (_, index) => ({ dph_base: 0.3 + index / 1000 })),
    latencyMs: 100,
    onPassage: ({ method, path, moment }) => {
      if (moment === "sent" || signal === "none" || strike.at !== undefined) return;
      if (path.includes("/v1/instances/")) lists += 1;
      const isStep = method === step.method && path.includes(step.part);
      const isSharedLook = step.name === "wait" && count > 1 && lists > 1;
      if (!isStep && !isSharedLook) return;
      strike.at = process.clock.now();
      deliver(process, signal, strike);
    },
  });
  process.world.fault({ kind: "host", status: "exited" });
  for (const order of fault.world ?? []) process.world.fault(order);
  if (fault.reply !== undefined) {
    for (const { endpoint, skip } of step.routes)
      process.world.fault({ ...fault.reply, skip, match: { endpoint } });
  }
  return { process, strike };
}

function deliver(process: TestWorld, signal: MatrixSignal["name"], strike: Strike): void {
  const endEngine = (): void => {
    strike.isEngineGone = true;
    process.endEngine();
  };
  switch (signal) {
    case "none":
      return;
    case "Ctrl-C":
      process.endProgram();
      return;
    case "Ctrl-C twice":
      process.endProgram();
      void process.clock.sleep(50).then(endEngine);
      return;
    case "kill -9 of the engine":
      endEngine();
      return;
    case "kill -9 of both":
      strike.isEngineGone = true;
      process.kill();
  }
}

/** Until the command is over and the process has nothing left to do. */
async function settle(
  process: TestWorld,
  { fault }: FaultCell,
  heard: Promise<unknown>,
  strike: Strike,
): Promise<void> {
  const over = { isOver: false };
  void heard.then(() => {
    over.isOver = true;
  });
  const isDone = (): boolean => over.isOver || strike.isEngineGone;
  while (!isDone()) await process.clock.step();
  if (strike.isEngineGone) await process.clock.advance(AFTERMATH_MS);
  else if (fault.actsLate === true && strike.at === undefined) await process.clock.advance(200_000);
}

/** What the engine would do next: replace, update or create, as the diff says. Whether there was anything to do. */
async function upAgain(
  next: TestWorld,
  running: readonly (RunningCreate & { name: string })[],
  state: Map<string, StateEntry>,
): Promise<boolean> {
  const done = await Promise.all(
    running.map(async ({ name, inputs }) => {
      const old = state.get(name);
      if (old !== undefined) {
        const news = next.instanceInputs(name, ARGS, inputs);
        const diff = next.diff(old.outs, news);
        if (diff.changes === false) return false;
        if (diff.replaces === undefined) {
          const answer: unknown = await next.update(old.id, old.outs, news).catch((error: unknown) => error);
          const outs = answer instanceof PartialFailure ? answer.properties : answer;
          if (isProperties(outs)) state.set(name, { ...old, outs });
          return true;
        }
        await next.remove(old.id, old.outs);
        state.delete(name);
      }
      const entry = entryOf(name, await next.create(name, ARGS).catch((error: unknown) => error));
      if (entry !== undefined) state.set(name, entry);
      return true;
    }),
  );
  return done.includes(true);
}

async function isStopped(next: TestWorld, name: string): Promise<boolean> {
  const answer: unknown = await next.create(name, ARGS).catch((error: unknown) => error);
  return hasCode(answer, "ORPHAN_FOUND");
}

function entryOf(name: string, answer: unknown): StateEntry | undefined {
  if (answer instanceof PartialFailure) return { name, id: answer.id, outs: answer.properties };
  if (answer instanceof Error || !isProperties(answer)) return undefined;
  const { id, outs } = answer;
  return typeof id === "string" && isProperties(outs) ? { name, id, outs } : undefined;
}

function endOf(answer: unknown): LaunchEnd {
  if (!(answer instanceof Error)) return "ready";
  const cause: unknown = answer instanceof PartialFailure ? deepest(answer) : answer;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
  return answer instanceof PartialFailure ? `${code} (in the state)` : `${code} (nothing rented)`;
}

/** The error that a partial failure is about. */
function deepest(error: Error): unknown {
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderError) return cause;
  }
  return error;
}

function idsOf(state: ReadonlyMap<string, StateEntry>): string[] {
  return [...state.values()].map(({ id }) => id);
}

function isProperties(value: unknown): value is Properties {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
