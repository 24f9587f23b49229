import { startEmulator, type Emulator, type EmulatorOptions } from "../../provider/emulator/start-emulator";
import type { Engine } from "./journey-engine";
import type { ProgramOptions, Project, StartProgram } from "./journey";

/** The account that journeys run with, and another whose key can be tried. */
export const ACCOUNTS = [
  { id: 4001, apiKey: "journey-key-of-4001" },
  { id: 4002, apiKey: "journey-key-of-4002" },
] as const;

/** Machines that load in half a second: quick enough for a test, slow enough to be seen loading. */
export const QUICK = { loadSeconds: 0.5, restartSeconds: 0.3, stopSeconds: 0.2 } as const;

/** A project, and the world that it sees. */
export interface Scene {
  readonly emulator: Emulator;
  readonly project: Project;
  readonly engine: Engine;
}

export interface SceneOptions {
  /** JavaScript behind `pulumi`, `Instance`, `Template` and `search`. */
  readonly program: string;
  readonly emulator?: EmulatorOptions;
  /** Of provider and emulator alike. Default 1. */
  readonly timeScale?: number;
  readonly project?: Partial<ProgramOptions>;
}

const HEAD = `
const pulumi = require("@pulumi/pulumi");
const { Instance, Template, getOffers } = require("pulumi-vastai");
const search = { filters: { numGpus: 1 } };
`;

/** The files of a project whose program is `program`. */
export function vastProgram(program: string): Record<string, string> {
  return { "index.js": HEAD + program };
}

/** Runs `work` in a world of its own. */
export async function inWorld(
  start: StartProgram,
  options: SceneOptions,
  work: (scene: Scene) => Promise<void>,
): Promise<void> {
  const { program, timeScale = 1 } = options;
  const emulator = await startEmulator({
    timeScale,
    accounts: ACCOUNTS,
    lifecycle: QUICK,
    ...options.emulator,
  });
  try {
    const project = start({
      emulatorUrl: emulator.url,
      apiKey: emulator.apiKey,
      timeScale,
      pacing: 0,
      ...options.project,
      files: { ...vastProgram(program), ...options.project?.files },
    });
    await work({ emulator, project, engine: project.engine });
  } finally {
    await emulator.close();
  }
}

/** The ids of the machines that are billed now, oldest first. */
export function liveIds(emulator: Emulator): string[] {
  return emulator
    .ledger()
    .rentals.filter(({ destroyedAt }) => destroyedAt === null)
    .map(({ instance }) => String(instance));
}
