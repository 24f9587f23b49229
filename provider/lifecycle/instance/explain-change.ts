import type { ChangeEffect } from "../../rules/instance/change-effect";
import type { Call } from "../engine/call";

/**
 * Reports in the resource's own row why a machine is replaced, what is repaired, and what is not known: the engine's
 * own diff shows values, not reasons. Without a program it is a refresh, and only the next `pulumi up` acts.
 */
export function explainChange(
  change: ChangeEffect,
  { report, hasProgram }: Pick<Call, "report" | "hasProgram">,
): void {
  for (const warning of change.warnings) report.note(warning, "warning");
  const when = hasProgram ? "" : "The next `pulumi up` ";
  if (change.effect === "replace") {
    const verb = hasProgram ? "Replaces the machine" : `${when}replaces the machine`;
    report.note(`${verb}: ${change.reasons.join("; ")}`);
  } else if (!change.byArgument && change.repairs.length > 0) {
    report.note(`${hasProgram ? "Repairs" : `${when}repairs`} ${change.repairs.join("; ")}`);
  }
}
