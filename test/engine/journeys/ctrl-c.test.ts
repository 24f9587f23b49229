import { announceEngines, forEachEngine, forTestEngine, pendingIn } from "../../support/journey";
import { inWorld, liveIds } from "../../support/journey-world";
import { until } from "../../support/until";
import {
  areRented,
  COUNT,
  FLEET,
  gone,
  idsIn,
  isUnderWay,
  resumes,
  SLOW,
  startedUntil,
} from "./interruption";

announceEngines();

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
