import type { FaultCell } from "./fault-cell";
import { LAUNCH_STEPS, MATRIX_FAULTS, MATRIX_SIGNALS, type MatrixFault } from "./fault-matrix.cases";

/** How many machines a cell launches. */
export const SAMPLE_COUNTS = [1, 8] as const;

/**
 * The cells of the matrix that run with real processes: every two of family, step, signal and count meet in one. All
 * pairs of family and step are so many that nothing is left to search for: the other two go along their diagonals.
 */
export function faultSample(): FaultCell[] {
  return faultFamilies().flatMap((members, family) =>
    LAUNCH_STEPS.map((step, at) => {
      const diagonal = family + at;
      return {
        fault: turn(members, at),
        step,
        signal: turn(MATRIX_SIGNALS, diagonal).name,
        count: turn(SAMPLE_COUNTS, Math.floor(diagonal / MATRIX_SIGNALS.length)),
      };
    }),
  );
}

/** The faults by family, in the order of the matrix. */
export function faultFamilies(): MatrixFault[][] {
  const families = new Map<string, MatrixFault[]>();
  for (const fault of MATRIX_FAULTS) {
    families.set(fault.family, [...(families.get(fault.family) ?? []), fault]);
  }
  return [...families.values()];
}

function turn<T>(things: readonly T[], index: number): T {
  const thing = things[index % things.length];
  if (thing === undefined) throw new Error("There is nothing to take turns among");
  return thing;
}
