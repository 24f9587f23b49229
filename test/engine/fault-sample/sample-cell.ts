import type { Emulator } from "../../../provider/emulator/start-emulator";
import type { FaultCell } from "../../lifecycle/failures/fault-cell";
import type { Engine, PhaseResult, StartProgram } from "../../support/journey";
import { inWorld, liveIds, type Scene } from "../../support/journey-world";
import { hasHeldTwo, isKnown, listed, liveIn } from "../../support/rentals";
import { until } from "../../support/until";
import { idsIn } from "../journeys/interruption";
import { terminalOf } from "../recover-command";
import { strike } from "./strike";

/** 90 s of looking for a lost rent are 2.7 s; the 30 s that an answer may take are 0.9 s. */
const TIME_SCALE = 0.03;
/** Time enough, in the world's seconds, to see a request under way: 60 ms in the tests' own. */
const LATENCY_SECONDS = 2;

const programFor = (count: number): string => `
  for (let n = 1; n <= ${String(count)}; n++) new Instance("m" + n, {
    ...{ image: "acme/one", label: "machine " + n, search },
    launch: { loadTimeoutSeconds: 120, attempts: 9 },
  });
`;

/** Runs one cell with real processes: the interrupted up, what is left after it, `recover`, the next up, a destroy. */
export async function runSampleCell(start: StartProgram, cell: FaultCell): Promise<void> {
  const { fault, count } = cell;
  const emulator = {
    ...fault.options,
    // Enough for every machine that any fault costs.
    offers: Array.from({ length: count + 8 }, (_, index) => ({ dph_base: 0.3 + index / 1000 })),
    ...{ lifecycle: {}, latencySeconds: LATENCY_SECONDS },
  };
  const options = { program: programFor(count), emulator, timeScale: TIME_SCALE };
  await inWorld(start, options, async (scene) => {
    orderFaults(scene.emulator, cell);
    const end = await strike(scene.engine, scene.emulator, cell);
    if (cell.signal === "none") expectEnd(end, cell);
    await quiet(scene.emulator, cell);
    await settleState(scene, cell, end);
    await concludes(scene, cell);
  });
}

function orderFaults({ faults }: Emulator, { fault, step }: FaultCell): void {
  faults.order({ kind: "host", status: "exited" });
  for (const order of fault.world ?? []) faults.order(order);
  for (const { endpoint, skip } of step.routes) {
    if (fault.reply !== undefined) faults.order({ ...fault.reply, skip, match: { endpoint } });
  }
}

/** Of several launches only one meets the fault, and says so; the others are ready. */
function expectEnd(end: PhaseResult, { fault, step }: FaultCell): void {
  const [code = "ready"] = fault.ends?.[step.name]?.split(" ", 1) ?? [];
  expect(end.ok).toBe(code === "ready");
  expect(end.ok ? "ready" : end.text).toContain(code);
}

/** Where it is not, what was said shows. */
function expectOk({ ok, text }: PhaseResult): void {
  expect(ok ? "" : text).toBe("");
}

/** Until every request has been answered, and what the service carries out late has been. */
async function quiet(emulator: Emulator, { fault }: FaultCell): Promise<void> {
  const { world } = emulator;
  await until(() => world.requests().every(({ status }) => status !== undefined));
  const lateMs = Math.max(
    0,
    ...(fault.world ?? []).map((order) => (order.kind === "acts-late" ? order.seconds * 1000 : 0)),
  );
  const lastRentAt = world.requests().findLast(({ route }) => route === "asks.accept")?.at ?? 0;
  await until(() => world.now() > lastRentAt + lateMs);
}

/** What is billed is in the state; where nobody was left who could see to that, `recover` does. */
async function settleState(scene: Scene, cell: FaultCell, end: PhaseResult): Promise<void> {
  const { emulator, engine } = scene;
  await engine.unlock();
  const left = await unknownTo(engine, emulator);
  const isLate = cell.fault.actsLate === true;
  if (!mayBeLeft(cell, engine)) expect(left).toBe("nothing");
  if (!isLate) expect(hasHeldTwo(emulator.ledger())).toBe(false);
  emulator.faults.clear();
  emulator.world.do({ action: "set-list-lag", seconds: 0 });
  if (left === "nothing") return;
  if (cell.signal === "none") {
    // The state holds the label of the lost rent, and the next up searches for it.
    expect(end.text).toContain("the state records it");
    return;
  }
  await recover(scene);
  expect(await unknownTo(engine, emulator)).toBe("nothing");
}

/** Whether a machine may be billed that the state does not know, so that `recover` is needed: see the page. */
function mayBeLeft({ fault, signal }: FaultCell, { kind }: Engine): boolean {
  switch (signal) {
    case "Ctrl-C":
      return false;
    case "kill -9 of both":
      return true;
    case "Ctrl-C twice":
      // An answer that meets the second press is taken by the real engine, and not saved.
      return fault.actsLate === true || kind === "pulumi CLI";
    case "none":
    case "kill -9 of the engine":
      return fault.actsLate === true;
  }
}

/** As a person at the terminal would: what it cannot decide it names with what to say of it, and that is said. */
async function recover({ emulator, engine, project }: Scene): Promise<void> {
  const terminal = terminalOf(project, engine.kind, {
    ...{ VAST_URL: emulator.url, VAST_API_KEY: emulator.apiKey },
    ...{ VASTAI_TIME_SCALE: String(TIME_SCALE), VASTAI_PACING: "0" },
  });
  const asked = await terminal.recover(["--yes"]);
  const said = [
    ...`${asked.errors}${asked.output}`.matchAll(/--(?:accept-id|destroy-id|account) \d+/g),
  ].flatMap(([words]) => words.split(" "));
  const { exitCode, errors } = said.length === 0 ? asked : await terminal.recover(["--yes", ...said]);
  expect(exitCode === 0 ? "" : errors).toBe("");
}

/** How many times a person says `pulumi up` until it ends well: one that waits for a machine in vain says to say it again. */
const UPS = 3;

/** The next up ends well with exactly what was requested. At one step a destroy follows, and leaves nothing. */
async function concludes({ emulator, engine }: Scene, { step, count }: FaultCell): Promise<void> {
  let up = await engine.up();
  for (let said = 1; said < UPS && up.text.includes("the next `pulumi up` replaces it"); said += 1) {
    up = await engine.up();
  }
  expectOk(up);
  expect(liveIds(emulator)).toHaveLength(count);
  expect(await idsIn(engine)).toEqual(liveIds(emulator).toSorted());
  if (step.name !== "wait") return;
  expectOk(await engine.destroy());
  expect(emulator.ledger().live).toBe(0);
}

async function unknownTo(engine: Engine, emulator: Emulator): Promise<string> {
  const ids = await idsIn(engine);
  return listed(liveIn(emulator.ledger()).filter((rental) => !isKnown(ids, rental)));
}
