import type { CheckFailure } from "../validation/check-failure";
import { nearMatch } from "../validation/near-match";
import { filterRules, isArray, operatorsOfFilter } from "./offer-filter-canonical";
import { isRecord } from "../validation/is-record";
import {
  OFFER_FIELDS,
  OFFER_FIELD_ALIASES,
  OFFER_FIELD_NAMES,
  isOfferField,
  isOperator,
  operatorsOf,
  type FieldRule,
  type OfferField,
  type Operator,
} from "./offer-fields";
import { expandCode } from "./offer-geolocation";
import { describeRule, isList, satisfies, type FilterRule } from "./offer-operators";
import { checkValue, expected } from "./offer-value-check";
import { containsUnknown, isUnknown } from "../validation/unknown";

/** What people write for an operator that has another name. */
const OPERATOR_ALIASES: Readonly<Record<string, Operator>> = {
  min: "gte",
  atleast: "gte",
  max: "lte",
  atmost: "lte",
  ne: "neq",
  not: "neq",
  nin: "notin",
  equals: "eq",
  is: "eq",
  any: "in",
  oneof: "in",
};

const fail = (property: string, reason: string): CheckFailure => ({ property, reason });

/** "Did you mean `name`?", or nothing where no name is near. */
export function didYouMean(name: string | undefined): string {
  return name === undefined ? "" : ` Did you mean \`${name}\`?`;
}

/** The field that was probably meant: the name in the service's command line or another cloud, or a misspelling. */
export function nearField(name: string): string | undefined {
  const camel = name.replaceAll(/_+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
  return OFFER_FIELD_ALIASES[camel] ?? nearMatch(name, OFFER_FIELD_NAMES);
}

/** Every mistake in `filters`, each with its path below `path`. A value that is not known yet is no mistake. */
export function checkFilters(filters: unknown, path: string): CheckFailure[] {
  if (isUnknown(filters)) return [];
  if (!isRecord(filters))
    return [expected(path, "to be an object of filters such as { numGpus: 1 }", filters)];
  return Object.entries(filters).flatMap(([name, filter]) => {
    const place = `${path}.${name}`;
    if (filter === undefined || filter === null) return [];
    if (isOfferField(name)) return checkFilter(name, filter, place);
    return [fail(place, `\`${place}\` is not a field of an offer.${didYouMean(nearField(name))}`)];
  });
}

function checkFilter(field: OfferField, filter: unknown, path: string): CheckFailure[] {
  if (isUnknown(filter)) return [];
  const rule: FieldRule = OFFER_FIELDS[field];
  const failures = isRecord(filter)
    ? Object.entries(operatorsOfFilter(filter)).flatMap(([name, operand]) =>
        operand === undefined || operand === null
          ? []
          : checkOperator(field, rule, name, operand, `${path}.${name}`),
      )
    : isArray(filter)
      ? checkList(field, rule, "in", filter, path)
      : checkValue(field, rule, filter, path);
  return failures.length > 0 || containsUnknown(filter) ? failures : checkTogether(field, filter, path);
}

function checkOperator(
  field: OfferField,
  rule: FieldRule,
  name: string,
  operand: unknown,
  path: string,
): CheckFailure[] {
  const allowed = operatorsOf(rule);
  if (!isOperator(name)) {
    const near = OPERATOR_ALIASES[name.toLowerCase()] ?? nearMatch(name, allowed);
    const hint = near === undefined ? ` Operators are ${allowed.join(", ")}.` : didYouMean(near);
    return [fail(path, `\`${path}\` is not an operator.${hint}`)];
  }
  if (!allowed.includes(name)) {
    return [
      fail(
        path,
        `\`${path}\` cannot be used: \`${field}\` has no order and takes ${allowed.join(", ")} only`,
      ),
    ];
  }
  if (isUnknown(operand)) return [];
  if (name !== "in" && name !== "notin") return checkValue(field, rule, operand, path);
  return isArray(operand)
    ? checkList(field, rule, name, operand, path)
    : [expected(path, "to be a list", operand, `for one value write ${name === "in" ? "eq" : "neq"}`)];
}

function checkList(
  field: OfferField,
  rule: FieldRule,
  name: "in" | "notin",
  values: readonly unknown[],
  path: string,
): CheckFailure[] {
  if (values.length === 0 && name === "in") {
    return [fail(path, `Expected \`${path}\` to hold at least one value: an empty list matches no offer`)];
  }
  return values.flatMap((value, index) => checkValue(field, rule, value, `${path}[${index}]`));
}

/** Rules on one field that no value satisfies together. */
function checkTogether(field: OfferField, filter: unknown, path: string): CheckFailure[] {
  const rules = filterRules({ [field]: filter });
  const clash = rules.flatMap((rule, index) =>
    rules
      .slice(index + 1)
      .filter((other) => excludeEachOther(rule, other))
      .map((other) => [rule, other] as const),
  )[0];
  if (clash === undefined) return [];
  const [one, other] = clash.map(describeRule);
  return [fail(path, `No offer can match \`${path}\`: ${one ?? ""} and ${other ?? ""} exclude each other`)];
}

function excludeEachOther(left: FilterRule, right: FilterRule): boolean {
  const named = [left, right].find(({ operator }) => operator === "eq" || operator === "in");
  if (named !== undefined) {
    const other = named === left ? right : left;
    const operands = isList(named.operand) ? named.operand : [named.operand];
    const values = operands.flatMap((value) =>
      named.field === "geolocation" && typeof value === "string" ? expandCode(value) : value,
    );
    return !values.some((value) => satisfies(value, other));
  }
  const lower = [left, right].find(({ operator }) => operator === "gt" || operator === "gte");
  const upper = [left, right].find(({ operator }) => operator === "lt" || operator === "lte");
  if (lower === undefined || upper === undefined || isList(lower.operand) || isList(upper.operand))
    return false;
  return !satisfies(lower.operand, upper) || !satisfies(upper.operand, lower);
}
