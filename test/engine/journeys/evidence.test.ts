import type { Emulator } from "../../../provider/emulator/start-emulator";
import { announceEngines, forEachEngine, resourceIn, type Engine } from "../../support/journey";
import { inWorld, liveIds, vastProgram, type SceneOptions } from "../../support/journey-world";
import { until } from "../../support/until";
import { idsIn, startedUntil } from "./interruption";

announceEngines();

/** Ten minutes, for which a rent stays unconfirmed, are 18 s. */
const TIME_SCALE = 0.03;
const MACHINE = `new Instance("gpu", { image: "acme/one", search });`;
const ONE_OFFER = [{ dph_base: 0.3 }];
const ACCEPT = { endpoint: "asks.accept" };
const DESTROY = { endpoint: "instances.destroy" };

function options(more: Partial<SceneOptions> = {}): SceneOptions {
  return { program: MACHINE, timeScale: TIME_SCALE, ...more, emulator: { lifecycle: {}, ...more.emulator } };
}

/** Until the emulator has lived so many seconds of its own. */
async function seconds({ world }: Emulator, count: number): Promise<void> {
  const end = world.now() + count * 1000;
  await until(() => world.now() >= end);
}

async function outputsOf(engine: Engine): Promise<unknown> {
  return resourceIn(await engine.exportState(), "gpu")["outputs"];
}

forEachEngine(
  "a rent carried out after its launch has failed is destroyed by the next destroy",
  async (start) =>
    inWorld(start, options({ emulator: { offers: ONE_OFFER } }), async ({ emulator, engine }) => {
      emulator.faults.order({ kind: "acts-late", seconds: 150 });
      const up = await engine.up();
      expect(up.ok).toBe(false);
      expect(up.text).toMatch(/was rented is not known.*\[NO_OFFER\]/s);
      expect(await idsIn(engine)).toEqual([expect.stringMatching(/^unconfirmed:gpu-pvai-/)]);
      const destroy = await engine.destroy();
      expect(destroy.ok ? "" : destroy.text).toBe("");
      expect(emulator.ledger()).toMatchObject({ rented: 1, live: 0 });
      expect(await idsIn(engine)).toEqual([]);
    }),
);

forEachEngine("an unconfirmed rent outlives an up that comes before its machine", async (start) =>
  inWorld(start, options(), async ({ emulator, engine }) => {
    emulator.faults.order({ kind: "acts-late", seconds: 500 });
    expect((await engine.up()).ok).toBe(true);
    const again = await engine.up();
    expect(again.ok ? "" : again.text).toBe("");
    expect(await outputsOf(engine)).toMatchObject({ __unconfirmedRents: [{}] });
    const destroy = await engine.destroy();
    expect(destroy.ok ? "" : destroy.text).toBe("");
    expect(emulator.ledger()).toMatchObject({ rented: 2, live: 0 });
  }),
);

/** A launch of which engine and provider are killed as soon as its machine is rented. */
async function killedLaunch(engine: Engine, emulator: Emulator): Promise<void> {
  const running = await startedUntil(engine, "up", () => emulator.ledger().rented === 1);
  running.killAll();
  await running.result;
  await engine.unlock();
}

forEachEngine("an up right after a kill stops at the machine that only the list shows", async (start) => {
  const emulator = { lifecycle: { readLagSeconds: 600, loadSeconds: 300 } };
  return inWorld(start, options({ emulator }), async (scene) => {
    await killedLaunch(scene.engine, scene.emulator);
    const up = await scene.engine.up();
    expect(up.ok).toBe(false);
    expect(up.text).toMatch(/Nothing was rented: instance 20000001 .*recover.*\[ORPHAN_FOUND\]/s);
    expect(scene.emulator.ledger()).toMatchObject({ rented: 1, live: 1 });
  });
});

forEachEngine("an up right after a kill names the machine that the list shows late", async (start) => {
  const emulator = { listLagSeconds: 60, lifecycle: { loadSeconds: 300 } };
  return inWorld(start, options({ emulator }), async (scene) => {
    await killedLaunch(scene.engine, scene.emulator);
    const up = await scene.engine.up();
    expect(up.ok).toBe(false);
    expect(up.text).toMatch(/20000001 .*\[ORPHAN_FOUND\]/s);
    const live = liveIds(scene.emulator);
    const known = await idsIn(scene.engine);
    expect(live.filter((id) => !known.includes(id) && !up.text.includes(id))).toEqual([]);
  });
});

