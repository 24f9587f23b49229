import { announceEngines, changesOf, forCli, forEachEngine, resourceIn } from "../../support/journey";
import { routesOf, writesAbout, writesOf } from "../../support/journey-requests";
import { inWorld, liveIds, vastProgram } from "../../support/journey-world";

announceEngines();

/** One machine for each option; \`image\` and \`label\` are what is edited. */
const program = (image: string, label: string): string => `
  const args = { image: "${image}", label: "${label}", search };
  const same = { image: "acme/same", search };
  class Group extends pulumi.ComponentResource {
    constructor(name) {
      super("my:index:Group", name);
      this.machine = new Instance("inside", same, { parent: this });
      this.registerOutputs({});
    }
  }
  const group = new Group("group");
  new Instance("after", same, { dependsOn: group });
  new Instance("first-gone", args, { deleteBeforeReplace: true });
  new Instance("ignoring", args, { ignoreChanges: ["image"] });
  new Instance("strict", { ...same, label: "${label}" }, { replaceOnChanges: ["label"] });
  new Instance("hushed", same, { additionalSecretOutputs: ["sshHost"] });
  new Instance("${image === "acme/one" ? "before" : "renamed"}", same, { aliases: [{ name: "before" }] });
`;

forEachEngine("the options of a resource do what they say", async (start) =>
  inWorld(start, { program: program("acme/one", "one") }, async ({ emulator, project, engine }) => {
    const up = await engine.up();
    expect(up.text).not.toContain("error");
    const rents = emulator.world.requests().filter(({ route }) => route === "asks.accept");
    const after = emulator.ledger().rentals.find(({ launchLabel }) => launchLabel?.startsWith("after-"));
    const inside = emulator.ledger().rentals.find(({ launchLabel }) => launchLabel?.startsWith("inside-"));
    expect(rents).toHaveLength(7);
    expect((after?.rentedAt ?? 0) - (inside?.rentedAt ?? 0)).toBeGreaterThan(500);
    const state = await engine.exportState();
    expect(resourceIn(state, "inside")["parent"]).toMatch(/::my:index:Group::group$/);
    const shown = JSON.stringify(resourceIn(state, "hushed")["outputs"]);
    expect(shown).toMatch(/"sshHost":\{"4dabf18193072939515e22adb298388d"/);

    project.edit(vastProgram(program("acme/two", "two")));
    const expected = [
      "create-replacement first-gone",
      "create-replacement strict",
      "delete-replaced first-gone",
      "delete-replaced strict",
      "replace first-gone",
      "replace strict",
      "update ignoring",
    ];
    expect(changesOf(await engine.preview()).toSorted()).toEqual(expected);
    emulator.world.clearRequests();
    expect(changesOf(await engine.up()).toSorted()).toEqual(expected);
    const writes = writesOf(emulator);
    expect(writesAbout(writes, "first-gone")).toEqual(["destroy", "rent", "label"]);
    expect(writesAbout(writes, "strict")).toEqual(["rent", "label", "destroy"]);
    expect(writesAbout(writes, "ignoring")).toEqual(["label"]);
    expect(emulator.ledger()).toMatchObject({ rented: 9, live: 7 });

    emulator.world.clearRequests();
    expect(changesOf(await engine.preview())).toEqual([]);
    expect(routesOf(emulator)).toEqual([]);
    const destroyed = changesOf(await engine.destroy());
    expect(destroyed.indexOf("delete after")).toBeLessThan(destroyed.indexOf("delete inside"));
    expect(emulator.ledger().live).toBe(0);
  }),
);

const guarded = (image: string): string => `
  new Instance("kept", { image: "${image}", search }, { protect: true });
  ${image === "acme/one" ? 'new Instance("left", { image: "acme/same", search }, { retainOnDelete: true });' : ""}
`;

forEachEngine(
  "a protected machine is neither replaced nor destroyed, a retained one is left",
  async (start) =>
    inWorld(start, { program: guarded("acme/one") }, async ({ emulator, project, engine }) => {
      await engine.up();
      const before = liveIds(emulator);
      project.edit(vastProgram(guarded("acme/two")));
      for (const result of [await engine.preview(), await engine.up(), await engine.destroy()]) {
        expect(result.ok).toBe(false);
        expect(result.text).toMatch(/protect/);
      }
      project.edit(vastProgram('new Instance("kept", { image: "acme/one", search }, { protect: false });'));
      expect((await engine.up()).ok).toBe(true);
      expect(liveIds(emulator)).toEqual(before);
      expect((await engine.destroy()).ok).toBe(true);
      const live = emulator.ledger().rentals.filter(({ destroyedAt }) => destroyedAt === null);
      expect(live.map(({ launchLabel }) => launchLabel?.replace(/-pvai-.*/, ""))).toEqual(["left"]);
    }),
);

forEachEngine(
  "a create that outlasts its customTimeouts fails, and the state knows its machine",
  async (start) =>
    inWorld(
      start,
      {
        program: `new Instance("slow", { image: "acme/one", search }, { customTimeouts: { create: "3s" } });`,
        emulator: { lifecycle: { loadSeconds: 3600 } },
      },
      async ({ emulator, engine }) => {
        const up = await engine.up();
        expect(up.ok).toBe(false);
        expect(up.text).toContain("[NOT_READY]");
        expect(resourceIn(await engine.exportState(), "slow")["id"]).toBe(liveIds(emulator)[0]);
        expect(emulator.ledger()).toMatchObject({ rented: 1, live: 1 });
        expect((await engine.destroy()).ok).toBe(true);
        expect(emulator.ledger().live).toBe(0);
      },
    ),
);

forCli("the import option is refused in words that say what to do instead", async (start) =>
  inWorld(
    start,
    { program: `new Instance("taken", { image: "acme/one", search }, { import: "20000001" });` },
    async ({ emulator, engine }) => {
      const preview = await engine.preview();
      expect(preview.ok).toBe(false);
      expect(preview.text).toContain('The Instance "taken" cannot be adopted with the `import` option');
      expect(preview.text).toContain('read what exists with `Instance.get("taken", id)`');
      expect(emulator.world.requests()).toEqual([]);
    },
  ),
);
