import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";

/** The folder of the whole project. */
export const PROJECT = resolve(__dirname, "..", "..");

/** What is built, installed or left by a run, and belongs to no commit. */
const NOT_OURS = ["node_modules", "dist", "coverage", ".git", ".pulumi-state"];

/** Every file of the project under `folder`, as paths from the project's own. */
export function projectFiles(folder = ""): string[] {
  return readdirSync(join(PROJECT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.includes(entry.name) ? [] : projectFiles(path);
    return entry.isFile() ? [path] : [];
  });
}
