import { checkArguments, type CheckedInputs } from "../validation/check-arguments";
import type { FailureCollector } from "../validation/failure-collector";
import { checkInstanceContent } from "./instance-check-content";
import { checkInstanceMarket } from "./instance-check-market";
import { misplacedFilter } from "../offer/misplaced-filter";
import { instanceInputsSchema, type InstanceInputs } from "./instance-inputs";

/** Root arguments of an instance whose values may be secret. */
export const SECRET_INSTANCE_ARGUMENTS = [
  "env",
  "onstart",
  "args",
  "argsStr",
  "imageLogin",
] as const satisfies readonly (keyof InstanceInputs)[];

/**
 * Every mistake in the arguments of an instance, and the arguments normalized: null is left out, `search` is a list of
 * queries in their canonical spelling, and so are ports. What is not given stays absent. A value that is not known yet is
 * never a mistake. `secrets`: further arguments whose values are in no message.
 */
export function checkInstanceInputs(
  raw: Readonly<Record<string, unknown>>,
  secrets: readonly string[] = [],
): CheckedInputs {
  const secretRoots = [...SECRET_INSTANCE_ARGUMENTS, ...secrets];
  return checkArguments(
    instanceInputsSchema,
    raw,
    secretRoots,
    checkInstanceTogether,
    misplacedFilter("search.filters"),
  );
}

function checkInstanceTogether(given: Readonly<Record<string, unknown>>, collector: FailureCollector): void {
  checkInstanceContent(given, collector);
  checkInstanceMarket(given, collector);
}
