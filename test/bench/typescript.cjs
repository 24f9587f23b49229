// Lets Node require the TypeScript of the benchmark: `node --require ./test/bench/typescript.cjs test/bench/main.ts`.
const { readFileSync } = require("node:fs");
const { transformSync } = require("@swc/core");

const options = {
  jsc: { target: "es2022", parser: { syntax: "typescript" } },
  module: { type: "commonjs" },
  sourceMaps: "inline",
};

require.extensions[".ts"] = (module, filename) =>
  module._compile(transformSync(readFileSync(filename, "utf8"), { ...options, filename }).code, filename);
