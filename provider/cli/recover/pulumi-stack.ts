import { spawn } from "node:child_process";
import type { StackStore } from "../../lifecycle/recover/carry-out";
import { RecoverStop, type RecoverStopCode } from "../../lifecycle/recover/recover-stop";
import type { ReadConfig } from "../../lifecycle/settings/settings";

/** Which stack, and where its project is. */
export interface StackChoice {
  /** The project's folder. */
  readonly cwd: string;
  /** Default: the stack that is selected. */
  readonly stack?: string | undefined;
}

interface Ended {
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
}

/** A stack, through the `pulumi` command on PATH. Secrets travel through pipes only. */
export class PulumiStack implements StackStore {
  constructor(private readonly choice: StackChoice) {}

  async exportState(): Promise<string> {
    const { output } = await this.run(
      ["stack", "export"],
      "STATE_UNREADABLE",
      "The stack's state cannot be read",
    );
    return output;
  }

  async importState(text: string): Promise<void> {
    const ended = await this.start(["stack", "import"], text);
    if (ended.exitCode === 0) return;
    if (/locked|in progress|conflict/i.test(ended.errors)) {
      throw new RecoverStop(
        "STACK_LOCKED",
        `The stack is locked. Nothing was changed. If no pulumi command uses it any more, run \`pulumi cancel\`, ` +
          `then run this command again. The pulumi command said: ${said(ended)}`,
      );
    }
    throw new RecoverStop(
      "IMPORT_REFUSED",
      `The pulumi command did not accept the new state, and the stack's state is unchanged: ${said(ended)}`,
    );
  }

  /** The organization as the stack's programs see it: its owner at a Pulumi Cloud, and one fixed word on other backends. */
  async organization(): Promise<string> {
    const what = "Whose the stack is cannot be read";
    const { output } = await this.run(["stack"], "STATE_UNREADABLE", what);
    return /^\s*Owner:\s*(\S+)\s*$/m.exec(output)?.[1] ?? "organization";
  }

  /** The stack's configuration of our namespace, secrets decrypted. Read at once, so that later reads do not wait. */
  async readConfig(): Promise<ReadConfig> {
    const what = "The stack's configuration cannot be read, and the API key may be in it";
    const { output } = await this.run(["config", "--json"], "STATE_UNREADABLE", what);
    const listed: unknown = JSON.parse(output);
    const names = typeof listed === "object" && listed !== null ? Object.keys(listed) : [];
    const values = new Map<string, string>();
    for (const name of ["vastai:apiKey", "vastai:baseUrl", "vastai:pacing"].filter((one) =>
      names.includes(one),
    )) {
      const read = await this.run(["config", "get", name], "STATE_UNREADABLE", what);
      values.set(name, read.output.replace(/\r?\n$/, ""));
    }
    return (key) => values.get(`vastai:${key}`);
  }

  private async run(args: readonly string[], code: RecoverStopCode, what: string): Promise<Ended> {
    const ended = await this.start(args);
    if (ended.exitCode === 0) return ended;
    throw new RecoverStop(
      code,
      `${what}. Nothing was changed. Run the command in the project's folder or name it with --cwd, and name the stack with ` +
        `--stack. The pulumi command said: ${said(ended)}`,
    );
  }

  private async start(args: readonly string[], input = ""): Promise<Ended> {
    const { cwd, stack } = this.choice;
    const whole = [
      ...args,
      ...(stack === undefined ? [] : ["--stack", stack]),
      "--non-interactive",
      "--color",
      "never",
    ];
    return new Promise((resolve, reject) => {
      const child = spawn("pulumi", whole, {
        cwd,
        env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
      });
      const output: Buffer[] = [];
      const errors: Buffer[] = [];
      child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
      child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
      child.once("error", (error) => reject(missing(error, cwd)));
      // A command that ends before it has read everything says why on its own.
      child.stdin.on("error", () => undefined);
      child.once("close", (exitCode) =>
        resolve({
          exitCode,
          output: Buffer.concat(output).toString("utf8"),
          errors: Buffer.concat(errors).toString("utf8"),
        }),
      );
      child.stdin.end(input);
    });
  }
}

function said({ errors, exitCode }: Ended): string {
  const lines = errors
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("warning: removing pending operation"));
  return lines.length === 0
    ? `nothing (exit code ${String(exitCode)})`
    : lines.join(" ").replace(/^error: /, "");
}

function missing(error: Error, cwd: string): RecoverStop {
  return new RecoverStop(
    "CLI_MISSING",
    `The \`pulumi\` command cannot be started in ${cwd} (${error.message}). Nothing was changed. Install the Pulumi CLI, or put it on ` +
      "PATH; --cwd has to name a folder that exists.",
    error,
  );
}
