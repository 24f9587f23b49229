import { spawnSync } from "node:child_process";

import { PROJECT } from "../house/project-files";

/** Type-checks the smallest example with the compiler that the SDK falls back to, and prints what it says of our files. */
const CHECK = `
const { readdirSync } = require("node:fs");
const { dirname, join } = require("node:path");
const vendor = join(dirname(require.resolve("@pulumi/pulumi/package.json")), "vendor");
const folder = readdirSync(vendor).find((name) => name.startsWith("typescript@"));
const ts = require(join(vendor, folder, "typescript.js"));
const program = ts.createProgram(["examples/quickstart/index.ts"], {
  strict: true, noEmit: true, target: ts.ScriptTarget.ES2018, module: ts.ModuleKind.CommonJS,
  moduleResolution: ts.ModuleResolutionKind.NodeJs, types: [],
});
const ours = program.getSourceFiles().filter(({ fileName }) => /\\/dist\\/|examples\\//.test(fileName) && !/node_modules\\/(?!pulumi-vastai)/.test(fileName));
const said = ours.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]);
console.log(JSON.stringify({
  version: ts.version,
  door: ours.some(({ fileName }) => fileName.endsWith("/dist/index.d.ts")),
  mistakes: said.map(({ file, messageText }) => file.fileName + ": " + ts.flattenDiagnosticMessageText(messageText, " ")),
}));
`;

test("a program needs no compiler of its own: the one in the SDK reads our declarations", () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["--eval", CHECK], {
    cwd: PROJECT,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual({
    version: expect.stringMatching(/^3\./) as string,
    door: true,
    mistakes: [],
  });
});
