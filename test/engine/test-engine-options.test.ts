import { announceEngines, changesOf, forEachEngine, resourceIn } from "../support/journey";
import { boxProgram, takeCallNames, takeCalls } from "../support/journey-box";

announceEngines();

forEachEngine("heeds ignoreChanges and replaceOnChanges", async (start) => {
  const program = (label: string, deep: string, mark: string) =>
    boxProgram(`
      new Box("ignoring", { size: 1, label: "${label}", deep: { down: "${deep}" } }, { ignoreChanges: ["label", "deep.down"] });
      new Box("strict", { size: 2, mark: "${mark}" }, { replaceOnChanges: ["mark"] });`);
  const { engine, edit } = start({ files: program("x", "x", "x"), linkPackage: false });
  await engine.up();
  edit(program("y", "y", "x"));
  expect(changesOf(await engine.up())).toEqual([]);
  expect(resourceIn(await engine.exportState(), "ignoring")).toMatchObject({
    inputs: { label: "x", deep: { down: "x" } },
  });
  edit(program("y", "y", "y"));
  expect(changesOf(await engine.preview())).toEqual([
    "create-replacement strict",
    "replace strict",
    "delete-replaced strict",
  ]);
});

forEachEngine("heeds protect, retainOnDelete and customTimeouts", async (start) => {
  const program = (size: number, protect: boolean) =>
    boxProgram(`
      new Box("kept", { size: ${size} }, { protect: ${protect} });
      new Box("left", { size: 9 }, { retainOnDelete: true, customTimeouts: { create: "1h30m" } });`);
  const { engine, folder, edit } = start({ files: program(1, true), linkPackage: false });
  await engine.up();
  expect(resourceIn(await engine.exportState(), "left")).toMatchObject({ customTimeouts: { create: 5400 } });
  edit(program(2, true));
  const refused = await engine.up();
  expect(refused.ok).toBe(false);
  expect(refused.diagnostics.map(({ message }) => message).join("\n")).toContain("marked for protection");
  expect((await engine.destroy()).ok).toBe(false);
  edit(program(1, false));
  await engine.up();
  takeCalls(folder);
  expect((await engine.destroy()).ok).toBe(true);
  expect(takeCallNames(folder).filter((name) => name.startsWith("delete"))).toEqual(["delete box-1"]);
});

forEachEngine("keeps a resource that moves by an alias, and one inside a component", async (start) => {
  const { engine, edit } = start({
    files: boxProgram(`
      class Shelf extends pulumi.ComponentResource {
        constructor(name) { super("box:index:Shelf", name); new Box("inside", { size: 1 }, { parent: this }); this.registerOutputs({ full: true }); }
      }
      new Shelf("shelf"); new Box("before", { size: 2 });`),
    linkPackage: false,
  });
  expect(changesOf(await engine.up())).toEqual(
    expect.arrayContaining(["create shelf", "create inside", "create before"]),
  );
  const state = await engine.exportState();
  const project = "urn:pulumi:test::journey";
  expect(resourceIn(state, "inside")).toMatchObject({
    urn: `${project}::box:index:Shelf$pulumi-nodejs:dynamic/box:Box::inside`,
    parent: `${project}::box:index:Shelf::shelf`,
  });
  expect(resourceIn(state, "shelf")).toMatchObject({ custom: false, outputs: { full: true } });
  edit(
    boxProgram(`
      class Shelf extends pulumi.ComponentResource {
        constructor(name) { super("box:index:Shelf", name); new Box("inside", { size: 1 }, { parent: this }); this.registerOutputs({ full: true }); }
      }
      new Shelf("shelf"); new Box("after", { size: 2 }, { aliases: [{ name: "before" }] });`),
  );
  expect(changesOf(await engine.up())).toEqual([]);
  expect(changesOf(await engine.up())).toEqual([]);
  const destroyed = changesOf(await engine.destroy());
  expect(destroyed.indexOf("delete inside")).toBeLessThan(destroyed.indexOf("delete shelf"));
});

forEachEngine(
  "creates and deletes in parallel up to the limit, and checks one after another",
  async (start) => {
    const { engine, folder } = start({
      files: boxProgram(`for (let size = 1; size <= 4; size++) new Box("box" + size, { size, lag: 700 });`),
      linkPackage: false,
    });
    await engine.up({ parallel: 4 });
    const atOnce = () =>
      Math.max(
        ...takeCalls(folder).map(({ details: { running } }) => (typeof running === "number" ? running : 0)),
      );
    expect(atOnce()).toBeGreaterThan(1);
    await engine.destroy();
    takeCalls(folder);
    await engine.up({ parallel: 1 });
    expect(atOnce()).toBe(1);
  },
);

forEachEngine("waits for what is depended on, and replaces nothing for it", async (start) => {
  const program = (label: string) =>
    boxProgram(`
      const a = new Box("a", { size: 1, label: "${label}", lag: 300 });
      new Box("b", { size: 2 }, { dependsOn: [a] });`);
  const { engine, folder, edit } = start({ files: program("x"), linkPackage: false });
  await engine.up();
  expect(takeCallNames(folder).filter((name) => /^created? /.test(name))).toEqual([
    "create 1",
    "created 1",
    "create 2",
    "created 2",
  ]);
  edit(program("y"));
  expect(changesOf(await engine.up())).toEqual(["update a"]);
  expect(changesOf(await engine.destroy())).toEqual(["delete b", "delete a"]);
});
