/** A decoded JSON object whose members are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether `value` is a JSON object, neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value that `text` encodes, or undefined where it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** `value` as a finite number: numbers, and texts that hold nothing but one, as the service accepts both. */
export function numberFrom(value: unknown): number | undefined {
  if (typeof value === "number") {
    return Number.isFinite(value) ? value : undefined;
  }
  if (typeof value === "string" && /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(value)) {
    return Number(value);
  }
  return undefined;
}

/** `value` as a boolean: true and false, their texts, 0 and 1. */
export function booleanFrom(value: unknown): boolean | undefined {
  switch (value) {
    case true:
    case 1:
    case "true":
    case "True":
    case "1":
      return true;
    case false:
    case 0:
    case "false":
    case "False":
    case "0":
      return false;
    default:
      return undefined;
  }
}

/** `value` where it is a text, else undefined. */
export function textFrom(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
