import { announceEngines, forEachEngine, type PhaseResult } from "../../support/journey";
import { routesOf } from "../../support/journey-requests";
import { inWorld } from "../../support/journey-world";

announceEngines();

const INSTANCE = `new Instance("machine", { image: "acme/one", search });`;
const TEMPLATE = `new Template("base", { image: "acme/one", runtype: "ssh" });`;
const PROGRAMS: readonly [what: string, program: string][] = [
  ["an instance", INSTANCE],
  ["a template", TEMPLATE],
];

/** The errors that were said of a resource, each in its own row. */
function errorsOf({ diagnostics }: PhaseResult): string[] {
  return diagnostics
    .filter(({ severity, urn }) => severity === "error" && urn?.includes("vastai:") === true)
    .map(({ message }) => message);
}

for (const [what, program] of PROGRAMS) {
  forEachEngine(
    `a preview of ${what} fails where the key is refused, with cause and way out`,
    async (start) =>
      inWorld(start, { program, project: { apiKey: "no-key-of-anybody" } }, async ({ emulator, engine }) => {
        const preview = await engine.preview();
        expect(preview.ok).toBe(false);
        expect(errorsOf(preview).join("\n")).toMatch(
          /has a problem: .*refused the API key\. Check the key from .*\[LOGIN_REFUSED\]/,
        );
        expect(preview.text).not.toContain("no-key-of-anybody");
        expect(routesOf(emulator)).toHaveLength(1);
      }),
  );

  forEachEngine(
    `a preview of ${what} fails where there is no key, and names the ways to set one`,
    async (start) =>
      inWorld(start, { program, project: { apiKey: "" } }, async ({ emulator, engine }) => {
        const preview = await engine.preview();
        expect(preview.ok).toBe(false);
        expect(errorsOf(preview).join("\n")).toMatch(
          /has a problem: No API key was found\. Set it with .*vastai:apiKey.*\[MISSING_API_KEY\]/,
        );
        expect(routesOf(emulator)).toEqual([]);
      }),
  );
}

forEachEngine("a preview of a template costs one request, and one without a change none", async (start) =>
  inWorld(start, { program: TEMPLATE + `new Template("more", { image: "acme/two" });` }, async (scene) => {
    const { emulator, engine } = scene;
    expect((await engine.preview()).ok).toBe(true);
    expect(routesOf(emulator)).toEqual(["account.read"]);
    expect((await engine.up()).ok).toBe(true);
    emulator.world.clearRequests();
    expect((await engine.preview()).ok).toBe(true);
    expect(routesOf(emulator)).toEqual([]);
  }),
);
