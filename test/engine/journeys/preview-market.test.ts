import { announceEngines, changesOf, forCli, forEachEngine, type PhaseResult } from "../../support/journey";
import { routesOf } from "../../support/journey-requests";
import { inWorld, vastProgram } from "../../support/journey-world";

announceEngines();

const FLEET = `for (let n = 1; n <= 20; n++) new Instance("m" + n, { image: "acme/one", search });`;
const OFFERS = Array.from({ length: 40 }, () => ({ dph_base: 0.4, storage_cost: 0 }));

/** What was said of each resource, those that nothing was said of left out; `stack` is what belongs to none. */
function saidOf({ diagnostics }: PhaseResult): Map<string, string[]> {
  const said = new Map<string, string[]>();
  for (const { urn, message, ephemeral } of diagnostics) {
    if (ephemeral === true) continue;
    const name = urn?.split("::").at(-1) ?? "stack";
    said.set(name, [...(said.get(name) ?? []), message]);
  }
  return said;
}

forEachEngine("a preview of twenty machines without a change asks the service nothing", async (start) =>
  inWorld(start, { program: FLEET, emulator: { offers: OFFERS } }, async ({ emulator, engine }) => {
    expect((await engine.up({ parallel: 20 })).ok).toBe(true);
    emulator.world.clearRequests();
    const preview = await engine.preview();
    expect(changesOf(preview)).toEqual([]);
    expect(preview.diagnostics).toEqual([]);
    expect(routesOf(emulator)).toEqual([]);
    expect((await engine.up()).ok).toBe(true);
    expect(routesOf(emulator)).toEqual([]);
    // What the preview told is nothing that a state keeps.
    expect(JSON.stringify(await engine.exportState())).not.toContain("Would rent");
  }),
);

forEachEngine(
  "a preview of new machines costs one search for each distinct query, and says under each what it would rent",
  async (start) => {
    const program = (first: number) => `
      for (let n = ${first}; n <= 10; n++) new Instance("m" + n, { image: "acme/one", search });
      new Instance("none", { image: "acme/one", search: { filters: { numGpus: 1, gpuName: "H100 SXM" } } });`;
    await inWorld(start, { program: program(1), emulator: { offers: OFFERS } }, async (scene) => {
      const { emulator, engine, project } = scene;
      const preview = await engine.preview();
      expect(preview.ok).toBe(true);
      const searches = emulator.world.requests();
      expect(new Set(searches.map(({ route }) => route))).toEqual(new Set(["offers.search"]));
      const bodies = searches.map(({ body }) => JSON.stringify(body));
      const ofTen = bodies.filter((body) => !body.includes("H100") && body.includes('"num_gpus"'));
      const said = saidOf(preview);
      expect(said.get("stack")).toBeUndefined();
      for (let n = 1; n <= 10; n++) {
        expect(said.get(`m${String(n)}`)).toEqual([
          expect.stringMatching(/^Would rent 1x RTX 4090, \$0\.4000\/h with 8 GB, Sweden \(40 match\)$/),
        ]);
      }
      const ofStack = [...said].find(([name]) => name !== "none" && !name.startsWith("m"))?.[1];
      expect(ofStack).toEqual(["Total: 10 of 11 machines, $4.0000/h, $2880.00 a month (1 without an offer)"]);
      expect(said.get("none")).toEqual([expect.stringMatching(/^No offer matches the query now: .*gpuName/)]);
      // One for the ten, at most one more that tells which filter of the eleventh is to blame.
      expect(ofTen.length).toBeLessThanOrEqual(2);
      expect(new Set(bodies).size).toBe(bodies.length);

      emulator.world.clearRequests();
      project.edit(vastProgram(program(1).split("\n").slice(0, 2).join("\n")));
      expect((await engine.preview()).ok).toBe(true);
      expect(routesOf(emulator)).toEqual(["offers.search"]);
      expect((await engine.up({ parallel: 20 })).ok).toBe(true);
      project.edit(vastProgram(program(1).replace("n <= 10", "n <= 11").split("\n").slice(0, 2).join("\n")));
      expect((await engine.preview()).text).toContain(
        "Total: 11 machines, $4.4000/h, $3168.00 a month (1 new, $0.4000/h)",
      );
    });
  },
);

forCli("a plan that was saved is accepted", async (start) =>
  inWorld(
    start,
    {
      program: `
        const template = new Template("base", { image: "acme/one", runtype: "ssh" });
        new Instance("planned", { template, search });
        new Instance("plain", { image: "acme/one", label: "mine", search });`,
    },
    async ({ emulator, engine, project }) => {
      const plan = `${project.folder}/plan.json`;
      expect((await engine.preview({ plan })).ok).toBe(true);
      const up = await engine.up({ plan });
      expect(up.text).not.toContain("error");
      expect(emulator.ledger()).toMatchObject({ rented: 2, live: 2 });
      expect(changesOf(await engine.preview())).toEqual([]);
    },
  ),
);
