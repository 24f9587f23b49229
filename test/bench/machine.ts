import { execFileSync } from "node:child_process";
import { cpus, loadavg, release, totalmem, type as systemName } from "node:os";
import { version as sdkVersion } from "@pulumi/pulumi/version";

/** What the figures were taken on. */
export interface MachineFacts {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  readonly sdk: string;
  /** undefined where none was found */
  readonly cli: string | undefined;
  /** Mean number of processes that wanted a core in the minute before. */
  readonly load: number;
}

export function machineFacts(cli: string | undefined): MachineFacts {
  const [first] = cpus();
  return {
    cpu: first?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${systemName()} ${release().split("-")[0] ?? ""}`.trim(),
    node: process.version,
    sdk: sdkVersion,
    cli: cli === undefined ? undefined : execFileSync(cli, ["version"], { encoding: "utf8" }).trim(),
    load: loadavg()[0] ?? 0,
  };
}
