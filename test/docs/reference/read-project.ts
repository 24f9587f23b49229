import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { PROJECT } from "../../house/project-files";
import type { Project } from "./reflection";

/** The public entry points, first the package's own. */
export const ENTRY_POINTS = ["provider/index.ts", "provider/emulator/start-emulator.ts"] as const;

/**
 * The exports of the package with types and doc comments, as TypeDoc reads them. It is asked for JSON, in a process of
 * its own: it is an ES module, and the formatting of the pages is ours.
 */
export function readProject(): Project {
  const folder = mkdtempSync(join(tmpdir(), "typedoc-"));
  try {
    const json = join(folder, "project.json");
    const read = spawnSync(
      process.execPath,
      [
        join(PROJECT, "node_modules", "typedoc", "bin", "typedoc"),
        ...["--options", join(PROJECT, "test", "docs", "reference", "typedoc.json")],
        ...ENTRY_POINTS.flatMap((path) => ["--entryPoints", join(PROJECT, path)]),
        ...["--tsconfig", join(PROJECT, "tsconfig.json"), "--json", json],
      ],
      { cwd: PROJECT, encoding: "utf8" },
    );
    if (read.status !== 0) throw new Error(`TypeDoc failed: ${read.stdout}${read.stderr}`);
    return JSON.parse(readFileSync(json, "utf8")) as Project;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
