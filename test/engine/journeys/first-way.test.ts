import { announceEngines, changesOf, forEachEngine, resourceIn } from "../../support/journey";
import { routesOf, writesOf } from "../../support/journey-requests";
import { inWorld, liveIds, vastProgram } from "../../support/journey-world";

announceEngines();

const program = (readme: string, image = "acme/trainer"): string => `
  const template = new Template("base", { image: "${image}", readme: "${readme}", runtype: "ssh", useSsh: true });
  const machine = new Instance("trainer", { template, search });
  exports.hashId = template.hashId;
  exports.templateId = template.id;
  exports.id = machine.id;
  exports.status = machine.actualStatus;
`;

forEachEngine(
  "a template and a machine: rented once, left alone by a text, replaced by an image that the preview named, given back",
  async (start) =>
    inWorld(start, { program: program("first") }, async ({ emulator, project, engine }) => {
      const proposed = await engine.preview();
      expect(changesOf(proposed).toSorted()).toEqual(["create base", "create trainer"]);
      expect(writesOf(emulator)).toEqual([]);
      const up = await engine.up();
      expect(up).toMatchObject({ ok: true, outputs: { id: liveIds(emulator)[0], status: "running" } });
      expect(writesOf(emulator).map(({ kind }) => kind)).toEqual(["templates.create", "rent"]);
      expect(emulator.ledger()).toMatchObject({ rented: 1, live: 1 });

      emulator.world.clearRequests();
      expect(changesOf(await engine.preview())).toEqual([]);
      expect(routesOf(emulator)).toEqual([]);

      project.edit(vastProgram(program("second")));
      expect(changesOf(await engine.preview())).toEqual(["update base"]);
      expect(routesOf(emulator)).toEqual([]);
      const edited = await engine.up();
      expect(changesOf(edited)).toEqual(["update base"]);
      expect(edited.outputs).toMatchObject({ id: up.outputs["id"], templateId: up.outputs["templateId"] });
      expect(edited.outputs["hashId"]).not.toBe(up.outputs["hashId"]);
      expect(writesOf(emulator).map(({ kind }) => kind)).toEqual(["templates.edit"]);

      project.edit(vastProgram(program("second", "acme/other")));
      emulator.world.clearRequests();
      const preview = await engine.preview();
      const replaced = [
        "create-replacement trainer",
        "delete-replaced trainer",
        "replace trainer",
        "update base",
      ];
      expect(changesOf(preview).toSorted()).toEqual(replaced);
      expect(preview.text).toContain(
        "Replaces the machine: template: the template now launches a different machine",
      );
      expect(writesOf(emulator)).toEqual([]);
      expect(changesOf(await engine.up()).toSorted()).toEqual(replaced);
      expect(writesOf(emulator).map(({ kind }) => kind)).toEqual(["templates.edit", "rent", "destroy"]);
      expect(emulator.ledger()).toMatchObject({ rented: 2, live: 1 });

      expect((await engine.destroy()).ok).toBe(true);
      expect(emulator.ledger()).toMatchObject({ rented: 2, live: 0 });
      expect(emulator.world.templates.all().filter(({ creatorId }) => creatorId === 4001)).toEqual([]);
    }),
);

forEachEngine("get reads a machine and a template that are there, and owns neither", async (start) =>
  inWorld(start, { program: program("first") }, async ({ emulator, project, engine }) => {
    const { outputs } = await engine.up();
    const [id = "", templateId = ""] = [outputs["id"], outputs["templateId"]].map(String);
    const other = start({
      files: vastProgram(`
        const template = Template.get("base", "${templateId}");
        const machine = Instance.get("trainer", "${id}");
        exports.shown = [template.image, template.hashId, machine.actualStatus, machine.instanceId];`),
      emulatorUrl: emulator.url,
      apiKey: emulator.apiKey,
      pacing: 0,
    });
    const got = await other.engine.up();
    expect(got.text).not.toContain("error");
    expect(got.outputs["shown"]).toEqual(["acme/trainer", outputs["hashId"], "running", Number(id)]);
    expect(resourceIn(await other.engine.exportState(), "trainer")).toMatchObject({ external: true, id });
    expect((await other.engine.destroy()).ok).toBe(true);
    expect(emulator.ledger()).toMatchObject({ rented: 1, live: 1 });

    other.edit(vastProgram(`Instance.get("trainer", "4711"); `));
    const missing = await other.engine.up();
    expect(missing).toMatchObject({ ok: false });
    expect(missing.text).toContain(
      "Instance 4711 does not exist in this account. Check the contract number and the API key.",
    );
    project.edit(vastProgram(""));
    expect((await engine.up()).ok).toBe(true);
    expect(emulator.ledger().live).toBe(0);
  }),
);
