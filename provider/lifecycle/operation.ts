import type { ProviderError } from "../errors";
import type { Report } from "./progress";
import type { Session } from "./session";

/** One call of the engine that may take long: where it reports to, when it has to end, and what ends it early. */
export interface Operation {
  readonly session: Session;
  readonly report: Report;
  /** Aborted, with a `CANCELLED` error as its reason, when the program is gone or nobody can record a result any more. */
  readonly signal: AbortSignal;
  /** clock ms */
  readonly deadline: number;
}

/** Why an operation was cancelled. */
export interface Cancellation extends ProviderError {
  readonly code: "CANCELLED";
}
