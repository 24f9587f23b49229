import type { CheckFailure } from "./check-failure";

const SHOWN_CHARACTERS = 60;

/** A value as a message shows it: short, and never the contents of a list or an object. */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value.length > SHOWN_CHARACTERS
        ? `${JSON.stringify(value.slice(0, SHOWN_CHARACTERS))}… (${value.length} characters)`
        : JSON.stringify(value);
    case "number":
    case "boolean":
      return String(value);
    default:
      return describeKind(value);
  }
}

/** The kind of a value, for messages that must not show the value itself. */
export function describeKind(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`.replace("a string", "text");
}

/** The root argument of a path: `ports` of `ports[0]`. */
function rootOf(path: string): string {
  return /^[^.[]*/.exec(path)?.[0] ?? path;
}

/**
 * Collects every mistake of one resource. Values below a secret root argument are described, never shown, and the
 * failure names no property: the engine would print that property's value.
 */
export class FailureCollector {
  readonly #failures: CheckFailure[] = [];

  constructor(readonly secretRoots: readonly string[] = []) {}

  get failures(): readonly CheckFailure[] {
    return this.#failures;
  }

  isSecret(path: string): boolean {
    return this.secretRoots.includes(rootOf(path));
  }

  /** "Expected `disk` to be at least 8 GB, got 4", and what to do, where there is a `hint`. */
  expected(path: string, rule: string, value: unknown, hint = ""): void {
    const got = this.isSecret(path) ? describeKind(value) : describeValue(value);
    this.add(path, `Expected \`${path}\` ${rule}, got ${got}${hint}`);
  }

  /** A message of its own; the caller keeps secrets out of it. `hidden`: the failure names no property. */
  add(path: string, reason: string, { hidden = false } = {}): void {
    this.#failures.push({ property: hidden || this.isSecret(path) ? "" : path, reason });
  }

  addAll(failures: readonly CheckFailure[]): void {
    this.#failures.push(...failures);
  }
}
