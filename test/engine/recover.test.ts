import { startEmulator, type Emulator } from "../../provider/emulator/start-emulator";
import {
  announceEngines,
  changesOf,
  forEachEngine,
  pendingIn,
  resourceIn,
  resourcesIn,
  type Project,
  type StartProgram,
} from "../support/journey";
import type { Engine } from "../support/journey-engine";
import { until } from "../support/until";
import { terminalOf, type Terminal } from "./recover-command";

announceEngines();

const SECRET = "planted-secret-value";
const HEAD = `
  const pulumi = require("@pulumi/pulumi");
  const { Instance, Template } = require("pulumi-vastai");
  const search = { filters: { numGpus: 1 } };
  const env = { TOKEN: pulumi.secret("${SECRET}") };
`;
const TIME_SCALE = 0.2;

/** One world, one project in it, and the terminal of whoever works on it. */
async function inWorld(
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
async function killedUp({ engine }: Project, emulator: Emulator, rented: number): Promise<void> {
  const running = engine.start("up");
  await until(() => emulator.ledger().rented >= rented);
  running.killAll();
  await running.result;
}

const live = (emulator: Emulator): string[] =>
  emulator
    .ledger()
    .rentals.filter(({ destroyedAt }) => destroyedAt === null)
    .map(({ instance }) => String(instance));

/** The state as a text, without what the test engine encrypts anew at every look. */
const stateOf = async (engine: Engine): Promise<string> =>
  JSON.stringify(await engine.exportState(), (name, value: unknown) => (name === "ciphertext" ? "" : value));

const MACHINE = "pulumi-nodejs:dynamic/vastai:Instance";
const machinesIn = async (engine: Engine): Promise<unknown[]> =>
  resourcesIn(await engine.exportState())
    .filter(({ type }) => type === MACHINE)
    .map(({ id }) => id);

const TWO = `
  const base = new Template("base", { image: "a/b", env });
  const parent = new pulumi.ComponentResource("my:x:Group", "group");
  new Instance("one", { template: base, search, env }, { parent });
  new Instance("two", { image: "c/d", search, label: "my two" });
`;

forEachEngine(
  "machines of an up that was killed go into the state, the next up resumes them, and the preview after it is clean",
  async (start, kind) =>
    inWorld(start, kind, TWO, async ({ emulator, project, terminal }) => {
      const { engine } = project;
      await killedUp(project, emulator, 2);
      await engine.unlock();
      const before = await stateOf(engine);
      expect(pendingIn(await engine.exportState())).toHaveLength(2);

      emulator.world.clearRequests();
      const look = await terminal.recover(["--dry-run", "--json"]);
      expect(look).toMatchObject({ exitCode: 0, errors: "" });
      expect(JSON.parse(look.output)).toMatchObject({
        account: 4001,
        found: live(emulator).map(() => ({ matchedBy: "token", action: "keep" })),
      });
      expect(await stateOf(engine)).toBe(before);
      expect(emulator.world.requests().filter(({ method }) => method !== "GET")).toEqual([]);

      const done = await terminal.recover(["--yes"]);
      expect(done).toMatchObject({ exitCode: 0, errors: "" });
      expect((await machinesIn(engine)).toSorted()).toEqual(live(emulator).toSorted());
      expect(pendingIn(await engine.exportState())).toEqual([]);
      expect(JSON.stringify(await engine.exportState()) + done.output + look.output).not.toContain(SECRET);

      const up = await engine.up();
      expect(changesOf(up).toSorted()).toEqual(["update one", "update two"]);
      expect(changesOf(await engine.preview())).toEqual([]);
      expect(resourceIn(await engine.exportState(), "two")["outputs"]).toMatchObject({ label: "my two" });
      expect(emulator.ledger()).toMatchObject({ rented: 2, live: 2 });
      await engine.destroy();
      expect(emulator.ledger().live).toBe(0);
    }),
);

forEachEngine("with --destroy the ledger and the state are empty", async (start, kind) =>
  inWorld(
    start,
    kind,
    `new Instance("one", { image: "a/b", search });`,
    async ({ emulator, project, terminal }) => {
      await killedUp(project, emulator, 1);
      await project.engine.unlock();
      expect(await terminal.recover(["--destroy", "--yes"])).toMatchObject({ exitCode: 0, errors: "" });
      expect(emulator.ledger()).toMatchObject({ rented: 1, live: 0 });
      expect(await machinesIn(project.engine)).toEqual([]);
      expect(pendingIn(await project.engine.exportState())).toEqual([]);
      expect((await terminal.recover(["--yes"])).output).toContain(
        "No creation of this package was interrupted",
      );
    },
  ),
);

forEachEngine("a replacement that was killed takes the place of the machine before it", async (start, kind) =>
  inWorld(
    start,
    kind,
    `new Instance("one", { image: "a/b", search });`,
    async ({ emulator, project, terminal }) => {
      const { engine } = project;
      expect((await engine.up()).ok).toBe(true);
      const [old] = live(emulator);
      project.edit({ "index.js": `${HEAD} new Instance("one", { image: "c/d", search });` });
      await killedUp(project, emulator, 2);
      await engine.unlock();
      const done = await terminal.recover(["--yes"]);
      expect(done).toMatchObject({ exitCode: 0, errors: "" });
      expect(done.output).toContain(`the next up deletes instance ${String(old)}, which it replaces`);
      expect((await engine.up()).ok).toBe(true);
      expect(changesOf(await engine.preview())).toEqual([]);
      expect(emulator.ledger()).toMatchObject({ rented: 2, live: 1 });
      expect(live(emulator)).not.toContain(old);
      expect(await machinesIn(engine)).toEqual(live(emulator));
    },
  ),
);

forEachEngine(
  "a locked stack, and a key of another account, stop it with nothing changed",
  async (start, kind) =>
    inWorld(
      start,
      kind,
      `new Instance("one", { image: "a/b", search });`,
      async ({ emulator, project, terminal }) => {
        const { engine } = project;
        expect((await engine.up()).ok).toBe(true);
        project.edit({
          "index.js": `${HEAD} for (const name of ["one", "two"]) new Instance(name, { image: "a/b", search });`,
        });
        await killedUp(project, emulator, 2);
        if (kind === "test engine") terminal.lock();
        const before = await stateOf(engine);
        for (const args of [["--yes"], ["--destroy", "--yes"]]) {
          const { exitCode, errors } = await terminal.recover(args);
          expect(exitCode).toBe(1);
          expect(errors).toMatch(/^The stack is locked\. Nothing was changed\..*pulumi cancel/);
        }
        const wrong = await terminal.recover(["--destroy", "--yes"], { VAST_API_KEY: "another-key" });
        expect(wrong.exitCode).toBe(1);
        expect(wrong.errors).toContain("belongs to account 4001");
        const silent = await terminal.recover([]);
        expect(silent.errors).toContain("Look with --dry-run, then pass --yes.");
        expect(await stateOf(engine)).toBe(before);
        expect(emulator.ledger()).toMatchObject({ rented: 2, live: 2 });
      },
    ),
);

forEachEngine(
  "a creation without a trace is cleared only on the account that is confirmed to be its own",
  async (start, kind) =>
    inWorld(
      start,
      kind,
      `new Instance("one", { image: "a/b", search });`,
      async ({ emulator, project, terminal }) => {
        const { engine } = project;
        emulator.faults.order({ kind: "hang", seconds: 60, match: { endpoint: "offers.search" } });
        const running = engine.start("up");
        await until(() => emulator.world.requests().some(({ route }) => route === "offers.search"));
        running.killAll();
        await running.result;
        await engine.unlock();
        const quick = { VASTAI_TIME_SCALE: "0.02" };
        for (const [key, account] of [
          ["emulator-key", "4001"],
          ["another-key", "4002"],
        ] as const) {
          const env = { ...quick, VAST_API_KEY: key };
          const undecided = await terminal.recover(["--yes"], env);
          expect(undecided.exitCode).toBe(1);
          expect(undecided.errors).toContain(`Say that it is the right one with --account ${account}`);
        }
        const other = await terminal.recover(["--yes", "--account", "4001"], { VAST_API_KEY: "another-key" });
        expect(other.errors).toContain("is of account 4002");
        expect(pendingIn(await engine.exportState())).toHaveLength(1);
        const done = await terminal.recover(["--yes", "--account", "4001"], quick);
        expect(done.exitCode).toBe(0);
        expect(done.output).toContain("Cleared 1 pending operation.");
        expect(pendingIn(await engine.exportState())).toEqual([]);
      },
    ),
);

forEachEngine(
  "an orphan that stopped the next up is taken in by recover, as its error says",
  async (start, kind) =>
    inWorld(
      start,
      kind,
      `new Instance("one", { image: "a/b", search });`,
      async ({ emulator, project, terminal }) => {
        const { engine } = project;
        await killedUp(project, emulator, 1);
        await engine.unlock();
        const stopped = await engine.up();
        expect(stopped.ok).toBe(false);
        expect(stopped.text).toContain("npx pulumi-vastai recover");
        expect((await terminal.recover(["--yes"])).exitCode).toBe(0);
        expect((await engine.up()).ok).toBe(true);
        expect(changesOf(await engine.preview())).toEqual([]);
        expect(emulator.ledger()).toMatchObject({ rented: 1, live: 1 });
      },
    ),
);

forEachEngine("a stray machine is listed, and destroyed only when it is named", async (start, kind) =>
  inWorld(
    start,
    kind,
    `new Instance("one", { image: "a/b", search });`,
    async ({ emulator, project, terminal }) => {
      const { engine } = project;
      expect((await engine.up()).ok).toBe(true);
      const [id = ""] = live(emulator);
      const state = await engine.exportState();
      await engine.importState({ version: 3, deployment: { manifest: {}, resources: [] } });
      expect((await terminal.recover(["--yes", "--destroy"])).output).toContain(
        `left alone; --destroy-id ${id}`,
      );
      expect(emulator.ledger().live).toBe(1);
      await engine.importState(state);
      const known = await terminal.recover(["--yes", "--destroy-id", id]);
      expect(known).toMatchObject({ exitCode: 1 });
      expect(known.errors).toContain("it is in the state as");
      await engine.importState({ version: 3, deployment: { manifest: {}, resources: [] } });
      expect((await terminal.recover(["--yes", "--destroy-id", id])).exitCode).toBe(0);
      expect(emulator.ledger().live).toBe(0);
    },
  ),
);
