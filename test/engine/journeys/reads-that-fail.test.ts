import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { isMap, mapValues, type PropertyValue } from "../../support/engine/property-values";
import { announceEngines, changesOf, forEachEngine, resourcesIn, type Engine } from "../../support/journey";
import { writesOf } from "../../support/journey-requests";
import { ACCOUNTS, inWorld, vastProgram, type Scene, type SceneOptions } from "../../support/journey-world";

announceEngines();

const [OURS, THEIRS] = ACCOUNTS;
const program = (label: string, more = ""): string => `
  const template = new Template("base", { image: "acme/one", desc: "${label}" }, { customTimeouts: { update: "4s" } });
  new Instance("trainer", { template, search, label: "${label}" }, { customTimeouts: { update: "4s" } });
  ${more}`;
/** The key is in a file, which every phase reads afresh. */
const KEY_IN_FILE: Partial<SceneOptions> = { project: { apiKey: "" } };

function useKey({ project }: Scene, apiKey: string): void {
  writeFileSync(join(dirname(project.folder), "home", ".vast_api_key"), `${apiKey}\n`);
}

/** What the state knows of the service's things. */
async function knownBy(engine: Engine): Promise<unknown[]> {
  return resourcesIn(await engine.exportState())
    .filter(({ type }) => typeof type === "string" && type.includes("vastai"))
    .map(({ urn, id, outputs }) => ({ urn, id, outputs: withoutCiphertext(outputs) }));
}

/** A secret is enciphered anew whenever the state is written. */
function withoutCiphertext(outputs: PropertyValue | undefined): PropertyValue {
  return mapValues(outputs ?? null, (value) =>
    isMap(value) && "ciphertext" in value ? { ...value, ciphertext: "" } : value,
  );
}

forEachEngine("a refresh that cannot read leaves the state as it is, whatever the reason", async (start) =>
  inWorld(start, { program: program("one") }, async ({ emulator, engine }) => {
    expect((await engine.up()).ok).toBe(true);
    const before = await knownBy(engine);
    for (const [fault, said] of [
      [{ kind: "status", status: 503 }, "SERVICE_ERROR"],
      [{ kind: "session-expired" }, "SESSION_EXPIRED"],
      [{ kind: "unreadable", form: "html" }, "UNEXPECTED_REPLY"],
    ] as const) {
      for (const endpoint of ["instances.read", "instances.list", "templates.search"])
        emulator.faults.order({ ...fault, times: "always", match: { endpoint } });
      const refresh = await engine.refresh();
      expect(refresh.ok).toBe(false);
      expect(refresh.text).toContain(`[${said}]`);
      expect(await knownBy(engine)).toEqual(before);
      emulator.faults.clear();
    }
    expect(changesOf(await engine.refresh())).toEqual([]);
    expect(emulator.ledger()).toMatchObject({ rented: 1, live: 1 });
  }),
);

forEachEngine(
  "with another account's key nothing is read as gone, rented, changed or destroyed",
  async (start) =>
    inWorld(start, { program: program("one"), ...KEY_IN_FILE }, async (scene) => {
      const { emulator, engine, project } = scene;
      useKey(scene, OURS.apiKey);
      expect((await engine.up()).ok).toBe(true);
      const before = await knownBy(engine);
      emulator.world.clearRequests();

      useKey(scene, THEIRS.apiKey);
      project.edit(vastProgram(program("two", 'new Instance("another", { image: "acme/one", search });')));
      for (const phase of ["refresh", "up", "destroy"] as const) {
        const result = await engine[phase]();
        expect(result.ok).toBe(false);
        expect(result.text).toContain("[WRONG_ACCOUNT]");
        expect(result.text).toContain("belongs to account 4001");
        expect(await knownBy(engine)).toEqual(before);
      }
      expect(writesOf(emulator)).toEqual([]);
      expect(emulator.ledger()).toMatchObject({ rented: 1, live: 1 });

      // The account's own key, once renewed, works at once.
      emulator.world.do({ action: "rotate-key", account: OURS.id, apiKey: "journey-key-renewed" });
      useKey(scene, "journey-key-renewed");
      expect(changesOf(await engine.refresh())).toEqual([]);
      expect(changesOf(await engine.up()).toSorted()).toEqual([
        "create another",
        "update base",
        "update trainer",
      ]);
      expect((await engine.destroy()).ok).toBe(true);
      expect(emulator.ledger()).toMatchObject({ rented: 2, live: 0 });
    }),
);

forEachEngine(
  "a key renewed in the configuration reaches a destroy with --run-program, as the error says",
  async (start) =>
    inWorld(start, { program: program("one"), ...KEY_IN_FILE }, async ({ emulator, engine }) => {
      await engine.setConfig("vastai:apiKey", OURS.apiKey, { secret: true });
      expect((await engine.up()).ok).toBe(true);
      emulator.world.do({ action: "rotate-key", account: OURS.id, apiKey: "journey-key-renewed" });
      await engine.setConfig("vastai:apiKey", "journey-key-renewed", { secret: true });
      const refused = await engine.destroy();
      expect(refused.ok).toBe(false);
      expect(refused.text).toContain("[LOGIN_REFUSED]");
      expect(refused.text).toContain("--run-program");
      expect(emulator.ledger().live).toBe(1);
      expect((await engine.destroy({ runProgram: true })).ok).toBe(true);
      expect(emulator.ledger().live).toBe(0);
    }),
);
