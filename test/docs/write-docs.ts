import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { PROJECT } from "../house/project-files";
import { generatedPages } from "./generated-pages";

const REFERENCE = "docs/reference";

/**
 * `npm run docs`: writes the generated pages. `--check` only lists those that are stale; `--screens` also takes the screens
 * of docs/screens, with the Pulumi CLI in a real terminal.
 */
async function writeDocs(flags: readonly string[]): Promise<void> {
  if (flags.includes("--screens")) takeScreens();
  const pages = await generatedPages();
  const stale = [...pages].filter(([path, text]) => textOf(path) !== text);
  const folder = join(PROJECT, REFERENCE);
  const files = existsSync(folder) ? readdirSync(folder).map((file) => `${REFERENCE}/${file}`) : [];
  const extra = files.filter((path) => !pages.has(path));
  const isCheck = flags.includes("--check");
  for (const [path] of stale)
    console.log(`${path} ${isCheck ? "is stale: run `npm run docs`" : "is written"}`);
  for (const path of extra)
    console.log(`${path} ${isCheck ? "is left over: run `npm run docs`" : "is removed"}`);
  if (isCheck) {
    process.exitCode = stale.length + extra.length === 0 ? 0 : 1;
    return;
  }
  for (const [path, text] of stale) {
    mkdirSync(dirname(join(PROJECT, path)), { recursive: true });
    writeFileSync(join(PROJECT, path), text);
  }
  for (const path of extra) rmSync(join(PROJECT, path));
}

function textOf(path: string): string | undefined {
  const file = join(PROJECT, path);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function takeScreens(): void {
  const script = join(PROJECT, "test", "screens", "take-screens.ts");
  spawnSync(process.execPath, [...process.execArgv, script], { stdio: "inherit" });
}

writeDocs(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
