import type { UnconfirmedRent } from "../../state/unconfirmed-rent";
import { parseLaunchLabel } from "./launch-token";
import { UNCONFIRMED_MS } from "../service-facts";

/** ms of the service's time: a list that was started then or later and does not show the machine proves that there is none. */
export function settledAt({ sentAt }: UnconfirmedRent): number {
  return sentAt + UNCONFIRMED_MS;
}

/** Whether a machine with this label was rented by that rent. A service may change the spelling of a label. */
export function isOfRent(label: string | undefined, rent: Pick<UnconfirmedRent, "label">): boolean {
  if (label === undefined) return false;
  const shown = parseLaunchLabel(label);
  const sent = parseLaunchLabel(rent.label);
  if (shown === undefined || sent === undefined) return label === rent.label;
  return shown.token === sent.token && shown.attempt === sent.attempt;
}
