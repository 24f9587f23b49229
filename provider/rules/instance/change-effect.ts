/** What a change of an instance does. */
export interface ChangeEffect {
  readonly effect: "nothing" | "update" | "replace";
  /** Whether an argument differs; if not, only what the last read saw does. */
  readonly byArgument: boolean;
  /** The properties that cause a replacement. */
  readonly replaces: readonly string[];
  /** Why the machine is replaced, one clause each: "numGpus: the rented machine has 1, the query now needs >= 4" */
  readonly reasons: readonly string[];
  /** What an update does, in words; empty where it only records. */
  readonly repairs: readonly string[];
  readonly warnings: readonly string[];
  /** The old machine has to be destroyed before the new one is created. */
  readonly deleteBeforeReplace: boolean;
}
