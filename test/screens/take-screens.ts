import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { startEmulator, type PartialOffer } from "../../provider/emulator/start-emulator";
import { findPulumiCli, startProgram } from "../support/journey";
import { PulumiCli } from "../support/pulumi-cli";
import { SCENES, WIDTHS, type Scene } from "./scenes";
import { Terminal } from "./terminal";

const ROOT = resolve(__dirname, "..", "..");
const TIME_SCALE = 0.25;

/** Machines of one model in three places, the last two with two GPUs. */
const OFFERS: readonly PartialOffer[] = Array.from({ length: 14 }, (_, index) => ({
  gpu_name: "RTX 4090",
  gpu_ram: 24_564,
  num_gpus: index < 12 ? 1 : 2,
  dph_base: 0.31 + index / 100,
  machine_id: 20_001 + index,
  reliability: 0.99,
  disk_space: 500,
  geolocation: ["Sweden, SE", "Texas, US", "Japan, JP"][index % 3] ?? "Sweden, SE",
}));

async function take(scene: Scene, columns: number, cli: string): Promise<void> {
  const emulator = await startEmulator({ timeScale: TIME_SCALE, offers: OFFERS });
  const project = startProgram(
    {
      folder: join(ROOT, "examples", scene.example),
      // As in the README: a long name of a stack would leave the rows of a narrow terminal no room.
      files: { "Pulumi.yaml": "name: gpus\nruntime: nodejs\n" },
      stack: "dev",
      emulatorUrl: emulator.url,
      apiKey: emulator.apiKey,
      timeScale: TIME_SCALE,
    },
    cli,
  );
  if (!(project.engine instanceof PulumiCli)) throw new Error("The screens need the Pulumi CLI");
  const terminal = new Terminal(`screens-${process.pid}`, project.folder, { ...project.engine.env }, columns);
  try {
    const shown = await scene.play(terminal, emulator);
    const text = shown.replaceAll(project.folder, `~/${scene.example}`);
    const file = join("docs", "screens", String(columns), `${scene.file}.txt`);
    writeFileSync(join(ROOT, file), `${scene.title}\n\n${text}\n`);
    console.log(file);
    await terminal.until((screen) => screen.endsWith("$"));
  } finally {
    terminal.close();
    await project.engine.destroy();
    project.close();
    await emulator.close();
  }
}

async function takeAll(): Promise<void> {
  const cli = findPulumiCli();
  const hasTmux = spawnSync("tmux", ["-V"]).status === 0;
  if (cli === undefined || !hasTmux) {
    const missing = [cli === undefined ? "the Pulumi CLI" : "", hasTmux ? "" : "tmux"].filter(
      (name) => name !== "",
    );
    console.log(`The screens are left as they are: ${missing.join(" and ")} cannot be found.`);
    return;
  }
  for (const columns of WIDTHS) {
    mkdirSync(join(ROOT, "docs", "screens", String(columns)), { recursive: true });
    for (const scene of SCENES) await take(scene, columns, cli);
  }
}

takeAll().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
