import { spawn, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

import { isProvider } from "./engine/is-provider";
import { findSdk } from "./engine/sdk-path";
import { sendSignal } from "./engine/send-signal";
import {
  isMap,
  mapProperties,
  propertyMap,
  SECRET,
  SIGNATURE_KEY,
  type PropertyMap,
} from "./engine/property-values";
import type { Engine, PhaseName, PhaseOptions, PhaseResult, RunningPhase } from "./journey-engine";
import { eventsOf, type CliEvents } from "./pulumi-cli-events";

export interface PulumiCliOptions {
  /** The `pulumi` binary. */
  cli: string;
  projectFolder: string;
  stack: string;
  organization: string;
  env: NodeJS.ProcessEnv;
  /** A folder for the backend, the CLI's home and the event logs. */
  workFolder: string;
}

/** The real engine, through its command line and a backend in a folder. */
export class PulumiCli implements Engine {
  readonly kind = "pulumi CLI";
  /** The environment that its commands run in. */
  readonly env: NodeJS.ProcessEnv;
  private runs = 0;

  constructor(private readonly options: PulumiCliOptions) {
    const { cli, workFolder, projectFolder, env } = options;
    const backend = join(workFolder, "backend");
    mkdirSync(backend, { recursive: true });
    this.env = {
      ...env,
      PATH: [dirname(cli), findSdk(projectFolder), env["PATH"] ?? ""].join(delimiter),
      PULUMI_BACKEND_URL: `file://${backend}`,
      PULUMI_HOME: join(workFolder, "home"),
      PULUMI_CONFIG_PASSPHRASE: "journey",
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DEBUG_COMMANDS: "true",
    };
    this.command(["stack", "init", options.stack]);
  }

  preview(options?: PhaseOptions): Promise<PhaseResult> {
    return this.start("preview", options).result;
  }

  up(options?: PhaseOptions): Promise<PhaseResult> {
    return this.start("up", options).result;
  }

  refresh(options?: PhaseOptions): Promise<PhaseResult> {
    return this.start("refresh", options).result;
  }

  destroy(options?: PhaseOptions): Promise<PhaseResult> {
    return this.start("destroy", options).result;
  }

  start(phase: PhaseName, options: PhaseOptions = {}): RunningPhase {
    const log = join(this.options.workFolder, `events-${(this.runs += 1)}.jsonl`);
    const child = spawn(this.options.cli, [phase, ...flags(phase, options), "--event-log", log], {
      cwd: this.options.projectFolder,
      env: this.env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    const seen = new Set<number>();
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    const exited = new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", resolve);
    });
    return {
      result: exited.then((exitCode) => this.conclude(phase, exitCode, text, eventsOf(log))),
      interrupt: () => void child.kill("SIGINT"),
      killEngine: () => {
        for (const pid of treeOf(child.pid)) seen.add(pid);
        child.kill("SIGKILL");
      },
      killAll: () => {
        for (const pid of [...seen, ...treeOf(child.pid)]) sendSignal(pid, "SIGKILL");
      },
      hangUp: () => {
        for (const pid of treeOf(child.pid)) seen.add(pid);
        for (const pid of seen) sendSignal(pid, "SIGHUP");
        child.stdout.destroy();
        child.stderr.destroy();
      },
      killProvider: () => {
        for (const pid of treeOf(child.pid).filter(isProvider)) sendSignal(pid, "SIGKILL");
      },
      isStopping: () => text.includes("^C received"),
      pids: () => [...seen, ...treeOf(child.pid)],
    };
  }

  exportState(): Promise<PropertyMap> {
    return Promise.resolve(parseObject(this.command(["stack", "export"])));
  }

  importState(exported: PropertyMap): Promise<void> {
    this.command(["stack", "import"], JSON.stringify(exported));
    return Promise.resolve();
  }

  setConfig(key: string, value: string, { secret = false }: { secret?: boolean } = {}): Promise<void> {
    this.command(["config", "set", key, secret ? "--secret" : "--plaintext", "--", value]);
    return Promise.resolve();
  }

  unlock(): Promise<void> {
    this.command(["cancel", "--yes"]);
    return Promise.resolve();
  }

  private conclude(phase: PhaseName, exitCode: number | null, text: string, events: CliEvents): PhaseResult {
    const { steps, diagnostics } = events;
    const outputs = phase === "preview" || exitCode === null ? hideSecrets(events.outputs) : this.outputs();
    return { ok: exitCode === 0, exitCode, steps, diagnostics, text, outputs };
  }

  private outputs(): PropertyMap {
    return parseObject(this.command(["stack", "output", "--json", "--show-secrets"]));
  }

  private command(args: string[], input = ""): string {
    const { cli, projectFolder, stack } = this.options;
    const onStack = args[0] === "cancel" ? ["--stack", stack] : [];
    const done = spawnSync(cli, [...args.slice(0, 1), ...onStack, "--non-interactive", ...args.slice(1)], {
      cwd: projectFolder,
      env: this.env,
      encoding: "utf8",
      input,
      maxBuffer: 1 << 28,
    });
    if (done.status !== 0) throw new Error(`pulumi ${args.slice(0, 2).join(" ")} failed: ${done.stderr}`);
    return done.stdout;
  }
}

function flags(phase: PhaseName, options: PhaseOptions): string[] {
  return [
    "--non-interactive",
    ...(phase === "preview" ? [] : ["--yes", "--skip-preview"]),
    ...(options.parallel === undefined ? ["--parallel", "16"] : ["--parallel", String(options.parallel)]),
    ...(options.runProgram === true ? ["--run-program"] : []),
    ...(options.plan === undefined ? [] : [phase === "preview" ? "--save-plan" : "--plan", options.plan]),
    ...(phase === "refresh" && options.clearPendingCreates === true ? ["--clear-pending-creates"] : []),
  ];
}

function hideSecrets(outputs: PropertyMap): PropertyMap {
  return mapProperties(outputs, (value) =>
    isMap(value) && value[SIGNATURE_KEY] === SECRET ? "[secret]" : value,
  );
}

function parseObject(text: string): PropertyMap {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== "object" || parsed === null) throw new Error("Expected a JSON object");
  return propertyMap(parsed);
}

/** The process and everything below it, as long as it has not been left behind. */
function treeOf(root: number | undefined): number[] {
  const table = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).stdout;
  const rows = table.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const tree = new Set([root]);
  for (let size = 0; size !== tree.size;) {
    size = tree.size;
    for (const [pid, parent] of rows) if (pid !== undefined && tree.has(parent)) tree.add(pid);
  }
  return [...tree].filter((pid) => pid !== undefined);
}
