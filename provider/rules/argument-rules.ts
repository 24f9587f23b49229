import type { Findings } from "./findings";
import { nearMatch } from "./near-match";
import { isUnknown } from "./unknown";

/** Looks at one value and reports its mistakes; gives the value normalised. */
export interface Check {
  readonly check: (value: unknown, path: string, findings: Findings) => unknown;
}

/**
 * Checks one argument and gives its normalised value. A value that is not known yet passes as it is. `shape` is never
 * set: it ties a rule to the type it admits, so that the compiler holds rules and interfaces equal.
 */
export interface Rule<T> extends Check {
  readonly shape?: (value: T) => T;
}

/** One rule for every property of `T`, none more. */
export type RulesFor<T> = { readonly [K in keyof T]-?: Rule<NonNullable<T[K]>> };

/** A rule over values of the right type; those that are not known yet never reach it. */
function known<T>(check: (value: unknown, path: string, findings: Findings) => unknown): Rule<T> {
  return { check: (value, path, findings) => (isUnknown(value) ? value : check(value, path, findings)) };
}

export interface TextLimits {
  /** characters, at least; default 0 */
  readonly min?: number;
  /** characters, at most */
  readonly max?: number;
  /** A further rule: the words after "Expected `path`", or undefined where it is kept. */
  readonly also?: (text: string) => string | undefined;
}

/** Text within limits. Text that must not be empty must hold more than white space. */
export function text({ min = 0, max = Infinity, also }: TextLimits = {}): Rule<string> {
  return known((value, path, findings) => {
    if (typeof value !== "string") {
      findings.expected(path, "to be text", value);
    } else if (min > 0 && value.trim().length < min) {
      findings.add(path, `Expected \`${path}\` not to be empty`);
    } else if (value.length > max) {
      findings.add(path, `Expected \`${path}\` to be at most ${max} characters, got ${value.length}`);
    } else {
      const broken = also?.(value);
      if (broken !== undefined) findings.expected(path, broken, value);
    }
    return value;
  });
}

export function flag(): Rule<boolean> {
  return known((value, path, findings) => {
    if (typeof value !== "boolean") findings.expected(path, "to be true or false", value);
    return value;
  });
}

export interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  /** the value must be greater than this */
  readonly above?: number;
  readonly whole?: boolean;
  /** " GB": written after each limit */
  readonly unit?: string;
}

/** A finite number within limits. */
export function number(limits: NumberLimits = {}): Rule<number> {
  const { min = -Infinity, max = Infinity, above = -Infinity, whole = false, unit = "" } = limits;
  const range =
    above > -Infinity
      ? `above ${above}${unit}`
      : max < Infinity
        ? `between ${min} and ${max}${unit}`
        : `at least ${min}${unit}`;
  return known((value, path, findings) => {
    if (typeof value !== "number" || !Number.isFinite(value)) {
      findings.expected(path, `to be a ${whole ? "whole " : ""}number`, value);
    } else if (value < min || value > max || value <= above) {
      findings.expected(path, `to be ${range}`, value);
    } else if (whole && !Number.isSafeInteger(value)) {
      findings.expected(path, "to be a whole number", value);
    }
    return value;
  });
}

/** One of these words. */
export function oneOf<T extends string>(...words: readonly T[]): Rule<T> {
  const listed = words.map((word) => JSON.stringify(word));
  const rule =
    listed.length > 1 ? `${listed.slice(0, -1).join(", ")} or ${listed.at(-1) ?? ""}` : listed.join();
  return known((value, path, findings) => {
    if (words.some((word) => word === value)) return value;
    findings.expected(path, `to be ${rule}`, value);
    return value;
  });
}

/** A list, each element by `element`; nothing is dropped from it. */
export function listOf<T>(element: Rule<T>, limits: { readonly min?: number } = {}): Rule<readonly T[]> {
  return known((value, path, findings) => {
    if (!Array.isArray(value)) {
      findings.expected(path, "to be a list", value);
      return value;
    }
    if (value.length < (limits.min ?? 0)) findings.add(path, `Expected \`${path}\` not to be empty`);
    return value.map((item, index) => element.check(item, `${path}[${index}]`, findings));
  });
}

/** An object of exactly these properties, the `required` ones present; null counts as absent. */
export function objectOf<T>(rules: RulesFor<T>, required: readonly (keyof T & string)[] = []): Rule<T> {
  return known((value, path, findings) => {
    if (!isRecord(value)) {
      findings.expected(path, "to be an object", value);
      return value;
    }
    return checkProperties(value, rules, required, `${path}.`, findings);
  });
}

/** A rule that is not expressed by the others. */
export function custom<T>(check: (value: unknown, path: string, findings: Findings) => unknown): Rule<T> {
  return known(check);
}

/** Whether the value is an object with properties, not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The properties of `raw` by their rules, with `prefix` before each path. Names that have no rule are refused with the
 * name that was probably meant; null and undefined count as absent.
 */
export function checkProperties<T>(
  raw: Readonly<Record<string, unknown>>,
  rules: RulesFor<T>,
  required: readonly (keyof T & string)[],
  prefix: string,
  findings: Findings,
): Record<string, unknown> {
  const byName = new Map(Object.entries<Check>(rules));
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw)) {
    const rule = byName.get(name);
    if (rule === undefined) refuseName(name, [...byName.keys()], prefix, findings);
    else if (value !== null && value !== undefined)
      checked[name] = rule.check(value, prefix + name, findings);
  }
  for (const name of required) {
    if (checked[name] === undefined) findings.add(prefix + name, `\`${prefix}${name}\` is required`);
  }
  return checked;
}

/** A misspelt root argument may hold a secret, so the failure names no property. */
function refuseName(name: string, known: readonly string[], prefix: string, findings: Findings): void {
  const meant = nearMatch(name, known);
  const hint = meant === undefined ? "" : `. Did you mean \`${prefix}${meant}\`?`;
  findings.add(prefix + name, `\`${prefix}${name}\` is not an argument${hint}`, { hidden: prefix === "" });
}
