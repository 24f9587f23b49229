import { isRecord } from "../validation/is-record";
import { isUnknown } from "../validation/unknown";
import { HIDDEN } from "../../state/hidden";
import { phaseIn } from "../../state/phase";
import type { ChangeRecord } from "./change-record";

/** What a launch left behind, for the next update to resolve. */
export function compareLeftovers(change: ChangeRecord): void {
  const { state } = change;
  const labels = [state[HIDDEN.lostRents], state[HIDDEN.unconfirmedRents]].flatMap((rents) =>
    (Array.isArray(rents) ? rents : []).map((rent: unknown) =>
      isRecord(rent) ? String(rent["label"]) : String(rent),
    ),
  );
  if (labels.length > 0) {
    change.repairDrift(
      `a rent whose answer was lost: checks whether its machine is there (${labels.join(", ")})`,
    );
  }
  const orphans = state[HIDDEN.orphans];
  if (Array.isArray(orphans) && orphans.length > 0) {
    change.repairDrift(
      `an interrupted launch left other machines: checks whether they are gone (${orphans.join(", ")})`,
    );
  }
}

/** What the last read found out about the machine. */
export function comparePhase(change: ChangeRecord): void {
  const { [HIDDEN.reason]: why, [HIDDEN.phase]: recorded } = change.state;
  const reason = typeof why === "string" ? `: ${why}` : "";
  const target = change.inputs["targetState"] ?? "running";
  const wantsRunning = target === "running" || isUnknown(target);
  const phase = phaseIn(recorded);
  switch (phase) {
    case "loading":
      change.repairDrift("an interrupted launch: resumes waiting");
      return;
    case "givenUp":
      change.replaceDead(`the machine was discarded${reason}`);
      return;
    case "unconfirmed":
      change.replaceDead(`whether the machine was rented is not known${reason}`);
      return;
    case "gone":
      change.replaceDead(`the machine is gone${reason}`);
      return;
    case "dead":
      if (wantsRunning) change.replaceDead(`the machine is dead${reason}`);
      return;
    case "expired":
      if (wantsRunning) change.replaceDead(`the machine's contract has expired${reason}`);
      return;
    case "outbid":
      change.warnings.push(
        `the machine was outbid${reason}; it starts again when \`price\` is raised, and its disk is billed`,
      );
      return;
    case "finished":
    case undefined:
      return;
    default:
      phase satisfies never;
  }
}
