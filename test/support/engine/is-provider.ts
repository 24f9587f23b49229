import { readFileSync } from "node:fs";

/** Of the processes of a phase, those that run the provider; the others may outlive a killed engine. */
export function isProvider(pid: number): boolean {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, "utf8").includes("dynamic-provider");
  } catch {
    return false;
  }
}
