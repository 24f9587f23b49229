import type { z } from "zod";
import { ProviderError } from "../../errors";
import { reportIssues, ruleOf, type MisplacedName } from "./argument-failures";
import type { CheckFailure } from "./check-failure";
import { FailureCollector } from "./failure-collector";
import { hasTypes } from "./has-types";
import { isRecord } from "./is-record";

type Properties = Readonly<Record<string, unknown>>;

/** The result of a check: every mistake, and the arguments, normalized where there is none. */
export interface CheckedInputs {
  readonly failures: CheckFailure[];
  readonly inputs: Record<string, unknown>;
}

/**
 * Every mistake in the arguments of a resource: of each on its own, by the schema, and of several together, also where
 * single ones are wrong. null counts as absent. A value that is not known yet is never a mistake. Values below
 * `secretRoots` are in no message. `misplaced` says where a name that is no argument belongs.
 */
export function checkArguments(
  schema: z.ZodType<Record<string, unknown>>,
  raw: Properties,
  secretRoots: readonly string[],
  checkTogether: (given: Properties, collector: FailureCollector) => void,
  misplaced?: MisplacedName,
): CheckedInputs {
  const given = withoutNull(raw);
  const collector = new FailureCollector(secretRoots);
  const parsed = schema.safeParse(given, { error: ruleOf, reportInput: true });
  if (!parsed.success) reportIssues(parsed.error.issues, given, collector, misplaced);
  checkTogether(given, collector);
  return { failures: [...collector.failures], inputs: parsed.success ? parsed.data : given };
}

/**
 * The arguments among the properties that the engine returns, with their types. They were checked when they were
 * requested, so no rule is applied again: the rules may have been others then, and a read may have replaced them by what
 * the service shows.
 * @throws INVALID_INPUT where a value is of another type
 */
export function readArguments<S extends z.ZodObject>(schema: S, properties: Properties): z.output<S> {
  const names = Object.keys(schema.shape);
  const held = withoutNull(Object.fromEntries(names.map((name) => [name, properties[name]])));
  if (hasTypes(schema, held)) return held;
  const wrong = Object.entries(schema.shape).filter(([name, part]) => !hasTypes(part, held[name]));
  throw new ProviderError(
    "INVALID_INPUT",
    `The state holds values of another type for ${wrong.map(([name]) => `\`${name}\``).join(", ")}: it was edited, or another ` +
      "version of the package wrote it. Nothing was changed. Set the argument again, or restore the state.",
  );
}

function withoutNull(properties: Properties): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, isRecord(value) ? withoutNull(value) : value]),
  );
}
