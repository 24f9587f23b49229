import type { CheckFailure } from "../validation/check-failure";
import { nearMatch } from "../validation/near-match";

/** The eight operators on one field; all that are given must hold. */
export interface TemplateOperators<T> {
  /** Equal to. */
  readonly eq?: T;
  /** Not equal to. */
  readonly neq?: T;
  /** Less than. */
  readonly lt?: T;
  /** At most. */
  readonly lte?: T;
  /** Greater than. */
  readonly gt?: T;
  /** At least. */
  readonly gte?: T;
  /** One of these; at least one. */
  readonly in?: readonly T[];
  /** None of these; at least one. */
  readonly notin?: readonly T[];
}

/** A bare value means `eq`, a list means `in`. */
export type TemplateFilter<T> = T | readonly T[] | TemplateOperators<T>;

/** Filters on templates: every field that the API specification allows in a search. */
export interface TemplateFilters {
  /** The account that created it. */
  readonly creatorId?: TemplateFilter<number>;
  /** When it was created, in epoch seconds. */
  readonly createdAt?: TemplateFilter<number>;
  /** How many instances were launched from it. */
  readonly countCreated?: TemplateFilter<number>;
  /** Tag that is used where none is given. */
  readonly defaultTag?: TemplateFilter<string>;
  /** Address of the private registry. */
  readonly dockerLoginRepo?: TemplateFilter<string>;
  /** The numeric id, which survives edits. */
  readonly id?: TemplateFilter<number>;
  /** Docker image, the whole name. */
  readonly image?: TemplateFilter<string>;
  /** Whether Jupyter is direct instead of through the service's proxy. */
  readonly jupDirect?: TemplateFilter<boolean>;
  /** Hash of the content, which changes with every edit. */
  readonly hashId?: TemplateFilter<string>;
  /** The whole name: this is no free-text search. */
  readonly name?: TemplateFilter<string>;
  /** When an instance was last launched from it, in epoch seconds. */
  readonly recentCreateDate?: TemplateFilter<number>;
  /** Disk in GB for machines that set none. */
  readonly recommendedDiskSpace?: TemplateFilter<number>;
  /** Whether it is on the service's recommended list. */
  readonly recommended?: TemplateFilter<boolean>;
  /** Whether SSH is direct instead of through the service's proxy. */
  readonly sshDirect?: TemplateFilter<boolean>;
  /** Tag of the image. */
  readonly tag?: TemplateFilter<string>;
  /** Whether there is SSH access. */
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
