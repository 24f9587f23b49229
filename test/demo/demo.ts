import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { renderLedger, startEmulator, type Emulator } from "../../provider/emulator/start-emulator";
import { findPulumiCli, startProgram, type PhaseResult, type Project } from "../support/journey";
import { narrate } from "./narrator";

const EXAMPLE = resolve(__dirname, "..", "..", "examples", "quickstart");
/** A preview may ask the service for 5 s of this time: on a busy machine a new process needs one of them to begin. */
const TIME_SCALE = 0.5;
const LOAD_SECONDS = 5;

/** A replacement is one of these, and two more that are its parts. */
const SHOWN_STEPS: readonly string[] = ["create", "update", "replace", "delete"];

type Phase = "preview" | "up" | "destroy";

/** The smallest example from its first preview to its destroy, on an emulated service. Nothing of it costs anything. */
async function demo(): Promise<boolean> {
  const cli = findPulumiCli();
  const emulator = await startEmulator({ timeScale: TIME_SCALE, lifecycle: { loadSeconds: LOAD_SECONDS } });
  const options = {
    emulatorUrl: emulator.url,
    apiKey: emulator.apiKey,
    timeScale: TIME_SCALE,
    // The types of the example are checked by `npm run lint`.
    env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
  };
  const project = startProgram({ folder: EXAMPLE, ...options }, cli);
  say("examples/quickstart on an emulated service, twice as fast as life.");
  say(
    cli === undefined
      ? "No Pulumi CLI was found, so the engine of the tests runs it: the same program and provider processes."
      : `Engine: the Pulumi CLI.`,
  );
  try {
    await play(new Stage(emulator, project));
  } catch (error) {
    say(`\n${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
  const ledger = emulator.ledger();
  say(`\nThe service's ledger\n${renderLedger(ledger)}`);
  project.close();
  await emulator.close();
  return ledger.live === 0 && ledger.rented > 0;
}

async function play(stage: Stage): Promise<void> {
  await stage.run("preview", "What would be rented?");
  const first = await stage.run("up", "Rent it.");
  say(`    reach it with: ${text(first, "sshCommand")}`);
  say(`    template hash: ${text(first, "hashId")}`);

  stage.edit('readme: "PyTorch with SSH"', 'readme: "PyTorch with SSH, for training runs"');
  const second = await stage.run("up", "Edit the template's readme: a new hash, the same machine.");
  say(`    template hash: ${text(first, "hashId")} -> ${text(second, "hashId")}`);

  stage.edit("pytorch:2.6.0-cuda12.6", "pytorch:2.7.1-cuda12.8");
  await stage.run("preview", "Edit the template's image: does that replace the machine?");
  const third = await stage.run("up", "Go on.");
  say(`    template hash: ${text(second, "hashId")} -> ${text(third, "hashId")}`);
  say(`    reach it with: ${text(third, "sshCommand")}`);

  await stage.run("destroy", "Give everything back.");
}

/** The project and the service that it runs on. */
class Stage {
  constructor(
    private readonly emulator: Emulator,
    private readonly project: Project,
  ) {}

  async run(phase: Phase, title: string): Promise<PhaseResult> {
    say(`\npulumi ${phase}  -  ${title}`);
    const quiet = narrate(this.emulator.world, (line) => say(`    service: ${line}`));
    const result = await this.project.engine.start(phase).result.finally(quiet);
    for (const { op, name, type } of result.steps) {
      if (SHOWN_STEPS.includes(op) && type.includes("vastai"))
        say(`    ${op} ${type.split(":").at(-1) ?? ""} "${name}"`);
    }
    for (const { message, urn, ephemeral } of result.diagnostics) {
      if (ephemeral !== true && urn !== undefined && urn.includes("vastai")) say(`    ${message}`);
    }
    if (!result.ok) throw new Error(`pulumi ${phase} failed:\n${result.text}`);
    return result;
  }

  edit(before: string, after: string): void {
    const program = readFileSync(join(this.project.folder, "index.ts"), "utf8");
    if (!program.includes(before)) throw new Error(`The example no longer holds ${before}`);
    this.project.edit({ "index.ts": program.replace(before, after) });
  }
}

function text(result: PhaseResult, output: string): string {
  const value = result.outputs[output];
  if (typeof value !== "string") throw new Error(`The example gives no ${output}`);
  return value;
}

function say(line: string): void {
  console.log(line);
}

demo().then(
  (isClean) => {
    if (!isClean) process.exitCode = 1;
    say(
      process.exitCode === 1
        ? "\nThe demo did not end as it should."
        : "\nNothing is left running. The program that ran is examples/quickstart/index.ts.",
    );
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
