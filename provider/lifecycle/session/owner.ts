import { numberOf, stringOf, type Properties } from "../engine/engine-values";
import { HIDDEN } from "../../state/hidden";

/** The owner of a resource, as its state recorded it; undefined: not recorded, or the deployment did not show it. */
export interface RecordedOwner {
  readonly account?: number | undefined;
  readonly baseUrl?: string | undefined;
}

/** The owner that a state recorded. */
export function ownerIn(state: Properties): RecordedOwner {
  return { account: numberOf(state[HIDDEN.account]), baseUrl: stringOf(state[HIDDEN.baseUrl]) };
}
