import { stringOf, type Properties } from "../../lifecycle/engine/engine-values";
import type { ProcessState } from "../../lifecycle/session/process-state";
import type { Report } from "../../lifecycle/engine/progress";
import { HIDDEN } from "../../state/hidden";

/** A create that begins this long after its check has waited for one of the engine's places, in ms. */
const WAITED_MS = 5000;
/** Fewer creates in flight than this do not fill the engine's places. */
const FEWEST_IN_FLIGHT = 2;

/**
 * The engine makes only so many resources at a time, and a machine that loads holds its place: then launches come in
 * waves, which is slow for no reason that a person can see. One line of a run says so.
 */
export function noteWave(state: ProcessState, properties: Properties, now: number, report: Report): void {
  const token = stringOf(properties[HIDDEN.token]);
  const check = token === undefined ? undefined : state.checks.get(token);
  if (check === undefined || state.hasNamedParallel) return;
  if (check.inFlight < FEWEST_IN_FLIGHT || now - check.at < WAITED_MS) return;
  state.hasNamedParallel = true;
  report.note(
    `This machine waited ${String(Math.round((now - check.at) / 1000))} s for a place: the engine makes only so many resources at a ` +
      "time. `pulumi up --parallel <number of machines>` launches them side by side.",
  );
}
