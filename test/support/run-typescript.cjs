// Runs TypeScript of the project as it is: `node --require ./test/support/run-typescript.cjs file.ts`.
const { readFileSync } = require("node:fs");
const { transformSync } = require("@swc/core");

const options = {
  jsc: { target: "es2022", parser: { syntax: "typescript" } },
  module: { type: "commonjs" },
  sourceMaps: "inline",
};

require.extensions[".ts"] = (loaded, filename) =>
  loaded._compile(transformSync(readFileSync(filename, "utf8"), { ...options, filename }).code, filename);
