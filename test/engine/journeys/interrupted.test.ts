import { readFileSync } from "node:fs";

import { systemClock } from "../../../provider/wire/clock";
import type { Emulator } from "../../../provider/emulator/start-emulator";
import { sendSignal } from "../../support/engine/send-signal";
import {
  announceEngines,
  changesOf,
  forEachEngine,
  forTestEngine,
  pendingIn,
  resourcesIn,
  type Engine,
  type PhaseName,
  type RunningPhase,
} from "../../support/journey";
import { routesOf, writesOf } from "../../support/journey-requests";
import { inWorld, liveIds, QUICK, vastProgram } from "../../support/journey-world";
import { until } from "../../support/until";

announceEngines();

const COUNT = 3;
const FLEET = `for (let n = 1; n <= ${COUNT}; n++) new Instance("m" + n, { image: "acme/one", label: "machine " + n, search });`;
const NAMES = ["m1", "m2", "m3"];
/** Long enough to be interrupted however busy the machine is. */
const SLOW = { lifecycle: { ...QUICK, loadSeconds: 12 } };
/** How soon the provider process has to be gone once its engine is. */
const GONE_MS = 10_000;

/** The ids of the machines that the state holds. */
async function idsIn(engine: Engine): Promise<string[]> {
  return resourcesIn(await engine.exportState())
    .filter(({ type }) => type === "pulumi-nodejs:dynamic/vastai:Instance")
    .map(({ id }) => (typeof id === "string" ? id : ""))
    .toSorted();
}

/** A phase that has come as far as `condition`. */
async function startedUntil(
  engine: Engine,
  phase: PhaseName,
  condition: () => boolean,
): Promise<RunningPhase> {
  const running = engine.start(phase, { parallel: 8 });
  let ended = "";
  void running.result.then(({ text }) => (ended = text === "" ? "ended" : text));
  await until(() => condition() || ended !== "");
  if (ended !== "") throw new Error(`The ${phase} ended before it could be interrupted: ${ended}`);
  return running;
}

const areRented = (emulator: Emulator) => () => emulator.ledger().rented === COUNT;
const isUnderWay = (emulator: Emulator, route: string) => () =>
  emulator.world.requests().some((request) => request.route === route && request.status === undefined);

/** Seconds of processor time that a process has used. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${String(pid)}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function gone(pids: readonly number[]): Promise<void> {
  await until(() => pids.every((pid) => !sendSignal(pid, 0)));
}

/** The rest of an interrupted launch: nothing more is rented, and afterwards all is well. */
async function resumes(emulator: Emulator, engine: Engine): Promise<void> {
  const before = liveIds(emulator);
  emulator.world.clearRequests();
  const up = await engine.up();
  expect(up.text).not.toContain("error");
  expect(changesOf(up).toSorted()).toEqual(NAMES.map((name) => `update ${name}`));
  expect(writesOf(emulator).map(({ kind }) => kind)).toEqual(NAMES.map(() => "label"));
  expect(liveIds(emulator)).toEqual(before);
  emulator.world.clearRequests();
  expect(changesOf(await engine.preview())).toEqual([]);
  expect(routesOf(emulator)).toEqual([]);
}

forEachEngine(
  "Ctrl-C while machines load: the state holds them all, and the next up resumes",
  async (start) =>
    inWorld(start, { program: FLEET, emulator: SLOW }, async ({ emulator, engine }) => {
      const running = await startedUntil(engine, "up", areRented(emulator));
      running.interrupt();
      expect((await running.result).ok).toBe(false);
      expect(await idsIn(engine)).toEqual(liveIds(emulator).toSorted());
      expect(pendingIn(await engine.exportState())).toEqual([]);
      await resumes(emulator, engine);
      expect((await engine.destroy()).ok).toBe(true);
      expect(emulator.ledger()).toMatchObject({ rented: COUNT, live: 0 });
    }),
);

