import { runCell, type CellResult, type FaultCell } from "./fault-cell";
import {
  LAUNCH_STEPS,
  MATRIX_FAULTS,
  MATRIX_SIGNALS,
  type LaunchEnd,
  type MatrixFault,
  type StepName,
} from "./fault-matrix.cases";

/** Runs cells, and those that are the same world only once. */
export class FaultMatrix {
  private readonly results = new Map<string, Promise<CellResult>>();

  constructor(private readonly count: number) {}

  /** The cells of a fault that do not end as the billing guarantees want it, and why: every step, with every signal. */
  async redCells(fault: MatrixFault): Promise<string[]> {
    const red: string[] = [];
    for (const step of LAUNCH_STEPS) {
      for (const { name: signal } of MATRIX_SIGNALS) {
        const { broken, ends } = await this.run({ fault, step, signal, count: this.count });
        for (const what of broken) red.push(`${step.name}, ${signal}: ${what}`);
        const wanted = endsOf(fault, step.name, this.count);
        if (signal === "none" && ends.toSorted().join() !== wanted.toSorted().join())
          red.push(`${step.name}: ended ${ends.join()}`);
      }
    }
    return red;
  }

  private async run(cell: FaultCell): Promise<CellResult> {
    const same = sameWorld(cell);
    const key = [same.fault.name, same.step.name, same.signal].join("|");
    const known = this.results.get(key);
    if (known !== undefined) return known;
    const result = runCell(same);
    this.results.set(key, result);
    return result;
  }
}

/** How so many launches at once end where nothing interrupts them, in no order. */
function endsOf({ ends, struckOfEight }: MatrixFault, step: StepName, count: number): LaunchEnd[] {
  const end = ends?.[step] ?? "ready";
  const struck = count === 1 ? 1 : (struckOfEight?.[step] ?? count);
  return Array.from({ length: count }, (_, index) => (index < struck ? end : "ready"));
}

/**
 * The cell that is run in the place of another that is the same world. A fault that is not of one step's requests is one
 * world whatever the step, where nothing strikes; and where something strikes before the first rent, its fault is never
 * met.
 */
function sameWorld(cell: FaultCell): FaultCell {
  const { fault, step, signal } = cell;
  const [none] = MATRIX_FAULTS;
  const [first] = LAUNCH_STEPS;
  if (none === undefined || first === undefined || fault.reply !== undefined) return cell;
  if (signal === "none") return { ...cell, step: first };
  const isBeforeRent = LAUNCH_STEPS.indexOf(step) < LAUNCH_STEPS.findIndex(({ name }) => name === "rent");
  return isBeforeRent && fault.options === undefined ? { ...cell, fault: none } : cell;
}
