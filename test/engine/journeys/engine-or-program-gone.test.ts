import { systemClock } from "../../../provider/wire/clock";
import { sendSignal } from "../../support/engine/send-signal";
import { announceEngines, changesOf, forEachEngine, forTestEngine } from "../../support/journey";
import { routesOf } from "../../support/journey-requests";
import { inWorld, liveIds, QUICK, vastProgram } from "../../support/journey-world";
import { until } from "../../support/until";
import {
  areRented,
  COUNT,
  cpuSeconds,
  FLEET,
  gone,
  idsIn,
  isProvider,
  resumes,
  SLOW,
  startedUntil,
} from "./interruption";

announceEngines();

/** How soon the provider process has to be gone once its engine is. */
const GONE_MS = 10_000;

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

forEachEngine(
  "a terminal that is closed: what was launched is destroyed, and no process is left",
  async (start) =>
    inWorld(start, { program: FLEET, emulator: SLOW }, async ({ emulator, engine }) => {
      const running = await startedUntil(engine, "up", areRented(emulator));
      const pids = running.pids();
      running.hangUp();
      await running.result;
      await until(() => emulator.ledger().live === 0);
      await gone(pids);
      await engine.unlock();
      expect(await idsIn(engine)).toEqual([]);
      expect(emulator.ledger()).toMatchObject({ rented: COUNT, live: 0 });
    }),
);

forTestEngine("SIGHUP to the provider alone: what it launched is destroyed", async (start) =>
  inWorld(start, { program: FLEET, emulator: SLOW }, async ({ emulator, engine }) => {
    const running = await startedUntil(engine, "up", areRented(emulator));
    const providers = running.pids().filter(isProvider);
    for (const pid of providers) sendSignal(pid, "SIGHUP");
    await gone(providers);
    expect((await running.result).ok).toBe(false);
    expect(emulator.ledger()).toMatchObject({ rented: COUNT, live: 0 });
  }),
);

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
