import { readFileSync } from "node:fs";
import { join } from "node:path";

import { announceEngines, changesOf, forEachEngine, resourceIn, startProgram } from "../support/journey";
import { ProviderProcess } from "../support/engine/provider-process";
import { findSdk } from "../support/engine/sdk-path";

announceEngines();

const TEXT = 'exports.handler = () => require("box-package/provider").Box;';

/** A package in the project's own node_modules, as an installed one would be. */
const PACKAGE = {
  "node_modules/box-package/package.json": JSON.stringify({
    name: "box-package",
    exports: { "./provider": "./lib/provider.js" },
  }),
  "node_modules/box-package/lib/provider.js": `
    exports.Box = {
      async create(inputs) { return { id: "made", outs: { ...inputs, from: "the package" } }; },
      async delete() {},
    };`,
};

test("the provider process takes a text whose handler gives the provider, resolved from the project", async () => {
  const project = startProgram({ files: PACKAGE, linkPackage: false });
  try {
    const { PATH, HOME } = process.env;
    const provider = await ProviderProcess.start({
      projectFolder: project.folder,
      projectName: "journey",
      engineAddress: "127.0.0.1:1",
      env: { PATH, HOME },
      config: {},
      onLine: () => undefined,
    });
    const urn = "urn:pulumi:test::journey::pulumi-nodejs:dynamic/box:Box::a";
    const { inputs } = await provider.client.check(urn, {}, { __provider: TEXT, size: 1 });
    expect(inputs).toEqual({ __provider: TEXT, size: 1 });
    await provider.stop();
  } finally {
    project.close();
  }
});

forEachEngine("a custom resource with the text is a dynamic resource like the SDK's own", async (start) => {
  const { engine } = start({
    files: {
      ...PACKAGE,
      "index.js": `
        const pulumi = require("@pulumi/pulumi");
        class Ours extends pulumi.CustomResource {
          constructor(name, args) {
            super("pulumi-nodejs:dynamic/box:Box", name, { from: undefined, __provider: ${JSON.stringify(TEXT)}, ...args });
          }
        }
        class Theirs extends pulumi.dynamic.Resource {
          constructor(name, args) {
            const provider = { create: async (inputs) => ({ id: "made", outs: { ...inputs, from: "the text" } }) };
            super(provider, name, { from: undefined, ...args }, {}, "box", "Box");
          }
        }
        exports.ours = new Ours("ours", { size: 1 }).from;
        exports.theirs = new Theirs("theirs", { size: 1 }).from;`,
    },
    linkPackage: false,
  });
  const up = await engine.up();
  expect(up.ok).toBe(true);
  expect(up.outputs).toEqual({ ours: "the package", theirs: "the text" });
  const state = await engine.exportState();
  const [ours, theirs] = [resourceIn(state, "ours"), resourceIn(state, "theirs")];
  expect(ours["type"]).toBe("pulumi-nodejs:dynamic/box:Box");
  expect(ours["type"]).toBe(theirs["type"]);
  expect(ours["provider"]).toBe(theirs["provider"]);
  expect(ours).toMatchObject({ inputs: { __provider: TEXT }, outputs: { __provider: TEXT } });
  expect(theirs).toMatchObject({ inputs: { size: 1 } });
  expect(JSON.stringify(theirs["inputs"])).toContain("exports.handler");
  expect(changesOf(await engine.destroy())).toEqual(expect.arrayContaining(["delete ours", "delete theirs"]));
});

test("the launcher that ships with the SDK starts the process that the tests start", () => {
  const sdk = findSdk(join(__dirname, "..", ".."));
  const launcher = readFileSync(join(sdk, "pulumi-resource-pulumi-nodejs"), "utf8");
  expect(launcher).toContain("@pulumi/pulumi/cmd/dynamic-provider");
});
