import { runCell } from "./fault-cell";
import { INTERRUPTIONS, LAUNCH_STEPS, MATRIX_FAULTS, MATRIX_SIGNALS } from "./fault-matrix.cases";

const PLACES = MATRIX_SIGNALS.filter(({ name }) => name !== "none").flatMap(({ name: signal }) =>
  LAUNCH_STEPS.map((step) => ({ signal, step, name: step.name })),
);

test.each(PLACES)(
  "$signal while at $name is one entry of docs/guarantees.md, which says whether recover is needed",
  async ({ signal, step }) => {
    const rows = INTERRUPTIONS.filter((row) => row.signal === signal && row.steps.includes(step.name));
    expect(rows).toHaveLength(1);
    const [fault] = MATRIX_FAULTS;
    if (fault === undefined) throw new Error("there are no faults");
    const { forRecover, broken } = await runCell({ fault, step, signal, count: 1 });
    expect(broken).toEqual([]);
    expect(forRecover > 0).toBe(rows[0]?.needsRecover === true);
  },
);
