/**
 * What the engine is told of a change. `changes` left open makes the engine compare the inputs itself, so that
 * `replaceOnChanges` and property diffs work.
 */
export interface EngineDiff {
  changes?: boolean;
  replaces?: string[];
  deleteBeforeReplace?: boolean;
}
