import { newDynamicProcess } from "../../../provider/adapters/dynamic/dynamic-process";
import type { Report } from "../../../provider/lifecycle/engine/progress";
import { hintAtParallelism } from "../../../provider/adapters/dynamic/parallelism-hint";
import { testCall } from "../../support/test-call";

function noting(inFlight: number) {
  const state = newDynamicProcess();
  const notes: string[] = [];
  const report: Report = { status: () => undefined, note: (message) => notes.push(message) };
  state.checks.set("urn:one", { at: 1000, inFlight });
  state.checks.set("urn:two", { at: 1000, inFlight });
  return { state, notes, report };
}

describe("creates that wait for a place in the engine", () => {
  test("are reported once, with the option that ends it", () => {
    const { state, notes, report } = noting(8);
    hintAtParallelism(state, testCall("one", "urn:one", { report }), 31_000);
    hintAtParallelism(state, testCall("two", "urn:two", { report }), 61_000);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain("waited 30 s");
    expect(notes[0]).toContain("--parallel");
  });

  test.each([
    ["the create began right after its check", 8, 1500, "urn:one"],
    ["too little was in flight to fill the engine's places", 1, 31_000, "urn:one"],
    ["the resource was not checked in this process", 8, 31_000, "urn:three"],
  ])("are not reported where %s", (_case, inFlight, now, urn) => {
    const { state, notes, report } = noting(inFlight);
    hintAtParallelism(state, testCall("one", urn, { report }), now);
    expect(notes).toEqual([]);
  });
});
