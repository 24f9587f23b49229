import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

import { PROJECT } from "../house/project-files";
import { readImports } from "../house/read-imports";

const DIST = join(PROJECT, "dist");

/** What a program's type check reads: the declarations behind the public door, and the packages that they name. */
function reach(path: string, files = new Set<string>(), packages = new Set<string>()) {
  if (!files.has(path)) {
    files.add(path);
    for (const { specifier } of readImports(path)) {
      const target = resolve(dirname(path), specifier);
      const next = [`${target}.d.ts`, join(target, "index.d.ts"), target.replace(/\.js$/, ".d.ts")];
      const found = next.find((candidate) => existsSync(candidate));
      if (!specifier.startsWith(".")) packages.add(specifier);
      else if (found === undefined) throw new Error(`${path} names ${specifier}, which is not there`);
      else reach(found, files, packages);
    }
  }
  return { files, packages };
}

test("a user's type check reads our own declarations and the SDK's, no schemas and no client", () => {
  const { files, packages } = reach(join(DIST, "index.d.ts"));
  expect([...packages]).toEqual(["@pulumi/pulumi"]);
  const folders = new Set([...files].map((path) => relative(DIST, path).split("/")[0]));
  expect([...folders].toSorted()).toEqual(["errors.d.ts", "index.d.ts", "resources", "rules", "state"]);
});

test("the emulator's declarations reach nothing of ours", () => {
  const { files, packages } = reach(join(DIST, "emulator", "start-emulator.d.ts"));
  expect([...packages].filter((name) => !name.startsWith("node:"))).toEqual([]);
  expect([...files].filter((path) => !path.startsWith(join(DIST, "emulator")))).toEqual([]);
});

test("a program that needs classes only loads neither wire nor schemas", () => {
  const text = `require(${JSON.stringify(DIST)}); console.log(Object.keys(require.cache).join("\\n"))`;
  const loaded = spawnSync(process.execPath, ["--eval", text], { encoding: "utf8" }).stdout.split("\n");
  expect(loaded.some((path) => path.endsWith("dist/resources/instance.js"))).toBe(true);
  const late = /node_modules\/(undici|zod)\/|dist\/(adapters|lifecycle|client|wire)\//;
  expect(loaded.filter((path) => late.test(path))).toEqual([]);
});
