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
    project("simulation", ["simulation"]),
    project("engine", ["engine", "package", "examples", "docs", "demo"]),
  ],
};
