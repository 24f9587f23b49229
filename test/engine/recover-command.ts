import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";

import { findSdk } from "../support/engine/sdk-path";
import { findPulumiCli, type Engine, type Project } from "../support/journey";

const COMMAND = resolve(__dirname, "..", "..", "dist", "cli", "main.js");

/**
 * Replaces the `pulumi` command on the test engine's state: as far as `recover` uses it, and with what the real one
 * was seen to do. An import drops what is pending; a locked stack refuses it.
 */
const STAND_IN = `#!/usr/bin/env node
const fs = require("fs");
const { STATE_FILE, LOCK_FILE } = process.env;
const [first, second] = process.argv.slice(2);
const fail = (text) => { console.error("error: " + text); process.exit(255); };
if (first === "config") console.log("{}");
else if (first === "stack" && second.startsWith("--")) console.log("Current stack is test:");
else if (first === "stack" && second === "export") process.stdout.write(fs.readFileSync(STATE_FILE, "utf8"));
else if (first === "stack" && second === "import") {
  const state = JSON.parse(fs.readFileSync(0, "utf8"));
  if (fs.existsSync(LOCK_FILE)) fail("could not import deployment: the stack is currently locked by 1 lock(s).");
  state.deployment.pending_operations = [];
  fs.writeFileSync(STATE_FILE, JSON.stringify(state));
  console.log("Import complete.");
} else fail("unknown command " + first + " " + second);
`;

/** How a run of the command ended. */
export interface Ran {
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
}

/** A project's stack, as a person at its terminal has it. */
export interface Terminal {
  readonly recover: (args: readonly string[], env?: Record<string, string>) => Promise<Ran>;
  /** An update that died holding the stack; on the CLI that is what a kill leaves anyway. */
  readonly lock: () => void;
}

/** The command's environment is the journey's own, so that it works on the same stack. */
export function terminalOf(
  project: Project,
  kind: Engine["kind"],
  settings: Record<string, string>,
): Terminal {
  const root = dirname(project.folder);
  const lockFile = join(root, "locked");
  const shared = { HOME: join(root, "home"), PATH: process.env["PATH"] ?? "", ...settings };
  const env = kind === "test engine" ? standIn(root, lockFile, shared) : commandLine(project, root, shared);
  return {
    recover: (args, more = {}) => run(["recover", ...args], project.folder, { ...env, ...more }),
    lock: () => writeFileSync(lockFile, ""),
  };
}

function standIn(root: string, lockFile: string, env: Record<string, string>): Record<string, string> {
  const bin = join(root, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "pulumi"), STAND_IN, { mode: 0o755 });
  return {
    ...env,
    PATH: [bin, dirname(process.execPath), env["PATH"]].join(delimiter),
    STATE_FILE: join(root, "state.json"),
    LOCK_FILE: lockFile,
  };
}

function commandLine(project: Project, root: string, env: Record<string, string>): Record<string, string> {
  return {
    ...env,
    PATH: [dirname(findPulumiCli() ?? ""), findSdk(project.folder), env["PATH"]].join(delimiter),
    PULUMI_BACKEND_URL: `file://${join(root, "backend")}`,
    PULUMI_HOME: join(root, "home"),
    PULUMI_CONFIG_PASSPHRASE: "journey",
  };
}

function run(args: readonly string[], cwd: string, env: Record<string, string>): Promise<Ran> {
  return new Promise((settle, reject) => {
    const child = spawn(process.execPath, [COMMAND, ...args], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (errors += chunk));
    child.once("error", reject);
    child.once("close", (exitCode) => settle({ exitCode, output, errors }));
  });
}
