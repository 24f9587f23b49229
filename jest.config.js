const transform = {
  "^.+\\.ts$": [
    "@swc/jest",
    {
      jsc: { target: "es2022", parser: { syntax: "typescript" } },
      module: { type: "commonjs" },
      sourceMaps: "inline",
    },
  ],
};
const project = (displayName, folders) => ({
  displayName,
  testMatch: folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
  transform,
  testEnvironment: "node",
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/examples/"],
});

module.exports = {
  maxWorkers: 2,
  testTimeout: 60_000,
  projects: [
    project("unit", ["resources", "rules", "wire", "client", "lifecycle", "emulator", "house"]),
    project("engine", ["engine", "package", "examples", "docs", "demo"]),
  ],
};
