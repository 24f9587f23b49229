import type { Call } from "../engine/call";
import type { Session } from "./session";

/** A call that asks the service: with whom, and until when. */
export interface Operation extends Call {
  readonly session: Session;
  /** clock ms */
  readonly deadline: number;
}
