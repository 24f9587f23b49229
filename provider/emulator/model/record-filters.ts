import { isJsonObject, type JsonObject } from "./json-value";

/** Whether `record` satisfies `{field: {operator: value}}`, or the sentence that refuses the filters. */
export function matchRecord(
  record: JsonObject,
  filters: JsonObject,
  columns: readonly string[],
): boolean | string {
  let matches = true;
  for (const [field, filter] of Object.entries(filters)) {
    if (!columns.includes(field)) {
      return `Unknown or computed column: ${field}`;
    }
    if (!isJsonObject(filter)) {
      return `Filter of ${field} must be an object of operators`;
    }
    for (const [operator, wanted] of Object.entries(filter)) {
      const holds = compare(record[field] ?? null, operator, wanted);
      if (holds === undefined) {
        return `Invalid operator or value in the filter of ${field}: ${operator}`;
      }
      matches &&= holds;
    }
  }
  return matches;
}

function compare(actual: unknown, operator: string, wanted: unknown): boolean | undefined {
  switch (operator) {
    case "eq":
      return isListed(wanted) ? undefined : actual === wanted;
    case "neq":
      return isListed(wanted) ? undefined : actual !== wanted;
    case "in":
      return Array.isArray(wanted) ? wanted.includes(actual) : undefined;
    case "notin":
      return Array.isArray(wanted) ? !wanted.includes(actual) : undefined;
    case "lt":
    case "lte":
    case "gt":
    case "gte":
      return inOrder(actual, operator, wanted);
    default:
      return undefined;
  }
}

function isListed(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function inOrder(
  actual: unknown,
  operator: "lt" | "lte" | "gt" | "gte",
  wanted: unknown,
): boolean | undefined {
  if (typeof wanted !== "number" && typeof wanted !== "string") {
    return undefined;
  }
  if (typeof actual !== typeof wanted || (typeof actual !== "number" && typeof actual !== "string")) {
    return false;
  }
  switch (operator) {
    case "lt":
      return actual < wanted;
    case "lte":
      return actual <= wanted;
    case "gt":
      return actual > wanted;
    case "gte":
      return actual >= wanted;
  }
}

/** Orders records by columns; texts and numbers each in their own order, missing values last. */
export function orderRecords(
  records: readonly JsonObject[],
  order: readonly (readonly [column: string, descending: boolean])[],
): JsonObject[] {
  return records.toSorted((one, other) => {
    for (const [column, descending] of order) {
      const sign = compareValues(one[column], other[column]);
      if (sign !== 0) {
        return descending ? -sign : sign;
      }
    }
    return 0;
  });
}

function compareValues(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") {
    return one - other;
  }
  if (typeof one === "string" && typeof other === "string") {
    return one < other ? -1 : Number(one > other);
  }
  return rank(one) - rank(other);
}

function rank(value: unknown): number {
  return value === null || value === undefined ? 1 : 0;
}
