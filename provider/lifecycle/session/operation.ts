import type { Call } from "../engine/call";
import type { Session } from "./session";

/** A call with what requests need: the session, and the deadline. */
export interface Operation extends Call {
  readonly session: Session;
  /** clock ms */
  readonly deadline: number;
}
