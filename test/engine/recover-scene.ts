import { startEmulator, type Emulator } from "../../provider/emulator/start-emulator";
import { resourcesIn, type Project, type StartProgram } from "../support/journey";
import type { Engine } from "../support/journey-engine";
import { until } from "../support/until";
import { terminalOf, type Terminal } from "./recover-command";

/** In no text that anybody reads. */
export const SECRET = "planted-secret-value";
/** What every program begins with. */
export const HEAD = `
  const pulumi = require("@pulumi/pulumi");
  const { Instance, Template } = require("pulumi-vastai");
  const search = { filters: { numGpus: 1 } };
  const env = { TOKEN: pulumi.secret("${SECRET}") };
`;
const TIME_SCALE = 0.2;

/** One world, one project in it, and the terminal of whoever works on it. */
export async function inWorld(
  start: StartProgram,
  kind: Engine["kind"],
  program: string,
  work: (scene: { emulator: Emulator; project: Project; terminal: Terminal }) => Promise<void>,
): Promise<void> {
  const emulator = await startEmulator({
    timeScale: TIME_SCALE,
    accounts: [
      { id: 4001, apiKey: "emulator-key", sshKeys: ["ssh-ed25519 AAAA"] },
      { id: 4002, apiKey: "another-key" },
    ],
  });
  try {
    const { url: emulatorUrl, apiKey } = emulator;
    const project = start({
      files: { "index.js": HEAD + program },
      emulatorUrl,
      apiKey,
      timeScale: TIME_SCALE,
      pacing: 0,
    });
    const terminal = terminalOf(project, kind, {
      VAST_URL: emulatorUrl,
      VAST_API_KEY: apiKey,
      VASTAI_TIME_SCALE: String(TIME_SCALE),
      VASTAI_PACING: "0",
    });
    await work({ emulator, project, terminal });
  } finally {
    await emulator.close();
  }
}

/** An up that is killed, engine and provider, as soon as so many machines are rented. */
export async function killedUp({ engine }: Project, emulator: Emulator, rented: number): Promise<void> {
  const running = engine.start("up");
  await until(() => emulator.ledger().rented >= rented);
  running.killAll();
  await running.result;
}

/** The ids of the machines that are billed. */
export const live = (emulator: Emulator): string[] =>
  emulator
    .ledger()
    .rentals.filter(({ destroyedAt }) => destroyedAt === null)
    .map(({ instance }) => String(instance));

/** The state as a text, without what the test engine encrypts anew at every look. */
export const stateOf = async (engine: Engine): Promise<string> =>
  // An engine writes its state anew also where nothing has changed.
  JSON.stringify(await engine.exportState(), (name, value: unknown) =>
    name === "ciphertext" || name === "time" ? "" : value,
  );

const MACHINE = "pulumi-nodejs:dynamic/vastai:Instance";

/** The ids of the machines that the state holds. */
export const machinesIn = async (engine: Engine): Promise<unknown[]> =>
  resourcesIn(await engine.exportState())
    .filter(({ type }) => type === MACHINE)
    .map(({ id }) => id);
