import { newProcessState } from "../../../provider/lifecycle/session/process-state";
import type { Report } from "../../../provider/lifecycle/engine/progress";
import { noteWave } from "../../../provider/adapters/dynamic/waves";

function noting(inFlight: number) {
  const state = newProcessState();
  const notes: string[] = [];
  const report: Report = { status: () => undefined, note: (message) => notes.push(message) };
  state.checks.set("token", { at: 1000, inFlight });
  state.checks.set("another", { at: 1000, inFlight });
  return { state, notes, report };
}

describe("creates that come in waves", () => {
  test("are named once, with the option that ends it", () => {
    const { state, notes, report } = noting(8);
    noteWave(state, { __token: "token" }, 31_000, report);
    noteWave(state, { __token: "another" }, 61_000, report);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain("waited 30 s");
    expect(notes[0]).toContain("--parallel");
  });

  test.each([
    ["the create began right after its check", 8, 1500, "token"],
    ["too little was in flight to fill the engine's places", 1, 31_000, "token"],
    ["the resource was not checked in this process", 8, 31_000, "unknown"],
  ])("are not named where %s", (_case, inFlight, now, token) => {
    const { state, notes, report } = noting(inFlight);
    noteWave(state, { __token: token }, now, report);
    expect(notes).toEqual([]);
  });
});
