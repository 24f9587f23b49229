// Types are checked by the build and by the linter: here every file is only translated.
const tsconfig = {
  target: "es2022",
  module: "commonjs",
  moduleResolution: "node",
  esModuleInterop: true,
  isolatedModules: true,
  inlineSources: true,
};
const transform = { "^.+\\.ts$": ["ts-jest", { tsconfig, diagnostics: false }] };
/**
 * What takes minutes, or waits in real time, or installs something: the whole fault matrix, every mutation, generated inputs,
 * thousands of histories, journeys with kills and recoveries, the package on other versions. `npm test` leaves it to `.ci/run`.
 */
const EXHAUSTIVE = [
  "lifecycle/failures/(fault-|generated-|malformed-|mutations)",
  "simulation/",
  "engine/(recover|fault-sample/)",
  "engine/journeys/(change-table|ctrl-c|engine-or-program-gone|evidence|reads-that-fail|resource-options)",
  "examples/",
  "package/(installed|emulator-command)",
].map((part) => `/test/${part}`);

const project = (displayName, tests) => ({
  displayName,
  transform,
  testEnvironment: "node",
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/examples/"],
  ...tests,
});
const quick = (folders) => ({
  testMatch: folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
  testPathIgnorePatterns: EXHAUSTIVE,
});

module.exports = {
  maxWorkers: 2,
  testTimeout: 60_000,
  projects: [
    project(
      "unit",
      quick(["state", "resources", "adapters", "rules", "wire", "client", "lifecycle", "emulator", "house"]),
    ),
    project("journeys", quick(["engine", "docs", "demo", "package"])),
    project("exhaustive", { testRegex: EXHAUSTIVE.map((part) => `${part}.*\\.test\\.ts$`) }),
  ],
};
