import { HIDDEN } from "../../state/hidden";
import type { ChangeEffect } from "./change-effect";
import { compareContent, compareDisk, compareTemplate } from "./change-content";
import { compareLimit, comparePrice, compareRentalType, compareSearch } from "./change-market";
import { compareLeftovers, comparePhase } from "./change-phase";
import { ChangeRecord, type Properties } from "./change-record";

/** Arguments that only later calls read. */
const RECORDED_ARGUMENTS = ["launch", "cancelUnavail", "force"] as const;

/**
 * The one table of what a change does: the outputs in the state compared with the arguments now.
 * Compares with what was requested, never with what the service shows, except for `label` and `targetState`, whose
 * drift is repaired, and for what the last read found out about the machine (`HIDDEN.phase`).
 *
 * @param secrets further arguments whose values are in no sentence
 */
export function instanceChange(
  state: Properties,
  inputs: Properties,
  secrets: readonly string[] = [],
): ChangeEffect {
  const change = new ChangeRecord(state, inputs, secrets);
  compareContent(change);
  compareDisk(change);
  compareTemplate(change);
  compareRentalType(change);
  compareSearch(change);
  compareLimit(change);
  if (RECORDED_ARGUMENTS.some((name) => change.differs(name))) change.byArgument = true;
  change.inPlace("label", inputs["label"] ?? state[HIDDEN.launchLabel]);
  change.inPlace("targetState", inputs["targetState"] ?? "running");
  comparePrice(change);
  compareLeftovers(change);
  comparePhase(change);
  return change.result();
}
