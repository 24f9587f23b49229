import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { DOCS, generatedPages } from "./generated-pages";

/**
 * `npm run docs`: writes the generated pages. `--check` only lists those that are stale; `--screens` also takes the screens
 * of docs/screens, with the Pulumi CLI in a real terminal.
 */
async function writeDocs(isCheck: boolean): Promise<void> {
  const pages = await generatedPages();
  const stale = [...pages].filter(([path, text]) => textOf(path) !== text);
  const extra = existsSync(join(DOCS, "reference"))
    ? readdirSync(join(DOCS, "reference")).filter((file) => !pages.has(`reference/${file}`))
    : [];
  for (const [path] of stale) console.log(`${isCheck ? "stale" : "written"}: docs/${path}`);
  for (const file of extra) console.log(`${isCheck ? "left over" : "removed"}: docs/reference/${file}`);
  if (isCheck) {
    if (stale.length + extra.length > 0) process.exitCode = 1;
    return;
  }
  for (const [path, text] of stale) {
    mkdirSync(dirname(join(DOCS, path)), { recursive: true });
    writeFileSync(join(DOCS, path), text);
  }
  for (const file of extra) rmSync(join(DOCS, "reference", file));
}

function textOf(path: string): string | undefined {
  return existsSync(join(DOCS, path)) ? readFileSync(join(DOCS, path), "utf8") : undefined;
}

if (process.argv.includes("--screens")) {
  const script = join(__dirname, "..", "screens", "take-screens.ts");
  spawnSync(process.execPath, [...process.execArgv, script], { stdio: "inherit" });
}
writeDocs(process.argv.includes("--check")).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
