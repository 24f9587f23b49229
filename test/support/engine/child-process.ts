import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";

import { systemClock } from "../../../provider/wire/clock";
import { sendSignal } from "./send-signal";

/** Milliseconds that a process has between the signal to end and its death. */
const GRACE_MS = 5_000;

interface ChildOptions {
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  onLine: (stream: "stdout" | "stderr", line: string) => void;
}

/** A Node process of the engine's, in a process group of its own, whose output is read line by line. */
export class ChildProcess {
  /** The exit code; undefined when a signal ended it. */
  readonly exited: Promise<number | undefined>;
  private readonly child: ChildProcessByStdio<null, Readable, Readable>;
  private ended = false;

  constructor({ args, cwd, env, onLine }: ChildOptions) {
    this.child = spawn(process.execPath, args, {
      cwd,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    readLines(this.child.stdout, (line) => onLine("stdout", line));
    readLines(this.child.stderr, (line) => onLine("stderr", line));
    this.exited = new Promise((resolve, reject) => {
      this.child.once("error", reject);
      this.child.once("exit", () => (this.ended = true));
      this.child.once("close", (code) => resolve(code ?? undefined));
    });
  }

  /** The process id. */
  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Sends a signal to the whole group; a process that is gone is no error. */
  signal(name: NodeJS.Signals): void {
    const { pid } = this.child;
    if (pid !== undefined && !this.ended) sendSignal(-pid, name);
  }

  /** SIGINT, then SIGKILL five seconds later. Resolves when the process is gone. */
  async stop(): Promise<void> {
    this.signal("SIGINT");
    const stopWaiting = new AbortController();
    const grace = systemClock()
      .sleep(GRACE_MS, stopWaiting.signal)
      .then(
        () => this.signal("SIGKILL"),
        () => undefined,
      );
    await this.exited.catch(() => undefined);
    stopWaiting.abort();
    await grace;
  }

  kill(): void {
    this.signal("SIGKILL");
  }

  /** As the terminal that it runs in does when it is closed. */
  hangUp(): void {
    this.signal("SIGHUP");
    this.disown();
  }

  /** Closes our ends of its output, as the death of the engine would. */
  disown(): void {
    this.child.stdout.destroy();
    this.child.stderr.destroy();
    this.child.unref();
  }
}

function readLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(onLine);
  });
  stream.on("end", () => {
    if (rest !== "") onLine(rest);
  });
}