forEachEngine("a false 404 for a destroy leaves nothing billed", async (start) =>
  inWorld(start, options(), async ({ emulator, engine }) => {
    expect((await engine.up()).ok).toBe(true);
    await seconds(emulator, 61);
    emulator.faults.order({
      ...{ kind: "refuse", status: 404, error: "no_such_instance", msg: "no such instance" },
      match: DESTROY,
    });
    const destroy = await engine.destroy();
    expect(destroy.ok ? "" : destroy.text).toBe("");
    expect(emulator.ledger()).toMatchObject({ rented: 1, live: 0 });
  }),
);

forEachEngine("a list that ends early does not have a lost rent sent again", async (start) =>
  inWorld(start, options(), async ({ emulator, engine }) => {
    emulator.faults.order({ kind: "drop", when: "after", match: ACCEPT });
    emulator.faults.order({ kind: "list-short", skip: 1, times: 20 });
    const up = await engine.up();
    expect(emulator.ledger()).toMatchObject({ rented: 1, live: 1 });
    const known = await idsIn(engine);
    expect(up.ok ? known : [known[0]?.slice(0, 12)]).toEqual(up.ok ? liveIds(emulator) : ["unconfirmed:"]);
  }),
);

forEachEngine("at another deployment nothing of a state is read, changed or destroyed", async (start) =>
  inWorld(start, options(), async ({ emulator, engine }) => {
    expect((await engine.up()).ok).toBe(true);
    const before = await idsIn(engine);
    await engine.setConfig("vastai:baseUrl", emulator.url.replace("127.0.0.1", "localhost"));
    for (const result of [
      await engine.refresh({ runProgram: true }),
      await engine.destroy({ runProgram: true }),
    ]) {
      expect(result.ok).toBe(false);
      expect(result.text).toMatch(/belongs to the service at .*\[WRONG_ACCOUNT\]/s);
    }
    expect(await idsIn(engine)).toEqual(before);
    expect(emulator.ledger()).toMatchObject({ rented: 1, live: 1 });
  }),
);

forEachEngine("a replaced machine that waits for its deletion is named with the way out", async (start) =>
  inWorld(start, options(), async ({ emulator, engine, project }) => {
    expect((await engine.up()).ok).toBe(true);
    const first = liveIds(emulator)[0] ?? "";
    emulator.faults.order({
      kind: "session-expired",
      times: "always",
      match: { ...DESTROY, instance: Number(first) },
    });
    const machine = `new Instance("gpu", { image: "acme/two", search });`;
    project.edit(vastProgram(machine));
    expect((await engine.up()).ok).toBe(false);
    project.edit(vastProgram(""));
    expect((await engine.up()).ok).toBe(false);
    project.edit(vastProgram(machine));
    const blocked = await engine.up();
    expect(blocked.text).toMatch(
      new RegExp(`instance ${first} .*pulumi destroy --target.*\\[ORPHAN_FOUND\\]`, "s"),
    );
    expect(liveIds(emulator)).toEqual([first]);
  }),
);

forEachEngine(
  "an older state with an explicit label: the live machine is named before another is rented",
  async (start) => {
    const program = `new Instance("gpu", { image: "acme/one", label: "mine", search });`;
    return inWorld(start, options({ program }), async ({ emulator, engine }) => {
      const before = await engine.exportState();
      expect((await engine.up()).ok).toBe(true);
      const [first] = liveIds(emulator);
      await engine.importState(before);
      const up = await engine.up();
      expect(up.text).toContain(`Instance ${String(first)} has the label "mine" already`);
      expect(emulator.ledger().live).toBe(2);
    });
  },
);

forEachEngine(
  "a host that cannot be destroyed does not hold the up beyond its customTimeouts",
  async (start) => {
    const program = `new Instance("gpu", { image: "acme/one", search }, { customTimeouts: { create: "60s" } });`;
    return inWorld(start, options({ program }), async ({ emulator, engine }) => {
      emulator.faults.order({ kind: "host", status: "exited" });
      emulator.faults.order({ kind: "status", status: 500, times: "always", match: DESTROY });
      const up = await engine.up();
      expect(up.ok).toBe(false);
      expect(up.text).toContain("[DESTROY_FAILED]");
      expect(await idsIn(engine)).toEqual(liveIds(emulator));
      const destroys = emulator.world.requests().filter(({ route }) => route === "instances.destroy");
      const [{ at: first } = { at: 0 }] = destroys;
      expect((destroys.at(-1)?.at ?? 0) - first).toBeLessThan(120_000);
      emulator.faults.clear();
      expect((await engine.destroy()).ok).toBe(true);
      expect(emulator.ledger()).toMatchObject({ rented: 1, live: 0 });
    });
  },
);
