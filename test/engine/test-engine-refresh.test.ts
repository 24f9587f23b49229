import { announceEngines, changesOf, forEachEngine, resourceIn, resourcesIn } from "../support/journey";
import { boxProgram, setOutside, takeCallNames, takeCalls } from "../support/journey-box";

announceEngines();

forEachEngine("finds what changed and what is gone, and asks diff with the roles swapped", async (start) => {
  const { engine, folder } = start({
    files: boxProgram(`
      const gone = new Box("gone", { size: 1 });
      new Box("kept", { size: 2, same: true, note: gone.made });
      new Box("changed", { size: 3 });`),
    linkPackage: false,
  });
  await engine.up();
  takeCalls(folder);
  setOutside(folder, { "box-1": null, "box-3": { size: 33 } });
  const refresh = await engine.refresh();
  expect(refresh.ok).toBe(true);
  expect(changesOf(refresh).toSorted()).toEqual(["refresh:delete gone"]);
  const calls = takeCalls(folder);
  expect(calls.map(({ call }) => call).toSorted()).toEqual(
    ["configure", "diff", "diff", "read", "read", "read"].toSorted(),
  );
  const swapped = calls.find(({ call, details }) => call === "diff" && details["id"] === "box-3");
  expect(swapped?.details).toMatchObject({
    olds: { size: 33, made: "made 3" },
    news: { size: 3, checked: 6 },
  });
  const state = await engine.exportState();
  expect(resourcesIn(state).some(({ id }) => id === "box-1")).toBe(false);
  expect(resourceIn(state, "kept")).not.toHaveProperty("dependencies");
  expect(resourceIn(state, "changed")).toMatchObject({ inputs: { size: 3 }, outputs: { size: 33 } });
});

forEachEngine(
  "configures refresh and destroy from the state, preview and up from the stack",
  async (start) => {
    const { engine, folder, edit } = start({
      files: boxProgram(`new Box("a", { size: 1, note: new pulumi.Config("box").get("mode") });`),
      linkPackage: false,
    });
    const configured = () =>
      takeCalls(folder)
        .filter(({ call }) => call === "configure")
        .map(({ details: { mode, secret } }) => [mode, secret]);
    await engine.setConfig("box:mode", "first");
    await engine.setConfig("box:secret", "hidden one", { secret: true });
    await engine.up();
    expect(configured()).toEqual([["first", "hidden one"]]);
    expect(resourceIn(await engine.exportState(), "a")).toMatchObject({ inputs: { note: "first" } });
    expect(JSON.stringify(await engine.exportState())).not.toContain("hidden one");

    await engine.setConfig("box:mode", "second");
    await engine.refresh();
    expect(configured()).toEqual([["first", "hidden one"]]);
    await engine.refresh({ runProgram: true });
    expect(configured()).toEqual([["second", "hidden one"]]);
    edit(boxProgram(`new Box("a", { size: 1 });`));
    await engine.up();
    expect(configured()).toEqual([["second", "hidden one"]]);
    await engine.setConfig("box:mode", "third");
    await engine.destroy();
    expect(configured()).toEqual([["second", "hidden one"]]);
  },
);

forEachEngine(
  "reads a get in preview and up, owns nothing of it, and lets it be at the end",
  async (start) => {
    const { engine, folder } = start({
      files: boxProgram(`
      const a = new Box("a", { size: 7 }, { id: "box-7" });
      exports.size = a.size ?? "none"; exports.id = a.id;`),
      linkPackage: false,
    });
    expect(changesOf(await engine.preview())).toEqual(["read a"]);
    expect(takeCallNames(folder)).toEqual(["configure", "read box-7"]);
    const up = await engine.up();
    expect(changesOf(up)).toEqual(["read a"]);
    expect(up.outputs).toMatchObject({ id: "box-7" });
    expect(resourceIn(await engine.exportState(), "a")).toMatchObject({ external: true, id: "box-7" });
    takeCalls(folder);
    expect(changesOf(await engine.destroy())).toEqual(["discard a"]);
    expect(takeCallNames(folder)).toEqual([]);
  },
);

forEachEngine("shows a secret to the provider and never in the state", async (start) => {
  const { engine, folder } = start({
    files: boxProgram(`
      const args = { size: 1, word: pulumi.secret("clear word"), list: ["a", pulumi.secret("clear item")], plain: "seen" };
      const a = new Box("a", args, { additionalSecretOutputs: ["plain", "made"], hideDiffs: ["__provider"] });
      exports.hush = a.hush; exports.made = a.made; exports.checked = a.checked;`),
    linkPackage: false,
  });
  expect((await engine.preview()).outputs).toMatchObject({ checked: 2 });
  takeCalls(folder);
  const up = await engine.up();
  expect(up.outputs).toEqual({ hush: "born secret", made: "made 1", checked: 2 });
  const create = takeCalls(folder).find(({ call }) => call === "create");
  expect(create?.details["news"]).toMatchObject({ word: "clear word", list: ["a", "clear item"] });
  const state = await engine.exportState();
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
  expect(resourceIn(state, "a")).toMatchObject({
    inputs: { word: secret, list: secret, plain: "seen" },
    outputs: { word: secret, list: secret, plain: secret, made: secret, hush: secret, checked: 2 },
    hideDiff: ["__provider"],
  });
  const text = JSON.stringify(state);
  for (const clear of ["clear word", "clear item", "born secret", "made 1"])
    expect(text).not.toContain(clear);
  expect(changesOf(await engine.up())).toEqual([]);
  const exported = await engine.exportState();
  await engine.importState(exported);
  expect(changesOf(await engine.up())).toEqual([]);
});
