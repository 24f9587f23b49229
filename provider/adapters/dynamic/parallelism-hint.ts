import type { Call } from "../../lifecycle/engine/call";
import type { DynamicProcess } from "./dynamic-process";

/** A create that starts this long after its check has waited for one of the engine's places, in ms. */
const WAITED_MS = 5000;
/** Fewer creates in flight than this do not fill the engine's places. */
const FEWEST_IN_FLIGHT = 2;

/**
 * The engine makes only so many resources at a time, and a loading machine keeps its place: then launches run in
 * batches, and nothing on the screen says why. One line of a run does.
 */
export function hintAtParallelism(process: DynamicProcess, { urn, report }: Call, now: number): void {
  const check = urn === undefined ? undefined : process.checks.get(urn);
  if (check === undefined || process.hasNamedParallel) return;
  if (check.inFlight < FEWEST_IN_FLIGHT || now - check.at < WAITED_MS) return;
  process.hasNamedParallel = true;
  report.note(
    `This machine waited ${String(Math.round((now - check.at) / 1000))} s for a place: the engine makes only so many resources at a ` +
      "time. `pulumi up --parallel <number of machines>` launches them side by side.",
  );
}
