import { isRecord } from "./is-record";

/** JSON with sorted keys; properties without a value (undefined, null) are left out. Equal meaning, equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value) ?? null);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined && item !== null)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
