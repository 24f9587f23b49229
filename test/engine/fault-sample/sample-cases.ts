import { forCli, forTestEngine } from "../../support/journey";
import type { FaultCell } from "../../lifecycle/failures/fault-cell";
import { faultSample } from "../../lifecycle/failures/fault-sample";
import { runSampleCell } from "./sample-cell";

/** Registers a case for every cell of the sample with that signal, and for two of them a case on the Pulumi CLI. */
export function forSampleCells(signal: FaultCell["signal"]): void {
  const cells = faultSample().filter((cell) => cell.signal === signal);
  for (const cell of cells) forTestEngine(titleOf(cell), async (start) => runSampleCell(start, cell));
  for (const name of ["rent", "label"]) {
    const cell = cells.find(({ step }) => step.name === name);
    if (cell === undefined) throw new Error(`The sample has no cell at ${name} with ${signal}`);
    forCli(titleOf(cell), async (start) => runSampleCell(start, cell));
  }
}

function titleOf({ fault, step, signal, count }: FaultCell): string {
  const interruption = signal === "none" ? "not interrupted" : signal;
  const machines = count === 1 ? "one machine" : `${String(count)} machines`;
  return `${fault.name}, at the step "${step.name}", ${interruption}, ${machines}`;
}
