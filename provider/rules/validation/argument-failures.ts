import type { z } from "zod";
import { NOT_EMPTY } from "./argument-schemas";
import type { FailureCollector } from "./failure-collector";
import { nearMatch } from "./near-match";

type Issue = z.core.$ZodIssue;

/**
 * Where a name that is no argument belongs, as a sentence after ". ", or undefined where it is only misspelled.
 *
 * @param argument the argument that was probably meant, where one is near
 */
export type MisplacedName = (name: string, argument: string | undefined) => string | undefined;

/** What a value of each type is called after "to be". */
const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/** The rule that an issue breaks, after "Expected `path`", where the schema has no text of its own for it. */
export function ruleOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return `to be ${KINDS[issue.expected] ?? issue.expected}`;
    case "too_big":
      return `to be at most ${issue.maximum} characters`;
    default:
      return undefined;
  }
}

/**
 * Reports the issues of arguments in the order in which these were given, missing ones last. The message of an issue
 * is either a rule ("to be …", "not to be …"), which is completed here, or a whole sentence.
 */
export function reportIssues(
  issues: readonly Issue[],
  given: Readonly<Record<string, unknown>>,
  collector: FailureCollector,
  misplaced?: MisplacedName,
): void {
  const names = Object.keys(given);
  const placeOf = ({ path }: Issue): number => {
    const place = names.indexOf(String(path[0]));
    return place < 0 ? names.length : place;
  };
  const inOrder = issues.flatMap(simpleIssues).toSorted((left, right) => placeOf(left) - placeOf(right));
  for (const issue of inOrder) report(issue, collector, misplaced);
}

/** Splits what zod reports of several values at once, so that each issue has one mistake and its path. */
export function simpleIssues(issue: Issue): Issue[] {
  const below = (inner: Issue): Issue[] => simpleIssues({ ...inner, path: [...issue.path, ...inner.path] });
  switch (issue.code) {
    case "invalid_union":
      // The other option is a value that is not known yet.
      return (issue.errors[0] ?? []).flatMap(below);
    case "unrecognized_keys":
      return issue.keys.map((name) => ({ ...issue, keys: [name], path: [...issue.path, name] }));
    case "invalid_key":
      // The name itself may hold a secret: the mistake is the map's.
      return issue.issues.map((inner) => ({ ...inner, path: issue.path.slice(0, -1) }));
    default:
      return [issue];
  }
}

function report(issue: Issue, collector: FailureCollector, misplaced?: MisplacedName): void {
  const path = dotPath(issue.path);
  const rule = issue.message;
  if (issue.code === "unrecognized_keys") {
    refuseName(issue, collector, misplaced);
  } else if (!/^(?:not )?to /.test(rule)) {
    collector.add(path, collector.isSecret(path) && isQuery(path) ? withoutValue(path, rule) : rule);
  } else if (isMissing(issue)) {
    collector.add(path, `\`${path}\` is required`);
  } else if (rule === NOT_EMPTY) {
    collector.add(path, `Expected \`${path}\` ${rule}`);
  } else if (issue.code === "too_big" && typeof issue.input === "string") {
    collector.add(path, `Expected \`${path}\` ${rule}, got ${issue.input.length}`);
  } else {
    collector.expected(path, rule, issue.input);
  }
}

/** The checks of other arguments keep secrets out of their messages themselves. */
function isQuery(path: string): boolean {
  return /^(?:search|extraFilters)\b/.test(path);
}

/** A message on a secret value keeps only the names of rules and fields. */
function withoutValue(path: string, sentence: string): string {
  const [rule = "", got] = sentence.split(", got ");
  if (got !== undefined) return `${rule}, got a secret value`;
  return /^`[^`]+` is (?:not (?:a|an) |empty)/.test(sentence) ||
    / not to be empty$| at least one /.test(sentence)
    ? sentence
    : `The value of \`${path}\`, which is secret, cannot be used`;
}

function isMissing({ code, input, path }: Issue): boolean {
  return code === "invalid_type" && input === undefined && typeof path.at(-1) === "string";
}

/** A misspelled root argument may hold a secret, so the failure names no property. */
function refuseName({ path, message }: Issue, collector: FailureCollector, misplaced?: MisplacedName): void {
  const name = dotPath(path);
  const above = dotPath(path.slice(0, -1));
  const known = message.split(" ");
  const meant = nearMatch(String(path.at(-1)), known);
  const place = above === "" ? misplaced?.(name, meant) : undefined;
  const hint =
    place ?? (meant === undefined ? "" : `. Did you mean \`${above === "" ? meant : `${above}.${meant}`}\`?`);
  collector.add(name, `\`${name}\` is not an argument${hint}`, { hidden: above === "" });
}

/** `ports[0]`, `launch.attempts` */
function dotPath(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
}
