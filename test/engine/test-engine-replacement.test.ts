import { announceEngines, changesOf, forEachEngine, resourcesIn } from "../support/journey";
import { boxProgram, takeCallNames, takeCalls } from "../support/journey-box";

announceEngines();

forEachEngine("makes the replacement first, and deletes what it replaces at the end", async (start) => {
  const { engine, folder, edit } = start({
    files: boxProgram(`const a = new Box("a", { size: 1 }); new Box("b", { size: 9, note: a.made });`),
    linkPackage: false,
  });
  await engine.up();
  takeCalls(folder);
  edit(boxProgram(`const a = new Box("a", { size: 2 }); new Box("b", { size: 9, note: a.made });`));

  const preview = await engine.preview();
  expect(changesOf(preview)).toEqual(["create-replacement a", "replace a", "update b", "delete-replaced a"]);
  takeCalls(folder);

  const up = await engine.up();
  expect(up.ok).toBe(true);
  expect(changesOf(up)).toEqual(["create-replacement a", "replace a", "update b", "delete-replaced a"]);
  const calls = takeCalls(folder);
  expect(calls.map(({ call }) => call)).toEqual([
    "configure",
    "check",
    "diff",
    "check",
    "create",
    "created",
    "check",
    "diff",
    "update",
    "delete",
  ]);
  const checks = calls.filter(({ call }) => call === "check").map(({ details }) => details["olds"]);
  expect(checks[0]).toMatchObject({ size: 1 });
  expect(checks[1]).toEqual({});
  expect(resourcesIn(await engine.exportState()).filter((each) => each["delete"] === true)).toEqual([]);
});

const IN_THE_WAY = `
  const a = new Box("a", { size: SIZE, deleteFirst: true });
  const b = new Box("b", { size: a.made });
  new Box("c", { size: 5, note: b.made });
  new Box("d", { size: 6 }, { dependsOn: a });`;

forEachEngine(
  "deletes first where the provider says so, and with it what would be replaced too",
  async (start) => {
    const { engine, folder, edit } = start({
      files: boxProgram(IN_THE_WAY.replace("SIZE", "1")),
      linkPackage: false,
    });
    await engine.up();
    takeCalls(folder);
    edit(boxProgram(IN_THE_WAY.replace("SIZE", "2")));
    const up = await engine.up();
    expect(up.ok).toBe(true);
    expect(changesOf(up)).toEqual([
      "delete-replaced b",
      "delete-replaced a",
      "replace a",
      "create-replacement a",
      "replace b",
      "create-replacement b",
      "update c",
    ]);
    const writes = takeCallNames(folder).filter((name) => /^(create|delete|update) /.test(name));
    expect(writes).toEqual([
      "delete box-made 1",
      "delete box-1",
      "create 2",
      "create made 2",
      "update box-5",
    ]);
    expect(resourcesIn(await engine.exportState()).some((each) => each["pendingReplacement"] === true)).toBe(
      false,
    );
  },
);

forEachEngine("lets the option of a resource decide which goes first", async (start) => {
  const program = (size: number) =>
    boxProgram(`
      new Box("first", { size: ${size} }, { deleteBeforeReplace: true });
      new Box("last", { size: ${size + 10}, deleteFirst: true }, { deleteBeforeReplace: false });`);
  const { engine, edit } = start({ files: program(1), linkPackage: false });
  await engine.up();
  edit(program(2));
  const changes = changesOf(await engine.up());
  expect(changes.filter((change) => change.endsWith("first"))).toEqual([
    "delete-replaced first",
    "replace first",
    "create-replacement first",
  ]);
  expect(changes.filter((change) => change.endsWith("last"))).toEqual([
    "create-replacement last",
    "replace last",
    "delete-replaced last",
  ]);
});

forEachEngine("continues a replacement whose creation failed after the delete", async (start) => {
  const program = (size: number, fail = "") =>
    boxProgram(`new Box("a", { size: ${size}, deleteFirst: true, fail: "${fail}" });`);
  const { engine, folder, edit } = start({ files: program(1), linkPackage: false });
  await engine.up();
  edit(program(2, "create"));
  expect((await engine.up()).ok).toBe(false);
  const pending = resourcesIn(await engine.exportState()).filter(
    (each) => each["pendingReplacement"] === true,
  );
  expect(pending.map(({ id }) => id)).toEqual(["box-1"]);
  takeCalls(folder);
  edit(program(2));
  const up = await engine.up();
  expect(changesOf(up)).toEqual(["replace a", "create-replacement a"]);
  expect(takeCallNames(folder)).not.toContain("delete box-1");
  expect((await engine.destroy()).ok).toBe(true);
  expect(takeCallNames(folder).filter((name) => name.startsWith("delete"))).toEqual(["delete box-2"]);
});

forEachEngine(
  "compares the inputs, the provider's text among them, where the provider leaves it open",
  async (start) => {
    const program = (text: string, options = "{}") =>
      boxProgram(
        `new Box("a", { size: 1, label: "x", __provider: ${text} + 'exports.handler = () => require(process.cwd() + "/box.js").Box;' }, ${options});`,
      );
    const { engine, edit } = start({ files: program(`""`), linkPackage: false });
    await engine.up();
    edit(program(`"/* other */ "`));
    expect(changesOf(await engine.up())).toEqual(["update a"]);
    edit(program(`"/* third */ "`, `{ ignoreChanges: ["__provider"] }`));
    expect(changesOf(await engine.up())).toEqual([]);
  },
);
