import type { CheckFailure } from "../validation/check-failure";
import { describeValue } from "../validation/failure-collector";
import { nearMatch } from "../validation/near-match";
import type { FieldRule, OfferField } from "./offer-fields";
import { mistakenCode } from "./offer-geolocation";
import { mistakenUnit } from "./units";
import { isUnknown } from "../validation/unknown";

/** What people write for a value that has another name. */
const VALUE_ALIASES: Readonly<Record<string, string>> = {
  x86_64: "amd64",
  x64: "amd64",
  x86: "amd64",
  aarch64: "arm64",
  arm: "arm64",
  cuda: "nvidia",
  rocm: "amd",
};

/** "Expected `path` …, got …", with what to do about it. */
export function expected(path: string, rule: string, value: unknown, hint?: string): CheckFailure {
  const advice = hint === undefined ? "" : `: ${hint}`;
  const name = path === "" ? "the query" : `\`${path}\``;
  return { property: path, reason: `Expected ${name} ${rule}, got ${describeValue(value)}${advice}` };
}

/** Every mistake in one value of a filter. A value that is not known yet is no mistake. */
export function checkValue(field: OfferField, rule: FieldRule, value: unknown, path: string): CheckFailure[] {
  if (isUnknown(value)) return [];
  switch (rule.kind) {
    case "number":
      return checkNumber(rule, value, path);
    case "boolean":
      return typeof value === "boolean" ? [] : [expected(path, "to be true or false", value)];
    case "version":
      return checkVersion(field, value, path);
    case "text":
      return checkText(field, rule, value, path);
  }
}

function checkNumber(rule: FieldRule & { kind: "number" }, value: unknown, path: string): CheckFailure[] {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : NaN;
    return [
      expected(
        path,
        "to be a number",
        value,
        Number.isFinite(number) ? "write it without quotes" : undefined,
      ),
    ];
  }
  const { min = 0, max = Infinity, guards = [], isWhole = false } = rule;
  const mistaken = mistakenUnit(guards, value);
  const range = max === Infinity ? `to be at least ${min}` : `to be from ${min} to ${max}`;
  if (value < min || value > max) return [expected(path, range, value, mistaken?.hint)];
  if (mistaken !== undefined) return [expected(path, mistaken.rule, value, mistaken.hint)];
  return isWhole && !Number.isInteger(value) ? [expected(path, "to be a whole number", value)] : [];
}

function checkVersion(field: OfferField, value: unknown, path: string): CheckFailure[] {
  const rule = `to be a version text such as "${field === "driverVersion" ? "535.86.05" : "22.04"}"`;
  if (typeof value === "string")
    return /^\d+(\.\d+){0,2}$/.test(value.trim()) ? [] : [expected(path, rule, value)];
  if (typeof value !== "number" || !Number.isFinite(value)) return [expected(path, rule, value)];
  // The service's command line sends drivers as one number, three digits a part.
  const isPacked = field === "driverVersion" && value >= 1_000_000 && Number.isInteger(value);
  const parts = [Math.floor(value / 1_000_000), Math.floor(value / 1000) % 1000, value % 1000];
  const meant = isPacked ? parts.map((part) => String(part).padStart(2, "0")).join(".") : String(value);
  return [expected(path, rule, value, `write "${meant}"`)];
}

function checkText(
  field: OfferField,
  rule: FieldRule & { kind: "text" },
  value: unknown,
  path: string,
): CheckFailure[] {
  if (typeof value !== "string") return [expected(path, "to be text", value)];
  if (value.trim() === "") return [{ property: path, reason: `Expected \`${path}\` not to be empty` }];
  if (field === "geolocation") {
    const meant = mistakenCode(value);
    return meant === undefined ? [] : [expected(path, "to be a two-letter country code", value, meant)];
  }
  const { values } = rule;
  const word = value.trim().toLowerCase();
  if (values === undefined || values.includes(word)) return [];
  const near = VALUE_ALIASES[word] ?? nearMatch(word, values);
  const list = values.map((one) => `"${one}"`).join(" or ");
  return [expected(path, `to be ${list}`, value, near === undefined ? undefined : `did you mean "${near}"?`)];
}
