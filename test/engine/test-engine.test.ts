import { announceEngines, changesOf, forEachEngine, resourceIn, resourcesIn } from "../support/journey";
import { boxProgram, takeCallNames, takeCalls } from "../support/journey-box";

announceEngines();

const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

describe("a life from preview to destroy", () => {
  forEachEngine("creates, keeps, updates and deletes in the order of dependencies", async (start) => {
    const { engine, folder, edit } = start({
      files: boxProgram(`
        const a = new Box("a", { size: 1, label: "x" });
        const b = new Box("b", { size: 2, note: a.made });
        exports.made = a.made; exports.checked = a.checked;`),
      linkPackage: false,
    });
    const preview = await engine.preview();
    expect(changesOf(preview)).toEqual(["create a", "create b"]);
    expect(preview.outputs).toEqual({ made: UNKNOWN, checked: 2 });
    expect(takeCallNames(folder)).toEqual(["configure", "check 1", "check 2"]);

    const up = await engine.up();
    expect(up).toMatchObject({ ok: true, exitCode: 0, outputs: { made: "made 1", checked: 2 } });
    expect(changesOf(up)).toEqual(["create a", "create b"]);
    const names = ["configure", "check 1", "create 1", "created 1", "check 2", "create 2", "created 2"];
    expect(takeCallNames(folder)).toEqual(names);
    expect(up.diagnostics).toContainEqual({ severity: "info", message: "building a box of 1" });

    expect(changesOf(await engine.up())).toEqual([]);
    expect(takeCallNames(folder)).toEqual(["configure", "check 1", "diff box-1", "check 2", "diff box-2"]);

    edit(
      boxProgram(`
      const a = new Box("a", { size: 1, label: "y" });
      const b = new Box("b", { size: 2, note: a.made });
      exports.made = a.made;`),
    );
    const second = await engine.preview();
    expect(changesOf(second)).toEqual(["update a", "update b"]);
    expect(second.outputs).toEqual({ made: UNKNOWN });
    takeCalls(folder);
    expect(changesOf(await engine.up())).toEqual(["update a"]);
    expect(takeCalls(folder).map(({ call }) => call)).toEqual([
      "configure",
      "check",
      "diff",
      "update",
      "check",
      "diff",
    ]);

    const state = await engine.exportState();
    expect(resourceIn(state, "b")).toMatchObject({
      id: "box-2",
      custom: true,
      dependencies: [expect.stringMatching(/Box::a$/)],
      inputs: { size: 2, checked: 4, note: "made 1" },
      outputs: { size: 2, checked: 4, made: "made 2" },
    });

    const destroy = await engine.destroy();
    expect(changesOf(destroy)).toEqual(["delete b", "delete a"]);
    expect(takeCallNames(folder)).toEqual(["configure", "delete box-2", "delete box-1"]);
    expect(resourcesIn(await engine.exportState())).toEqual([]);
  });
});

forEachEngine(
  "shows what the provider says of a resource, and its output for the whole stack",
  async (start) => {
    const urn = "urn:pulumi:test::journey::pulumi-nodejs:dynamic/box:Box::a";
    const { engine } = start({
      files: boxProgram(`new Box("a", { size: 1, about: "${urn}" });`),
      linkPackage: false,
    });
    const { diagnostics } = await engine.up();
    expect(diagnostics).toEqual(
      expect.arrayContaining([
        { severity: "info", message: "building a box of 1" },
        { severity: "info", message: "half way", urn, ephemeral: true },
        { severity: "info", message: "a lid was missing", urn },
      ]),
    );
  },
);

forEachEngine("keeps the environment of the developer away from program and provider", async (start) => {
  const before = { ...process.env };
  Object.assign(process.env, {
    VAST_API_KEY: "the developer's",
    VASTAI_API_KEY: "theirs",
    PULUMI_ACCESS_TOKEN: "token",
  });
  try {
    const { engine } = start({
      files: boxProgram(`
        exports.seen = Object.keys(process.env).filter((name) => /^VAST|ACCESS_TOKEN/.test(name)).sort();
        exports.key = process.env.VAST_API_KEY;`),
      emulatorUrl: "http://127.0.0.1:1",
      apiKey: "of the journey",
      linkPackage: false,
    });
    const { outputs } = await engine.up();
    expect(outputs).toEqual({ seen: ["VAST_API_KEY", "VAST_URL"], key: "of the journey" });
  } finally {
    for (const name of ["VAST_API_KEY", "VASTAI_API_KEY", "PULUMI_ACCESS_TOKEN"]) {
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[name];
    }
  }
});

forEachEngine("runs a TypeScript program as it is", async (start) => {
  const { engine } = start({
    files: {
      "Pulumi.yaml": "name: typed\nruntime: nodejs\n",
      "package.json": '{ "name": "typed", "main": "index.ts" }',
      "index.ts": "const size: number = 3;\nexport const answer = size * 2;\n",
    },
    linkPackage: false,
  });
  expect((await engine.up()).outputs).toEqual({ answer: 6 });
});
