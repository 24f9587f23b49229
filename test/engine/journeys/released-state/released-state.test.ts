import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Emulator } from "../../../../provider/emulator/start-emulator";
import { isMap, propertyMap } from "../../../support/engine/property-values";
import { announceEngines, changesOf, forEachEngine } from "../../../support/journey";
import { inWorld, liveIds, vastProgram } from "../../../support/journey-world";
import { writesOf } from "../../../support/journey-requests";

announceEngines();

/** `writes`: what the release sent to the service, in its order. `resources`: the state that it left, secrets in plain text. */
const RECORDED = z.object({
  writes: z.array(z.object({ method: z.string(), path: z.string(), body: z.unknown() })),
  resources: z.array(z.record(z.string(), z.unknown())),
});

/** Made by 0.1.0 from this program: a template, a machine launched from it, and an interruptible one with secrets. */
const PROGRAM = `
  const template = new Template("base", { image: "acme/trainer", tag: "1", readme: "first", env: { A: "1" }, ports: ["8080:8080"], runtype: "ssh", useSsh: true, onstart: "echo hi", recommendedDiskSpace: 16 });
  const machine = new Instance("trainer", { template, search, label: "trainer", launch: { attempts: 3 } }, { customTimeouts: { create: "10m", delete: "5m" } });
  const spot = new Instance("spot", { image: "acme/job", runtype: "args", args: ["sleep", "1000"], search: { type: "bid", filters: { numGpus: 1 } }, price: 0.5, maxHourlyPriceUsd: 2, env: { TOKEN: pulumi.secret("planted") }, imageLogin: "-u u -p planted-login registry.example" });
  exports.id = machine.id;
`;

/** The emulator gives the ids that it gave then: it is asked for the same, in the same order. */
async function repeat(emulator: Emulator, writes: z.output<typeof RECORDED>["writes"]): Promise<void> {
  for (const { method, path, body } of writes) {
    const headers = { authorization: `Bearer ${emulator.apiKey}`, "content-type": "application/json" };
    const reply = await fetch(new URL(path, emulator.url), { method, headers, body: JSON.stringify(body) });
    expect({ path, status: reply.status }).toEqual({ path, status: 200 });
  }
}

forEachEngine(
  "a state that 0.1.0 wrote is previewed, refreshed and destroyed without a change",
  async (start) =>
    inWorld(start, { program: PROGRAM }, async ({ emulator, project, engine }) => {
      const text = readFileSync(join(__dirname, "state-of-0.1.0.json"), "utf8");
      const { writes, resources } = RECORDED.parse(JSON.parse(text));
      await repeat(emulator, writes);
      expect(liveIds(emulator)).toEqual(["20000001", "20000002"]);
      // The stack's own way to keep secrets stays.
      project.edit(vastProgram(""));
      await engine.up();
      const empty = await engine.exportState();
      const deployment = isMap(empty["deployment"]) ? empty["deployment"] : {};
      await engine.importState({
        ...empty,
        deployment: { ...deployment, resources: propertyMap({ resources })["resources"] ?? [] },
      });
      project.edit(vastProgram(PROGRAM));
      emulator.world.clearRequests();

      expect(changesOf(await engine.preview())).toEqual([]);
      expect((await engine.refresh()).ok).toBe(true);
      expect(changesOf(await engine.preview())).toEqual([]);
      const up = await engine.up();
      expect(up).toMatchObject({ ok: true, outputs: { id: "20000002" } });
      expect(changesOf(up)).toEqual([]);
      expect(writesOf(emulator)).toEqual([]);

      expect((await engine.destroy()).ok).toBe(true);
      expect(emulator.ledger()).toMatchObject({ rented: 2, live: 0 });
    }),
);
