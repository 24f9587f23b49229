import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { PROJECT } from "../house/project-files";

/** A folder with packages from the index, or the reason why there is none. */
export interface Installed {
  readonly folder: string;
  /** undefined where all is well */
  readonly failure?: string;
  readonly remove: () => void;
}

/** Words of npm for "the package index cannot be reached", which is no fault of the package. */
const NO_INDEX =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTCACHED|ENETUNREACH|E40[34]|ETARGET/;

function npm(folder: string, args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync("npm", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** Packs the package as it would be published. Needs a build. */
export function pack(): { readonly tarball: string; readonly remove: () => void } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pack-")));
  const packed = npm(PROJECT, ["pack", "--ignore-scripts", "--json", "--pack-destination", folder]);
  if (packed.status !== 0) throw new Error(`npm pack failed: ${packed.stderr}`);
  const name = /"filename": "([^"]+)"/.exec(packed.stdout)?.[1];
  if (name === undefined) throw new Error(`npm pack names no file: ${packed.stdout}`);
  return { tarball: join(folder, name), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Installs into an empty folder, from npm's cache where it can. Fails loudly unless the index cannot be reached. */
export function install(...packages: readonly string[]): Installed {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "installed-")));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  writeFileSync(join(folder, "package.json"), '{ "name": "consumer", "private": true }\n');
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock"];
  const done = npm(folder, ["install", ...flags, ...packages]);
  if (done.status === 0) return { folder, remove };
  remove();
  const code = NO_INDEX.exec(done.stderr)?.[0];
  if (code === undefined) throw new Error(`npm install ${packages.join(" ")} failed: ${done.stderr}`);
  return { folder, failure: `the package index gives ${code}`, remove };
}
