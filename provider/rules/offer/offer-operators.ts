import { expandCode } from "./offer-geolocation";
import { OFFER_FIELDS, isOfferField, type Operator } from "./offer-fields";
import { isSameGpu } from "./offer-gpu-name";
import { formatPrice, formatPriceUp } from "./rental-price";

/** One value of a field. */
export type OfferValue = string | number | boolean;

/** One rule of a filter: `{ gpuRam: { gte: 24000 } }` is one on `gpuRam`. `operand` is a list for `in` and `notin`. */
export interface FilterRule {
  readonly field: string;
  readonly operator: Operator;
  readonly operand: OfferValue | readonly OfferValue[];
}

/** Fractional numbers that differ by less than this part of them are equal: services round, and send single precision. */
const PRECISION = 1e-6;

/** The parts of a version such as "535.86.05", as numbers; missing ones count as 0. */
export function compareVersions(left: string, right: string): number {
  const [ours, theirs] = [left, right].map((version) => version.split(".").map(Number));
  for (let index = 0; index < Math.max(ours?.length ?? 0, theirs?.length ?? 0); index += 1) {
    const difference = (ours?.[index] ?? 0) - (theirs?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareNumbers(field: string, left: number, right: number): number {
  const difference = left - right;
  // Ids and counts are exact: of ids as large as the service's, neighbours differ by less than the rounding.
  const rule = isOfferField(field) ? OFFER_FIELDS[field] : undefined;
  if (rule?.kind === "number" && "isWhole" in rule) return difference;
  return Math.abs(difference) <= PRECISION * Math.max(Math.abs(left), Math.abs(right)) ? 0 : difference;
}

/** Below 0: `left` is smaller; 0: equal; NaN: the two have no order, and are not equal. */
function compare(field: string, left: OfferValue, right: OfferValue): number {
  if (typeof left === "number" && typeof right === "number") return compareNumbers(field, left, right);
  if (typeof left === "string" && typeof right === "string") {
    if (field === "gpuName") return isSameGpu(left, right) ? 0 : NaN;
    if (field === "geolocation") return expandCode(right).includes(left.toUpperCase()) ? 0 : NaN;
    if (isOfferField(field) && OFFER_FIELDS[field].kind === "version") return compareVersions(left, right);
    return left.toLowerCase() === right.toLowerCase() ? 0 : NaN;
  }
  return left === right ? 0 : NaN;
}

/** Whether a value satisfies one rule. */
export function satisfies(value: OfferValue, { field, operator, operand }: FilterRule): boolean {
  const operands = isList(operand) ? operand : [operand];
  const differences = operands.map((one) => compare(field, value, one));
  switch (operator) {
    case "eq":
    case "in":
      return differences.includes(0);
    case "neq":
    case "notin":
      return !differences.includes(0);
    case "lt":
      return differences.every((difference) => difference < 0);
    case "lte":
      return differences.every((difference) => difference <= 0);
    case "gt":
      return differences.every((difference) => difference > 0);
    case "gte":
      return differences.every((difference) => difference >= 0);
  }
}

export function isList(operand: OfferValue | readonly OfferValue[]): operand is readonly OfferValue[] {
  return Array.isArray(operand);
}

const SIGNS: Readonly<Record<Operator, string>> = {
  eq: "=",
  neq: "not",
  lt: "<",
  lte: "<=",
  gt: ">",
  gte: ">=",
  in: "one of",
  notin: "none of",
};

/** The rule in words, without its field: ">= 24000", "<= $0.2000/h", "one of RTX 4090, RTX 3090". */
export function describeRule({ field, operator, operand }: FilterRule): string {
  const operands = isList(operand) ? operand : [operand];
  const isPrice = PRICE_FIELDS.has(field);
  const words = operands.map((one) => (isPrice && typeof one === "number" ? formatPrice(one) : String(one)));
  return `${SIGNS[operator]} ${words.join(", ")}`;
}

/** A value that breaks a rule, in words. Six digits suffice; computed values have more. */
export function describeOfferValue(field: string, value: OfferValue): string {
  if (typeof value !== "number") return String(value);
  return PRICE_FIELDS.has(field) ? formatPriceUp(value) : String(Number(value.toPrecision(6)));
}

/** Fields that are dollars an hour. */
const PRICE_FIELDS: ReadonlySet<string> = new Set(["dphTotal", "minBid"]);
