import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, extname, join } from "node:path";
import ts from "typescript";

import { PROJECT, projectFiles } from "./project-files";

const FILES = projectFiles();

/** The two clocks: ours, and that of the emulated service. */
const CLOCKS = ["provider/wire/clock.ts", "provider/emulator/model/emulator-clock.ts"];

/** Where a file reads or waits for the time of the machine. */
function timeIn(path: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const words = node.getText().replaceAll(/\s/g, "");
    const isDate = ts.isNewExpression(node) && words.startsWith("newDate()");
    const isNow = ts.isPropertyAccessExpression(node) && /^(Date|performance)\.now$/.test(words);
    const isTimer = ts.isIdentifier(node) && ["setTimeout", "setInterval", "hrtime"].includes(node.text);
    if (isDate || isNow || isTimer) found.push(`${path}: ${words}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

test("only the clocks know the time", () => {
  const sources = FILES.filter((path) => path.startsWith("provider/") && !CLOCKS.includes(path));
  expect(sources.flatMap((path) => timeIn(path, readFileSync(join(PROJECT, path), "utf8")))).toEqual([]);
});

test.each(["Date.now()", "new Date()", "performance.now()", "setTimeout(go, 1)", "process.hrtime()"])(
  "%s is found",
  (text) => expect(timeIn("provider/x.ts", `const go = () => ${text};`)).toHaveLength(1),
);

test("no file is named after nothing", () => {
  const empty = ["utils", "util", "helpers", "helper", "common", "types", "misc"];
  const names = FILES.map((path) => [path, basename(path).split(".")[0] ?? ""]);
  expect(names.filter(([, name]) => empty.includes(name ?? "")).map(([path]) => path)).toEqual([]);
});

test("files of the code are named in kebab-case", () => {
  const ours = FILES.filter((path) => /^(provider|test|examples)\//.test(path) && extname(path) === ".ts");
  expect(ours.filter((path) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.\w+)?\.ts$/.test(basename(path)))).toEqual([]);
});

/** Put together here, so that this file does not contain what it searches for. */
const FOREIGN: readonly RegExp[] = [
  new RegExp(`(registry|files|proxy|index)\\.(npmjs|yarnpkg|pythonhosted|golang)\\.`),
  new RegExp(`"resolved": *"http`),
  new RegExp(`(^|[^\\w.$~}-])/(work|farm|root|home/(?!someone/)\\w+|Users/\\w+)/`, "m"),
];

test("no file names a package host or a path of somebody's machine", () => {
  const texts = FILES.filter((path) => ![".svg", ".png"].includes(extname(path)));
  const found = texts.flatMap((path) => {
    const text = readFileSync(join(PROJECT, path), "utf8");
    return FOREIGN.flatMap((pattern) => {
      const match = pattern.exec(text);
      return match === null ? [] : [`${path}: ${match[0].trim()}`];
    });
  });
  expect(found).toEqual([]);
});

test("the project has at most ten scripts for a person to run, each one word", () => {
  const manifest: unknown = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8"));
  expect(manifest).toHaveProperty("scripts");
  const { scripts } = manifest as { scripts: Record<string, string> };
  // npm runs its own hooks itself.
  const hooks = ["prepare", "prepublishOnly", "prepack", "postpack"];
  const names = Object.keys(scripts).filter((name) => !hooks.includes(name));
  expect(names.length).toBeLessThanOrEqual(10);
  expect(names.filter((name) => !/^[a-z]+(:[a-z]+)?$/.test(name))).toEqual([]);
});

test("every test file belongs to one project of jest, so that none is forgotten or run twice", () => {
  const config: unknown = createRequire(__filename)("../../jest.config.js");
  const { projects } = config as {
    projects: { testMatch?: string[]; testPathIgnorePatterns?: string[]; testRegex?: string[] }[];
  };
  const isIn = (
    path: string,
    { testMatch, testPathIgnorePatterns = [], testRegex }: (typeof projects)[0],
  ) => {
    const folder = path.split("/")[1] ?? "";
    const isMatched = testMatch?.some((pattern) => pattern.startsWith(`<rootDir>/test/${folder}/`)) === true;
    const fits = (patterns: readonly string[]): boolean =>
      patterns.some((pattern) => new RegExp(pattern).test(`/${path}`));
    return testRegex === undefined ? isMatched && !fits(testPathIgnorePatterns) : fits(testRegex);
  };
  const tests = FILES.filter((path) => path.startsWith("test/") && path.endsWith(".test.ts"));
  const counts = tests.map((path) => ({
    path,
    in: projects.filter((project) => isIn(path, project)).length,
  }));
  expect(counts.filter((count) => count.in !== 1)).toEqual([]);
});
