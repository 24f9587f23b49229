import { startEmulator, type Emulator } from "../../provider/emulator/start-emulator";
import { forEachEngine, resourcesIn, type PhaseResult, type Project } from "../support/journey";
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

/** A stack after trouble, and the terminal of whoever works on it. */
interface RecoverScene {
  readonly emulator: Emulator;
  readonly project: Project;
  readonly terminal: Terminal;
  readonly kind: Engine["kind"];
}

/** A program of one machine. */
export const ONE = 'new Instance("one", { image: "a/b", search });';

/** Registers a case for each engine, with one world and one project in it. */
export function recoverCase(
  name: string,
  program: string,
  work: (scene: RecoverScene) => Promise<void>,
): void {
  forEachEngine(name, async (start, kind) => {
    const emulator = await startEmulator({
      timeScale: TIME_SCALE,
      accounts: [
        { id: 4001, apiKey: "emulator-key", sshKeys: ["ssh-ed25519 AAAA"] },
        { id: 4002, apiKey: "another-key" },
      ],
    });
    try {
      const { url: emulatorUrl, apiKey } = emulator;
      const world = { emulatorUrl, apiKey, timeScale: TIME_SCALE, pacing: 0 };
      const project = start({ files: { "index.js": HEAD + program }, ...world });
      const terminal = terminalOf(project, kind, {
        VAST_URL: emulatorUrl,
        VAST_API_KEY: apiKey,
        VASTAI_TIME_SCALE: String(TIME_SCALE),
        VASTAI_PACING: "0",
      });
      await work({ emulator, project, terminal, kind });
    } finally {
      await emulator.close();
    }
  });
}

/** An up that is killed, engine and provider, as soon as so many machines are rented. */
export async function killedUp({ engine }: Project, emulator: Emulator, rented: number): Promise<void> {
  const running = engine.start("up");
  await until(() => emulator.ledger().rented >= rented);
  running.killAll();
  await running.result;
}

/** An up whose provider alone is killed as soon as a machine is rented. */
export async function upWithoutProvider({ engine }: Project, emulator: Emulator): Promise<PhaseResult> {
  const running = engine.start("up");
  await until(() => emulator.ledger().rented >= 1);
  running.killProvider();
  return running.result;
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
