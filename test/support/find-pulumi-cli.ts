import { accessSync, constants, existsSync, readdirSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";

/** The `pulumi` binary: on PATH, else the newest that the `pulumi` npm package keeps in its cache. Undefined when there is none. */
export function findPulumiCli(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const onPath = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const home = env["PULUMI_HOME"] ?? join(env["HOME"] ?? homedir(), ".pulumi");
  const versions = join(home, "versions");
  const cached = existsSync(versions)
    ? readdirSync(versions)
        .toSorted((left, right) => right.localeCompare(left, "en", { numeric: true }))
        .map((version) => join(versions, version, "bin"))
    : [];
  return [...onPath, ...cached].map((folder) => join(folder, "pulumi")).find(isWholeCli);
}

/** A wrapper that would first download the CLI has no language host next to it. */
function isWholeCli(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    accessSync(join(dirname(realpathSync(path)), "pulumi-language-nodejs"), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
