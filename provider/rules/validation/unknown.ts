/**
 * What the engine sends in a preview for a value that is not known yet, at any depth and whatever the declared type.
 * Source: the SDK's runtime (`unknownValue` in `runtime/rpc`).
 */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Whether this very value is not known yet. */
export function isUnknown(value: unknown): boolean {
  return value === UNKNOWN;
}

/** Whether this value, or one inside it (list element or property value), is not known yet. */
export function containsUnknown(value: unknown): boolean {
  if (isUnknown(value)) return true;
  if (Array.isArray(value)) return value.some(containsUnknown);
  return typeof value === "object" && value !== null && Object.values(value).some(containsUnknown);
}
