import { isRecord, stringOf, type Properties } from "../engine/engine-values";
import { HIDDEN } from "../../state/hidden";

/** How long an operation may take where `customTimeouts` says nothing, in ms. */
const DEFAULT_MS = { create: 60 * 60_000, update: 20 * 60_000, delete: 15 * 60_000 } as const;

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** The time an operation may take, in ms: `customTimeouts` as the class copied them, else the default. */
export function timeoutMs(properties: Properties, operation: keyof typeof DEFAULT_MS): number {
  return ownTimeoutMs(properties, operation) ?? DEFAULT_MS[operation];
}

/** The time that `customTimeouts` gives an operation, in ms; undefined where it does not. */
export function ownTimeoutMs(properties: Properties, operation: keyof typeof DEFAULT_MS): number | undefined {
  const timeouts = properties[HIDDEN.timeouts];
  const text = isRecord(timeouts) ? stringOf(timeouts[operation]) : undefined;
  return text === undefined ? undefined : parseDuration(text);
}

/** Pulumi's durations are Go's: "1h30m", "90s", "2.5m". Undefined where the text is none. */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|h|m|s))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)) {
    total += Number(amount) * (UNIT_MS[unit ?? ""] ?? 0);
  }
  return total;
}
