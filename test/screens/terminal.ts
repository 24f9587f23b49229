import { spawnSync } from "node:child_process";

import { systemClock } from "../../provider/wire/clock";

const HEIGHT = 60;
const LOOK_EVERY_MS = 100;
const LIMIT_MS = 120_000;
const PROMPT = "$ ";

/** A terminal in which commands are typed, as a person would. */
export class Terminal {
  private readonly clock = systemClock();

  constructor(
    private readonly socket: string,
    cwd: string,
    env: NodeJS.ProcessEnv,
    columns: number,
  ) {
    const shell = ["env", `PS1=${PROMPT}`, "bash", "--norc", "--noprofile"];
    const size = ["-x", String(columns), "-y", String(HEIGHT)];
    this.tmux(["-f", "/dev/null", "new-session", "-d", ...size, "-c", cwd, ...shell], env);
  }

  /** Clears the screen, types a command and waits until it begins to say something. */
  async type(command: string): Promise<void> {
    for (const line of ["clear", command]) {
      this.tmux(["send-keys", "-l", line]);
      this.tmux(["send-keys", "Enter"]);
      if (line === "clear") await this.until((screen) => screen === PROMPT.trim());
    }
    await this.until((screen) => screen.includes("\n"));
  }

  press(key: string): void {
    this.tmux(["send-keys", key]);
  }

  /** What the terminal shows. */
  screen(): string {
    const shown = this.tmux(["capture-pane", "-p"]);
    return shown
      .split("\n")
      .map((line) => line.trimEnd())
      .join("\n")
      .trimEnd();
  }

  /** Waits until the screen, or the world, is as wanted. */
  async until(isThere: (screen: string) => boolean): Promise<void> {
    const end = this.clock.now() + LIMIT_MS;
    while (!isThere(this.screen())) {
      if (this.clock.now() > end) throw new Error(`The screen never came:\n${this.screen()}`);
      await this.clock.sleep(LOOK_EVERY_MS);
    }
  }

  /** Waits until the command is done and gives what it left on the screen, without the prompt. */
  async result(): Promise<string> {
    await this.until((screen) => screen.split("\n").at(-1)?.trim() === PROMPT.trim());
    return this.screen().split("\n").slice(0, -1).join("\n").trimEnd();
  }

  close(): void {
    spawnSync("tmux", ["-L", this.socket, "kill-session"]);
  }

  private tmux(args: readonly string[], env: NodeJS.ProcessEnv = process.env): string {
    const done = spawnSync("tmux", ["-L", this.socket, ...args], { encoding: "utf8", env });
    if (done.status !== 0) throw new Error(`tmux ${args[0] ?? ""} failed: ${done.stderr}`);
    return done.stdout;
  }
}