forTestEngine("Ctrl-C while machines load, then a refresh: the next up resumes all the same", async (start) =>
  inWorld(start, { program: FLEET, emulator: SLOW }, async ({ emulator, engine }) => {
    const running = await startedUntil(engine, "up", areRented(emulator));
    running.interrupt();
    await running.result;
    expect((await engine.refresh()).ok).toBe(true);
    expect(await idsIn(engine)).toEqual(liveIds(emulator).toSorted());
    await resumes(emulator, engine);
  }),
);

forTestEngine("Ctrl-C while machines load, then destroy: nothing is left", async (start) =>
  inWorld(start, { program: FLEET, emulator: SLOW }, async ({ emulator, engine }) => {
    const running = await startedUntil(engine, "up", areRented(emulator));
    running.interrupt();
    await running.result;
    expect((await engine.destroy()).ok).toBe(true);
    expect(await idsIn(engine)).toEqual([]);
    expect(emulator.ledger()).toMatchObject({ rented: COUNT, live: 0 });
  }),
);

forTestEngine("Ctrl-C while an accept is under way: what it rents is in the state", async (start) =>
  inWorld(start, { program: FLEET, emulator: SLOW }, async ({ emulator, engine }) => {
    for (const when of ["before", "after"] as const) {
      emulator.faults.order({ kind: "hang", seconds: 2, when, match: { endpoint: "asks.accept" } });
    }
    const running = await startedUntil(engine, "up", isUnderWay(emulator, "asks.accept"));
    running.interrupt();
    expect((await running.result).ok).toBe(false);
    await until(() => !isUnderWay(emulator, "asks.accept")());
    expect(await idsIn(engine)).toEqual(liveIds(emulator).toSorted());
    const interrupted = emulator.ledger().rented;
    expect((await engine.up()).ok).toBe(true);
    expect(await idsIn(engine)).toEqual(liveIds(emulator).toSorted());
    expect(emulator.ledger()).toMatchObject({ rented: COUNT, live: COUNT });
    expect(interrupted).toBeLessThanOrEqual(COUNT);
  }),
);

forTestEngine("Ctrl-C before anything is rented: nothing is", async (start) =>
  inWorld(start, { program: FLEET }, async ({ emulator, engine }) => {
    emulator.faults.order({ kind: "hang", seconds: 3, match: { endpoint: "offers.search" } });
    const running = await startedUntil(engine, "up", isUnderWay(emulator, "offers.search"));
    running.interrupt();
    expect((await running.result).ok).toBe(false);
    await until(() => !isUnderWay(emulator, "offers.search")());
    expect(emulator.ledger().rented).toBe(0);
    expect(await idsIn(engine)).toEqual([]);
    expect(pendingIn(await engine.exportState())).toEqual([]);
  }),
);

forTestEngine(
  "Ctrl-C while machines are destroyed: what the state still holds is what is still billed",
  async (start) =>
    inWorld(start, { program: FLEET }, async ({ emulator, engine }) => {
      expect((await engine.up()).ok).toBe(true);
      emulator.faults.order({
        kind: "hang",
        seconds: 1,
        times: COUNT,
        match: { endpoint: "instances.destroy" },
      });
      const running = await startedUntil(engine, "destroy", isUnderWay(emulator, "instances.destroy"));
      running.interrupt();
      await running.result;
      expect(await idsIn(engine)).toEqual(liveIds(emulator).toSorted());
      expect((await engine.destroy()).ok).toBe(true);
      expect(emulator.ledger().live).toBe(0);
    }),
);

forEachEngine(
  "Ctrl-C twice while machines load: nothing is billed that the state does not hold",
  async (start) =>
    inWorld(start, { program: FLEET, emulator: SLOW }, async ({ emulator, engine }) => {
      const running = await startedUntil(engine, "up", areRented(emulator));
      const pids = running.pids();
      running.interrupt();
      await until(() => running.isStopping());
      running.interrupt();
      expect((await running.result).ok).toBe(false);
      await gone(pids);
      await engine.unlock();
      expect(liveIds(emulator).toSorted()).toEqual(await idsIn(engine));
      expect(emulator.ledger().rented).toBe(COUNT);
    }),
);

