import type { CheckFailure } from "../../rules/validation/check-failure";
import type { Properties } from "../../lifecycle/engine/engine-values";

/**
 * Failures in the engine's form. It prints the value of the property that a failure names, and finds one only at
 * the top level: of any other path it would print `value {<nil>}`. The sentence names the path in any case.
 */
export function engineFailures(failures: readonly CheckFailure[], inputs: Properties): CheckFailure[] {
  const isShown = (property: string): boolean =>
    ["string", "number", "boolean"].includes(typeof inputs[property]);
  return failures.map(({ property, reason }) => ({ property: isShown(property) ? property : "", reason }));
}
