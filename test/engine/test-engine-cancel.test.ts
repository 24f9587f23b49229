import { announceEngines, forEachEngine, pendingIn, resourcesIn, type Engine } from "../support/journey";
import { boxProgram, peekCallNames, takeCallNames } from "../support/journey-box";
import { sendSignal } from "../support/engine/send-signal";
import { until } from "../support/until";

announceEngines();

const SLOW = boxProgram(`
  const a = new Box("a", { size: 1, lag: 1500 });
  new Box("b", { size: 2 }, { dependsOn: a });`);
const ENDLESS = boxProgram(`new Box("a", { size: 1, lag: 600000 });`);

const idsIn = async (engine: Engine) =>
  resourcesIn(await engine.exportState())
    .filter(({ type }) => type === "pulumi-nodejs:dynamic/box:Box")
    .map(({ id }) => id);

forEachEngine(
  "waits at the first Ctrl-C for what is under way, saves it, and begins nothing more",
  async (start) => {
    const { engine, folder } = start({ files: SLOW, linkPackage: false });
    const running = engine.start("up");
    await until(() => peekCallNames(folder).includes("create 1"));
    running.interrupt();
    const { ok, exitCode } = await running.result;
    expect(ok).toBe(false);
    expect(exitCode).toBeGreaterThan(0);
    expect(takeCallNames(folder)).toEqual(["configure", "check 1", "create 1", "created 1"]);
    expect(await idsIn(engine)).toEqual(["box-1"]);
    expect(pendingIn(await engine.exportState())).toEqual([]);
    expect((await engine.up()).ok).toBe(true);
  },
);

forEachEngine(
  "ends at the second Ctrl-C and leaves a pending creation, with which the next up begins again",
  async (start) => {
    const { engine, folder, edit } = start({ files: ENDLESS, linkPackage: false });
    const running = engine.start("up");
    await until(() => peekCallNames(folder).includes("create 1"));
    running.interrupt();
    await until(() => running.isStopping());
    running.interrupt();
    expect((await running.result).ok).toBe(false);
    await engine.unlock();
    expect(takeCallNames(folder)).toEqual(["configure", "check 1", "create 1"]);
    const state = await engine.exportState();
    expect(await idsIn(engine)).toEqual([]);
    expect(pendingIn(state)).toMatchObject([
      { type: "creating", resource: { inputs: { size: 1, checked: 2 } } },
    ]);

    edit(boxProgram(`new Box("a", { size: 1 });`));
    const next = await engine.up();
    expect(next.ok).toBe(true);
    expect(next.diagnostics.map(({ message }) => message).join("\n")).toContain("interrupted while creating");
    expect(pendingIn(await engine.exportState())).toHaveLength(1);
    await engine.refresh({ clearPendingCreates: true });
    expect(pendingIn(await engine.exportState())).toEqual([]);
  },
);

forEachEngine("leaves the provider alive when the engine alone is killed", async (start) => {
  const { engine, folder } = start({ files: SLOW, linkPackage: false });
  const running = engine.start("up");
  await until(() => peekCallNames(folder).includes("create 1"));
  running.killEngine();
  expect((await running.result).exitCode).toBeNull();
  await until(() => peekCallNames(folder).includes("created 1"));
  running.killAll();
  await engine.unlock();
  expect(await idsIn(engine)).toEqual([]);
  expect(pendingIn(await engine.exportState())).toMatchObject([{ type: "creating" }]);
});

forEachEngine("ends everything when everything is killed", async (start) => {
  const { engine, folder } = start({ files: SLOW, linkPackage: false });
  const running = engine.start("up");
  await until(() => peekCallNames(folder).includes("create 1"));
  running.killAll();
  expect((await running.result).exitCode).toBeNull();
  await until(() => running.pids().every((pid) => !sendSignal(pid, 0)));
  expect(takeCallNames(folder)).toEqual(["configure", "check 1", "create 1"]);
});

forEachEngine(
  "asks the provider to end after a phase without trouble, and ends it where it will not",
  async (start) => {
    const { engine, folder } = start({
      files: boxProgram(`new Box("a", { size: 1, stubborn: true });`),
      linkPackage: false,
    });
    const running = engine.start("up");
    await until(() => peekCallNames(folder).includes("created 1"));
    const pids = running.pids();
    expect((await running.result).ok).toBe(true);
    expect(takeCallNames(folder)).toEqual(["configure", "check 1", "create 1", "created 1", "signal"]);
    await until(() => !pids.some((pid) => sendSignal(pid, 0)));
  },
);
