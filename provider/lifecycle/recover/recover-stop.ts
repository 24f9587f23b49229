/** Why `recover` stopped. Stable, for scripts. */
export type RecoverStopCode =
  /** The `pulumi` command is not there, or does not start. */
  | "CLI_MISSING"
  /** The stack, its state or its configuration cannot be read. */
  | "STATE_UNREADABLE"
  /** Another update holds the stack, or died holding it. */
  | "STACK_LOCKED"
  /** The engine refused the new state. */
  | "IMPORT_REFUSED"
  /** The state changed between reading and writing. */
  | "STATE_CHANGED"
  /** An import would forget creations of other providers. */
  | "OTHER_CREATIONS"
  /** Something has to be named or answered before anything is done. */
  | "UNDECIDED"
  /** Something that was to be destroyed is still there; the state knows it, marked to be deleted. */
  | "DESTROY_FAILED"
  /** A machine could not be left to the next launch of its resource; it is as it was. */
  | "NOT_RELABELLED"
  /** An id was named that is not ours. */
  | "NOT_OURS";

/** `recover` did not do what was requested. The message says what was changed, if anything, and what to do next. */
export class RecoverStop extends Error {
  override readonly name = "RecoverStop";

  constructor(
    readonly code: RecoverStopCode,
    message: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}
