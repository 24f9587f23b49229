import type { InstanceRecord } from "../../../rules/instance/instance-record";
import type { Operation } from "../../session/operation";

/** A machine with exactly the requested label may be this resource's, of a state that was lost. */
export function warnOfLabel(
  { report }: Operation,
  labelled: readonly InstanceRecord[],
  isSecret: boolean,
): void {
  for (const { id, label = "" } of labelled) {
    report.note(
      `Instance ${String(id)} has the label ${isSecret ? "" : `"${label}" `}already, which this resource requests, and is billed. If an older state ` +
        "was imported, it may be this resource's machine: then stop, and import the newer state again, or destroy the machine " +
        "in the service's console.",
      "warning",
    );
  }
}
