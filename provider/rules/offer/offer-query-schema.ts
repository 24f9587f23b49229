import { ProviderError } from "../../errors";
import type { CheckFailure } from "../validation/check-failure";
import { nearMatch } from "../validation/near-match";
import { OFFER_ORDER_FIELDS, isOfferField, isOrderField } from "./offer-fields";
import { canonicalFilters, isArray } from "./offer-filter-canonical";
import { isRecord } from "../validation/is-record";
import { checkFilters, didYouMean, nearField } from "./offer-filter-check";
import type { OfferQuery } from "./offer-query";
import { expected } from "./offer-value-check";
import { isUnknown } from "../validation/unknown";
import { LARGEST_SEARCH_LIMIT } from "../service-facts";

const DIRECTIONS = ["asc", "desc"];

/** What people write for a rental type. */
const TYPE_ALIASES: Readonly<Record<string, string>> = {
  spot: "bid",
  interruptible: "bid",
  preemptible: "bid",
  "on demand": "ondemand",
  on_demand: "ondemand",
};

type Check = (value: unknown, path: string) => CheckFailure[];

/** One check for every property of a query. */
const CHECKS: Readonly<Record<keyof OfferQuery, Check>> = {
  filters: checkFilters,
  type: checkType,
  orderBy: checkOrder,
  limit: checkLimit,
};

/** The path of a property; the root's own path may be empty. */
function below(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

/**
 * Every mistake in an offer query at once, each with its path below `path` ("search", "search[1]", or "" where the
 * query is the root). A value that is not known yet, at any depth, is no mistake.
 */
export function checkOfferQuery(raw: unknown, path: string): CheckFailure[] {
  if (isUnknown(raw)) return [];
  if (!isRecord(raw))
    return [expected(path, "to be an offer query such as { filters: { numGpus: 1 } }", raw)];
  const missing = raw["filters"] === undefined || raw["filters"] === null;
  const failures = Object.entries(raw).flatMap(([name, value]) => {
    const place = below(path, name);
    if (value === undefined || value === null) return [];
    if (isQueryProperty(name)) return CHECKS[name](value, place);
    const hint = isOfferField(name)
      ? ` It is a filter: write it in \`${below(path, "filters")}\`.`
      : didYouMean(nearMatch(name, Object.keys(CHECKS)));
    return [{ property: place, reason: `\`${place}\` is not a property of an offer query.${hint}` }];
  });
  if (!missing) return failures;
  const place = below(path, "filters");
  return [...failures, expected(place, "to be an object of filters such as { numGpus: 1 }", undefined)];
}

function isQueryProperty(name: string): name is keyof OfferQuery {
  return Object.hasOwn(CHECKS, name);
}

function checkType(type: unknown, path: string): CheckFailure[] {
  if (isUnknown(type) || type === "ondemand" || type === "on-demand" || type === "bid") return [];
  const word = typeof type === "string" ? type.toLowerCase() : "";
  const near = TYPE_ALIASES[word] ?? nearMatch(word, ["ondemand", "bid"]);
  return [
    expected(
      path,
      'to be "ondemand" or "bid"',
      type,
      near === undefined ? undefined : `did you mean "${near}"?`,
    ),
  ];
}

function checkOrder(order: unknown, path: string): CheckFailure[] {
  if (isUnknown(order)) return [];
  if (!isArray(order)) {
    return [expected(path, 'to be a list of pairs such as [["dphTotal", "asc"]]', order)];
  }
  const [field, direction, ...rest] = order;
  if (typeof field === "string" && typeof direction === "string" && rest.length === 0 && !isUnknown(field)) {
    return [expected(path, "to be a list of pairs", order, `write [["${field}", "${direction}"]]`)];
  }
  return order.flatMap((pair: unknown, index) => checkPair(pair, `${path}[${index}]`));
}

function checkPair(pair: unknown, path: string): CheckFailure[] {
  if (isUnknown(pair)) return [];
  if (!isArray(pair) || pair.length !== 2) {
    return [expected(path, 'to be a field and "asc" or "desc"', pair)];
  }
  const [field, direction] = pair;
  return [...checkOrderField(field, `${path}[0]`), ...checkDirection(direction, `${path}[1]`)];
}

function checkOrderField(field: unknown, path: string): CheckFailure[] {
  if (isUnknown(field) || (typeof field === "string" && isOrderField(field))) return [];
  const near =
    typeof field === "string" ? (nearField(field) ?? nearMatch(field, OFFER_ORDER_FIELDS)) : undefined;
  return [
    expected(
      path,
      "to be a field that offers can be ordered by",
      field,
      near === undefined ? undefined : `did you mean "${near}"?`,
    ),
  ];
}

function checkDirection(direction: unknown, path: string): CheckFailure[] {
  if (isUnknown(direction) || direction === "asc" || direction === "desc") return [];
  const near = typeof direction === "string" ? nearMatch(direction, DIRECTIONS) : undefined;
  return [
    expected(
      path,
      'to be "asc" or "desc"',
      direction,
      near === undefined ? undefined : `did you mean "${near}"?`,
    ),
  ];
}

function checkLimit(limit: unknown, path: string): CheckFailure[] {
  if (isUnknown(limit)) return [];
  const isValid =
    typeof limit === "number" && Number.isInteger(limit) && limit >= 1 && limit <= LARGEST_SEARCH_LIMIT;
  return isValid ? [] : [expected(path, `to be a whole number from 1 to ${LARGEST_SEARCH_LIMIT}`, limit)];
}

/**
 * The canonical spelling of a query, for comparing and for keys: operators only, everything sorted, `type` spelled out.
 * Values that are not known yet stay as they are, also where the query itself is not known.
 * @throws INVALID_INPUT with every mistake of a query that `checkOfferQuery` refuses
 */
export function normalizeOfferQuery(raw: unknown): OfferQuery {
  const failures = checkOfferQuery(raw, "");
  const canonical = failures.length > 0 ? raw : canonicalQuery(raw);
  if (isOfferQuery(canonical)) return canonical;
  throw new ProviderError("INVALID_INPUT", failures.map(({ reason }) => reason).join(". "));
}

function isOfferQuery(query: unknown): query is OfferQuery {
  return checkOfferQuery(query, "").length === 0;
}

function canonicalQuery(raw: unknown): unknown {
  if (!isRecord(raw)) return raw;
  const { filters, type, orderBy, limit } = raw;
  return {
    filters: isUnknown(filters) ? filters : canonicalFilters(filters),
    type: type === undefined || type === null || type === "on-demand" ? "ondemand" : type,
    ...(orderBy === undefined || orderBy === null ? {} : { orderBy }),
    ...(limit === undefined || limit === null ? {} : { limit }),
  };
}