forEachEngine(
  "a killed engine: what it launched is destroyed, and its provider ends within ten seconds",
  async (start) =>
    inWorld(start, { program: FLEET, emulator: SLOW }, async ({ emulator, engine }) => {
      const running = await startedUntil(engine, "up", areRented(emulator));
      const clock = systemClock();
      const pids = running.pids();
      const killedAt = clock.now();
      running.killEngine();
      await running.result;
      await until(() => emulator.ledger().live === 0);
      await gone(pids.filter(isProvider));
      expect(clock.now() - killedAt).toBeLessThan(GONE_MS);
      running.killAll();
      await engine.unlock();
      expect(await idsIn(engine)).toEqual([]);
      expect(emulator.ledger()).toMatchObject({ rented: COUNT, live: 0 });
    }),
);

/** Of the processes of a phase, those that run the provider; the others may outlive a killed engine. */
function isProvider(pid: number): boolean {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, "utf8").includes("dynamic-provider");
  } catch {
    return false;
  }
}

forTestEngine(
  "a provider without an engine does not spin while its last destroys take their time",
  async (start) =>
    inWorld(start, { program: FLEET, emulator: SLOW }, async ({ emulator, engine }) => {
      const running = await startedUntil(engine, "up", areRented(emulator));
      const [provider] = running.pids().filter(isProvider);
      if (provider === undefined) throw new Error("The phase has no provider");
      const destroys = { endpoint: "instances.destroy" };
      emulator.faults.order({ kind: "hang", seconds: 5, times: "always", match: destroys });
      emulator.faults.order({
        kind: "hang",
        seconds: 5,
        times: "always",
        match: { endpoint: "instances.destroy-many" },
      });
      running.killEngine();
      await running.result;
      await until(() => routesOf(emulator).some((route) => route.startsWith("instances.destroy")));
      const before = cpuSeconds(provider);
      await systemClock().sleep(4000);
      expect(cpuSeconds(provider) - before).toBeLessThan(1);
      await until(() => emulator.ledger().live === 0);
      await gone([provider]);
      running.killAll();
    }),
);

const endedBy = (how: string): string => `
  ${FLEET}
  const look = setInterval(() => {
    if (!require("fs").existsSync("end")) return;
    clearInterval(look);
    ${how};
  }, 50);
  look.unref();
`;

forEachEngine(
  "a program that dies while its machines load: the state holds them, and the next up resumes",
  async (start) =>
    inWorld(
      start,
      { program: endedBy('process.kill(process.pid, "SIGKILL")'), emulator: SLOW },
      async ({ emulator, engine, project }) => {
        const running = await startedUntil(engine, "up", areRented(emulator));
        project.edit({ end: "" });
        expect((await running.result).ok).toBe(false);
        expect(await idsIn(engine)).toEqual(liveIds(emulator).toSorted());
        project.edit(vastProgram(FLEET));
        await resumes(emulator, engine);
        expect(emulator.ledger()).toMatchObject({ rented: COUNT, live: COUNT });
      },
    ),
);

forTestEngine(
  "a program that throws while its machines load: the SDK waits for them, and the state holds them",
  async (start) =>
    inWorld(
      start,
      { program: endedBy('throw new Error("boom")'), emulator: { lifecycle: { ...QUICK, loadSeconds: 4 } } },
      async ({ emulator, engine, project }) => {
        const running = await startedUntil(engine, "up", areRented(emulator));
        project.edit({ end: "" });
        const thrown = await running.result;
        expect(thrown.ok).toBe(false);
        expect(thrown.text).toContain("boom");
        expect(await idsIn(engine)).toEqual(liveIds(emulator).toSorted());
        project.edit(vastProgram(FLEET));
        expect((await engine.up()).ok).toBe(true);
        expect(emulator.ledger()).toMatchObject({ rented: COUNT, live: COUNT });
        expect(changesOf(await engine.preview())).toEqual([]);
      },
    ),
);
