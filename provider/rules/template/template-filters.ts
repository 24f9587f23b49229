import type { CheckFailure } from "../validation/check-failure";
import { nearMatch } from "../validation/near-match";

/** The eight operators on one field; all that are given must hold. */
export interface TemplateOperators<T> {
  readonly eq?: T;
  readonly neq?: T;
  readonly lt?: T;
  readonly lte?: T;
  readonly gt?: T;
  readonly gte?: T;
  readonly in?: readonly T[];
  readonly notin?: readonly T[];
}

/** A bare value means `eq`, a list means `in`. */
export type TemplateFilter<T> = T | readonly T[] | TemplateOperators<T>;

/** Filters on templates: every filterable field of the interface document. */
export interface TemplateFilters {
  /** The account that made it. */
  readonly creatorId?: TemplateFilter<number>;
  /** epoch seconds */
  readonly createdAt?: TemplateFilter<number>;
  /** How many instances were launched from it. */
  readonly countCreated?: TemplateFilter<number>;
  readonly defaultTag?: TemplateFilter<string>;
  readonly dockerLoginRepo?: TemplateFilter<string>;
  readonly id?: TemplateFilter<number>;
  readonly image?: TemplateFilter<string>;
  readonly jupDirect?: TemplateFilter<boolean>;
  readonly hashId?: TemplateFilter<string>;
  /** The whole name: this is no free-text search. */
  readonly name?: TemplateFilter<string>;
  /** epoch seconds */
  readonly recentCreateDate?: TemplateFilter<number>;
  /** GB */
  readonly recommendedDiskSpace?: TemplateFilter<number>;
  /** On the service's recommended list. */
  readonly recommended?: TemplateFilter<boolean>;
  readonly sshDirect?: TemplateFilter<boolean>;
  readonly tag?: TemplateFilter<string>;
  readonly useSsh?: TemplateFilter<boolean>;
}

type Kind = "number" | "string" | "boolean";

const FIELDS: Readonly<Record<keyof TemplateFilters, Kind>> = {
  creatorId: "number",
  createdAt: "number",
  countCreated: "number",
  defaultTag: "string",
  dockerLoginRepo: "string",
  id: "number",
  image: "string",
  jupDirect: "boolean",
  hashId: "string",
  name: "string",
  recentCreateDate: "number",
  recommendedDiskSpace: "number",
  recommended: "boolean",
  sshDirect: "boolean",
  tag: "string",
  useSsh: "boolean",
};

const OPERATORS = ["eq", "neq", "lt", "lte", "gt", "gte", "in", "notin"];
const LISTS = ["in", "notin"];

type Operators = Readonly<Record<string, unknown>>;

/** Every mistake at once, and the filters with every bare value spelled out. */
export function checkTemplateFilters(raw: unknown): {
  failures: CheckFailure[];
  filters: Record<string, Operators>;
} {
  if (!isObject(raw)) return { failures: [failure("filters", "an object of filters", raw)], filters: {} };
  const failures: CheckFailure[] = [];
  const filters: Record<string, Operators> = {};
  for (const [field, value] of Object.entries(raw)) {
    if (value === undefined || value === null) continue;
    if (!isField(field)) {
      const near = nearMatch(field, Object.keys(FIELDS));
      const hint = near === undefined ? "" : ` Did you mean \`${near}\`?`;
      failures.push({
        property: `filters.${field}`,
        reason: `\`filters.${field}\` is not a field that templates are searched by.${hint}`,
      });
      continue;
    }
    const operators = Array.isArray(value) ? { in: value } : isObject(value) ? value : { eq: value };
    failures.push(...operatorFailures(`filters.${field}`, FIELDS[field], operators));
    filters[field] = operators;
  }
  return { failures, filters };
}

function operatorFailures(path: string, kind: Kind, operators: Operators): CheckFailure[] {
  return Object.entries(operators).flatMap(([operator, value]): CheckFailure[] => {
    const place = `${path}.${operator}`;
    if (!OPERATORS.includes(operator)) {
      return [
        { property: place, reason: `\`${place}\` is not an operator; there are ${OPERATORS.join(", ")}.` },
      ];
    }
    if (!LISTS.includes(operator)) return typeof value === kind ? [] : [failure(place, `a ${kind}`, value)];
    if (!Array.isArray(value) || value.length === 0)
      return [failure(place, `a list of at least one ${kind}`, value)];
    return value.flatMap((item: unknown, index) =>
      typeof item === kind ? [] : [failure(`${place}[${String(index)}]`, `a ${kind}`, item)],
    );
  });
}

function failure(path: string, rule: string, value: unknown): CheckFailure {
  return { property: path, reason: `Expected \`${path}\` to be ${rule}, got ${shown(value)}` };
}

function shown(value: unknown): string {
  if (typeof value === "object") return Array.isArray(value) ? "a list" : "an object";
  return value === undefined ? "nothing" : JSON.stringify(value);
}

function isField(name: string): name is keyof TemplateFilters {
  return Object.hasOwn(FIELDS, name);
}

function isObject(value: unknown): value is Operators {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
