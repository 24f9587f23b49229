import {
  announceEngines,
  changesOf,
  forEachEngine,
  pendingIn,
  resourceIn,
  resourcesIn,
} from "../support/journey";
import { boxProgram, takeCallNames, takeCalls } from "../support/journey-box";

announceEngines();

const errorsOf = (result: { diagnostics: { severity: string; message: string }[] }) =>
  result.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);

forEachEngine("keeps nothing of a creation that failed, and begins nothing after it", async (start) => {
  const { engine, folder } = start({
    files: boxProgram(`
      const a = new Box("a", { size: 1, fail: "create" });
      new Box("b", { size: a.made });`),
    linkPackage: false,
  });
  const up = await engine.up();
  expect(up.ok).toBe(false);
  expect(changesOf(up)).toEqual(["create a failed"]);
  expect(errorsOf(up)).toContain("the box broke");
  expect(takeCallNames(folder)).toEqual(["configure", "check 1", "create 1", "created 1"]);
  const state = await engine.exportState();
  expect(resourcesIn(state).filter(({ type }) => type === "pulumi-nodejs:dynamic/box:Box")).toEqual([]);
  expect(pendingIn(state)).toEqual([]);
});

forEachEngine("keeps a partial creation and resumes it by an update", async (start) => {
  const program = (fail: string) => boxProgram(`new Box("a", { size: 1, same: true, fail: "${fail}" });`);
  const { engine, folder, edit } = start({ files: program("partial"), linkPackage: false });
  const up = await engine.up();
  expect(up.ok).toBe(false);
  expect(errorsOf(up).join("\n")).toContain("the lid is missing");
  expect(resourceIn(await engine.exportState(), "a")).toMatchObject({
    id: "box-1",
    outputs: { made: "made 1" },
    initErrors: ["the lid is missing"],
  });
  takeCalls(folder);
  const again = await engine.up();
  expect(changesOf(again)).toEqual(["update a failed"]);
  expect(resourceIn(await engine.exportState(), "a")).toMatchObject({ initErrors: ["the lid is loose"] });
  edit(program(""));
  expect(changesOf(await engine.up())).toEqual(["update a"]);
  expect(resourceIn(await engine.exportState(), "a")).not.toHaveProperty("initErrors");
  expect(changesOf(await engine.up())).toEqual([]);
});

forEachEngine("saves the old inputs and the new outputs of a partial update", async (start) => {
  const program = (label: string, fail: string) =>
    boxProgram(`new Box("a", { size: 1, label: "${label}", fail: "${fail}" });`);
  const { engine, edit } = start({ files: program("x", ""), linkPackage: false });
  await engine.up();
  edit(program("y", "partial"));
  await engine.up();
  expect(resourceIn(await engine.exportState(), "a")).toMatchObject({
    inputs: { label: "x" },
    outputs: { label: "y" },
    initErrors: ["the lid is loose"],
  });
});

forEachEngine("forgets the errors of a partial creation at a refresh", async (start) => {
  const { engine, folder } = start({
    files: boxProgram(`new Box("a", { size: 1, same: true, fail: "partial" });`),
    linkPackage: false,
  });
  await engine.up();
  expect((await engine.refresh()).ok).toBe(true);
  expect(resourceIn(await engine.exportState(), "a")).not.toHaveProperty("initErrors");
  takeCalls(folder);
  expect(changesOf(await engine.up())).toEqual([]);
  expect(takeCallNames(folder)).toEqual(["configure", "check 1", "diff box-1"]);
});

forEachEngine("stops at a refused input, in the preview already", async (start) => {
  const { engine, folder } = start({
    files: boxProgram(`new Box("a", { size: 1, fail: "check" });`),
    linkPackage: false,
  });
  for (const result of [await engine.preview(), await engine.up()]) {
    expect(result.ok).toBe(false);
    expect(changesOf(result)).toEqual([]);
    expect(errorsOf(result)).toContain(
      "pulumi-nodejs:dynamic/box:Box resource 'a' has a problem: this box is refused",
    );
  }
  expect(takeCallNames(folder).some((name) => name.startsWith("create"))).toBe(false);
});

forEachEngine("keeps what could not be deleted", async (start) => {
  const { engine } = start({
    files: boxProgram(
      `const a = new Box("a", { size: 1 }); new Box("b", { size: 2, fail: "delete", note: a.made });`,
    ),
    linkPackage: false,
  });
  await engine.up();
  const destroy = await engine.destroy();
  expect(destroy.ok).toBe(false);
  expect(changesOf(destroy)).toEqual(["delete b failed"]);
  expect(errorsOf(destroy)).toContain("the box is stuck");
  const left = resourcesIn(await engine.exportState()).map(({ id }) => id);
  expect(left).toEqual(expect.arrayContaining(["box-1", "box-2"]));
});

forEachEngine("deletes nothing when the program fails", async (start) => {
  const { engine, folder, edit } = start({
    files: boxProgram(`new Box("a", { size: 1 });`),
    linkPackage: false,
  });
  await engine.up();
  takeCalls(folder);
  edit(boxProgram(`throw new Error("the program broke");`));
  const up = await engine.up();
  expect(up.ok).toBe(false);
  expect(errorsOf(up).join("\n")).toContain("the program broke");
  expect(takeCallNames(folder)).toEqual([]);
  expect(resourceIn(await engine.exportState(), "a")).toMatchObject({ id: "box-1" });
});
