import type { z } from "zod";
import type { CheckFailure } from "./check-failure";
import { isRecord } from "./is-record";

/**
 * Adds the failures of a check that is not zod's as issues of the schema at `root`, one for each. `value` is what
 * was checked: a failure of what is not even an object is one of its type.
 */
export function addFailures(
  failures: readonly CheckFailure[],
  root: string,
  value: unknown,
  context: z.core.$RefinementCtx,
): void {
  for (const { property, reason } of failures) {
    const path = pathOf(property.slice(root.length));
    context.addIssue(
      isRecord(value)
        ? { code: "custom", message: reason, path }
        : { code: "invalid_type", expected: "object", message: reason, path },
    );
  }
}

/** The parts of `[1].filters.gpuRam` */
function pathOf(property: string): (string | number)[] {
  return [...property.matchAll(/\[(\d+)\]|\.([^.]*?)(?=\.|\[\d+\]|$)/g)].map(([, index, name]) =>
    index === undefined ? (name ?? "") : Number(index),
  );
}
