// Runs TypeScript of the project as it is: `node --require ./test/support/run-typescript.cjs file.ts`.
const { readFileSync } = require("node:fs");
const { ModuleKind, ScriptTarget, transpileModule } = require("typescript");

const compilerOptions = {
  target: ScriptTarget.ES2022,
  module: ModuleKind.CommonJS,
  esModuleInterop: true,
  inlineSourceMap: true,
};

require.extensions[".ts"] = (loaded, fileName) => {
  const { outputText } = transpileModule(readFileSync(fileName, "utf8"), { compilerOptions, fileName });
  loaded._compile(outputText, fileName);
};
