import { runCell } from "./fault-cell";
import { LAUNCH_STEPS, MATRIX_SIGNALS, type MatrixFault } from "./fault-matrix.cases";

/** The cells of a fault that do not end as the money law wants it, and why: every step, with every signal. */
export async function redCells(fault: MatrixFault, count: number): Promise<string[]> {
  const red: string[] = [];
  for (const step of LAUNCH_STEPS) {
    for (const { name: signal } of MATRIX_SIGNALS) {
      const { broken, ends } = await runCell({ fault, step, signal, count });
      for (const what of broken) red.push(`${step.name}, ${signal}: ${what}`);
      const end = fault.ends?.[step.name] ?? "ready";
      if (signal === "none" && count === 1 && ends.join() !== end)
        red.push(`${step.name}: ended ${ends.join()}`);
    }
  }
  return red;
}
