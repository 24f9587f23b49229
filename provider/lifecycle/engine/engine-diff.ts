/**
 * The diff for the engine. Undefined `changes` makes the engine compare the inputs itself, so that
 * `replaceOnChanges` and property diffs work.
 */
export interface EngineDiff {
  changes?: boolean;
  replaces?: string[];
  deleteBeforeReplace?: boolean;
}
