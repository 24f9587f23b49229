import { isRecord } from "../../rules/validation/is-record";
import { isUnknown } from "../../rules/validation/unknown";

export { isRecord };

/** Properties as the engine passes and accepts them: plain JSON. */
export type Properties = Readonly<Record<string, unknown>>;

/** How Pulumi marks a value as secret on the wire to the engine. */
const SECRET_KEY = "4dabf18193072939515e22adb298388d";
const SECRET_MARK = "1b47061264138c4ac30d75fd1eb44270";

/** The value, marked so that the engine encrypts it in the state. An unknown stays unknown. */
export function secret(value: unknown): unknown {
  return value === undefined || isUnknown(value) ? value : { [SECRET_KEY]: SECRET_MARK, value };
}

/** The arguments, without the properties that only class and provider exchange. */
export function withoutHidden(properties: Properties): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !name.startsWith("__")));
}

/** A copy without `undefined` at any depth: the engine accepts plain JSON only. */
export function plain(properties: Properties): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(properties)) {
    if (value !== undefined) copy[name] = plainValue(value);
  }
  return copy;
}

function plainValue(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown) => (item === undefined ? null : plainValue(item)));
  return isRecord(value) ? plain(value) : value;
}

/** A known string, or undefined. */
export function stringOf(value: unknown): string | undefined {
  return typeof value === "string" && !isUnknown(value) ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** The strings of a list. */
export function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

export function booleanOf(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}
