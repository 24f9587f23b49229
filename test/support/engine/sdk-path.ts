import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of the SDK that a project uses, found as Node finds it: upwards from the project. */
export function findSdk(projectFolder: string): string {
  const candidate = join(projectFolder, "node_modules", "@pulumi", "pulumi");
  if (existsSync(join(candidate, "package.json"))) return realpathSync(candidate);
  const parent = dirname(projectFolder);
  if (parent === projectFolder) throw new Error("Found no @pulumi/pulumi in or above the project folder");
  return findSdk(parent);
}
