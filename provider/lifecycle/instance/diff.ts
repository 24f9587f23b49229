import type { ChangeEffect } from "../../rules/instance/change-effect";
import { instanceChange } from "../../rules/instance/instance-change";
import type { EngineDiff } from "../engine/engine-diff";
import type { Properties } from "../engine/engine-values";

/**
 * Sends no request. Equal gives `changes: false`; a changed argument leaves `changes` undefined, so that the engine compares the
 * inputs itself and `replaceOnChanges` and property diffs work; drift alone gives `changes: true`.
 */
export function diffInstance(
  olds: Properties,
  news: Properties,
  secrets: readonly string[],
): EngineDiff & { change: ChangeEffect } {
  const change = instanceChange(olds, news, secrets);
  if (change.effect === "nothing") return { changes: false, change };
  return {
    ...(change.byArgument ? {} : { changes: true }),
    ...(change.effect === "replace"
      ? { replaces: [...new Set(change.replaces)], deleteBeforeReplace: change.deleteBeforeReplace }
      : {}),
    change,
  };
}
