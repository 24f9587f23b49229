import { announceEngines, changesOf, pendingIn, resourceIn } from "../support/journey";
import { HEAD, killedUp, live, machinesIn, ONE, recoverCase, SECRET, stateOf } from "./recover-scene";

announceEngines();

const TWO = `
  const base = new Template("base", { image: "a/b", env });
  const parent = new pulumi.ComponentResource("my:x:Group", "group");
  new Instance("one", { template: base, search, env }, { parent });
  new Instance("two", { image: "c/d", search, label: "my two" });
`;

recoverCase(
  "machines of an up that was killed go into the state, the next up resumes them, and the preview after it is clean",
  TWO,
  async ({ emulator, project, terminal }) => {
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
  },
);

recoverCase(
  "with --destroy the ledger and the state are empty",
  ONE,
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
);

recoverCase(
  "a replacement that was killed takes the place of the machine before it",
  ONE,
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
);

recoverCase(
  "a locked stack, and a key of another account, stop it with nothing changed",
  ONE,
  async ({ emulator, project, terminal, kind }) => {
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
    expect(silent.errors).toContain("Check with --dry-run, then pass --yes.");
    expect(await stateOf(engine)).toBe(before);
    expect(emulator.ledger()).toMatchObject({ rented: 2, live: 2 });
  },
);

recoverCase(
  "an orphan that stopped the next up is taken in by recover, as its error says",
  ONE,
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
);

recoverCase(
  "an orphaned machine is listed, and destroyed only when it is named",
  ONE,
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
);
