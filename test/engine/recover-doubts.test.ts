import { announceEngines, changesOf, pendingIn } from "../support/journey";
import { until } from "../support/until";
import { live, machinesIn, ONE, recoverCase, stateOf, upWithoutProvider } from "./recover-scene";

announceEngines();

recoverCase(
  "a creation without a trace is cleared only on the account that is confirmed to be its own",
  ONE,
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
      expect(undecided.errors).toContain(`Confirm that it is the right one with --account ${account}`);
    }
    const other = await terminal.recover(["--yes", "--account", "4001"], { VAST_API_KEY: "another-key" });
    expect(other.errors).toContain("is of account 4002");
    expect(pendingIn(await engine.exportState())).toHaveLength(1);
    const done = await terminal.recover(["--yes", "--account", "4001"], quick);
    expect(done.exitCode).toBe(0);
    expect(done.output).toContain("Cleared 1 pending operation.");
    expect(pendingIn(await engine.exportState())).toEqual([]);
  },
);

recoverCase(
  "kill -9 of the provider alone: recover leaves the machine to the next up, which adopts it",
  `const parent = new pulumi.ComponentResource("my:x:Group", "group");
      new Instance("one", { image: "a/b", search }, { parent });`,
  async ({ emulator, project, terminal }) => {
    const { engine } = project;
    expect((await upWithoutProvider(project, emulator)).ok).toBe(false);
    expect(pendingIn(await engine.exportState())).toEqual([]);
    expect(await machinesIn(engine)).toEqual([]);
    const [id = ""] = live(emulator);
    const before = await stateOf(engine);

    const shown = await terminal.recover(["--yes"]);
    expect(shown).toMatchObject({ exitCode: 0, errors: "" });
    expect(shown.output).toContain(
      `--adopt-id ${id} leaves it to the next up; --destroy-id ${id} destroys it`,
    );
    const stopped = await engine.up();
    expect(stopped.text).toContain("ORPHAN_FOUND");

    const adopted = await terminal.recover(["--yes", "--adopt-id", id]);
    expect(adopted).toMatchObject({ exitCode: 0, errors: "" });
    expect(adopted.output).toMatch(/Relabelled instance \d+ to "one-pvai-[0-9a-f]{12}-adpt[0-9a-z]{6}\.1"/);
    expect(await stateOf(engine)).toBe(before);
    expect((await engine.up()).ok).toBe(true);
    expect(await machinesIn(engine)).toEqual([id]);
    expect(changesOf(await engine.preview())).toEqual([]);
    expect(emulator.ledger()).toMatchObject({ rented: 1, live: 1 });
  },
);

recoverCase(
  "kill -9 of the provider alone, then recover --destroy: nothing is left",
  ONE,
  async ({ emulator, project, terminal }) => {
    await upWithoutProvider(project, emulator);
    expect(await terminal.recover(["--destroy", "--yes"])).toMatchObject({ exitCode: 0, errors: "" });
    expect(emulator.ledger()).toMatchObject({ rented: 1, live: 0 });
  },
);
