import { OPERATORS, OFFER_FIELDS, isOfferField } from "./offer-fields";
import type { OfferFilters } from "./offer-query";
import type { FilterRule, OfferValue } from "./offer-operators";
import { canonicalCode } from "./offer-geolocation";
import { canonicalGpuName } from "./offer-gpu-name";
import { isRecord } from "../validation/is-record";
import { isUnknown } from "../validation/unknown";

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isOfferValue(value: unknown): value is OfferValue {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A filter as operators: a bare value is `eq`, a list is `in`. */
export function operatorsOfFilter(filter: unknown): Readonly<Record<string, unknown>> {
  if (isArray(filter)) return { in: filter };
  return isRecord(filter) ? filter : { eq: filter };
}

function canonicalValue(field: string, value: unknown): unknown {
  if (typeof value !== "string" || isUnknown(value)) return value;
  if (field === "gpuName") return canonicalGpuName(value);
  if (field === "geolocation") return canonicalCode(value);
  const rule = isOfferField(field) ? OFFER_FIELDS[field] : undefined;
  return rule?.kind === "text" && "values" in rule ? value.trim().toLowerCase() : value.trim();
}

function canonicalList(field: string, values: readonly unknown[]): unknown[] {
  const distinct = new Set(values.filter(isPresent).map((value) => canonicalValue(field, value)));
  return [...distinct].sort((left, right) =>
    typeof left === "number" && typeof right === "number"
      ? left - right
      : String(left) < String(right)
        ? -1
        : 1,
  );
}

/**
 * The canonical spelling of filters, for comparing and for keys: operators only, in fixed order, fields sorted, lists sorted
 * without duplicates, values as the service spells them; what is not set is left out. Values that are not known yet stay.
 */
export function canonicalFilters(filters: unknown): Record<string, Record<string, unknown>> {
  if (!isRecord(filters)) return {};
  const canonical: Record<string, Record<string, unknown>> = {};
  for (const field of Object.keys(filters).sort()) {
    const given = filters[field];
    if (!isPresent(given)) continue;
    const operators = operatorsOfFilter(given);
    const kept = OPERATORS.filter((operator) => isPresent(operators[operator])).map((operator) => {
      const operand = operators[operator];
      const list: unknown[] | undefined = Array.isArray(operand) ? operand : undefined;
      return [
        operator,
        list === undefined ? canonicalValue(field, operand) : canonicalList(field, list),
      ] as const;
    });
    if (kept.length > 0) canonical[field] = Object.fromEntries(kept);
  }
  return canonical;
}

/** Every rule of filters in any spelling, with values in the canonical spelling. */
export function filterRules(filters: OfferFilters): FilterRule[] {
  return Object.entries(canonicalFilters(filters)).flatMap(([field, operators]) =>
    OPERATORS.flatMap((operator): FilterRule[] => {
      const operand = operators[operator];
      if (isArray(operand)) return [{ field, operator, operand: operand.filter(isOfferValue) }];
      return isOfferValue(operand) ? [{ field, operator, operand }] : [];
    }),
  );
}
