import { isRecord, stringOf, type Properties } from "../../lifecycle/engine/engine-values";
import { HIDDEN } from "../../state/hidden";

/** Operations that `customTimeouts` covers. */
export type TimedOperation = "create" | "update" | "delete";

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** The time that `customTimeouts`, as the class copied them, set for an operation, in ms; undefined where they set none. */
export function customTimeoutMs(properties: Properties, operation: TimedOperation): number | undefined {
  const timeouts = properties[HIDDEN.timeouts];
  const text = isRecord(timeouts) ? stringOf(timeouts[operation]) : undefined;
  return text === undefined ? undefined : parseDuration(text);
}

/** Pulumi's durations are Go's: "1h30m", "90s", "2.5m". Undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|h|m|s))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)) {
    total += Number(amount) * (UNIT_MS[unit ?? ""] ?? 0);
  }
  return total;
}
