import { custom, isRecord, type Rule } from "./argument-rules";
import type { Findings } from "./findings";
import type { OfferQuery, RentalType } from "./offer-query";
import { checkOfferQuery, normalizeOfferQuery } from "./offer-query-schema";
import { containsUnknown, isUnknown } from "./unknown";

/**
 * A query, or queries in order, all of one rental type. Gives a list of queries in their one spelling; a query that
 * holds a value not known yet stays as it is.
 */
export function searchRule(): Rule<OfferQuery | readonly OfferQuery[]> {
  return custom((value, path, findings) => {
    if (!Array.isArray(value)) return [checkQuery(value, path, findings)];
    if (value.length === 0) findings.add(path, `Expected \`${path}\` to hold at least one query`);
    const queries = value.map((query: unknown, index) => checkQuery(query, `${path}[${index}]`, findings));
    checkOneType(value, path, findings);
    return queries;
  });
}

function checkQuery(query: unknown, path: string, findings: Findings): unknown {
  if (isUnknown(query)) return query;
  const failures = checkOfferQuery(query, path);
  findings.addAll(failures);
  return failures.length > 0 || containsUnknown(query) ? query : normalizeOfferQuery(query);
}

function checkOneType(queries: readonly unknown[], path: string, findings: Findings): void {
  const types = queries.map(rentalTypeOf);
  const first = types[0];
  const other = types.findIndex((type) => type !== undefined && type !== first);
  if (first === undefined || other < 0) return;
  findings.add(
    `${path}[${other}].type`,
    `\`${path}[${other}]\` searches "${types[other] ?? ""}" offers and \`${path}[0]\` "${first}" ones: ` +
      "an instance is either interruptible or not, so give all queries one `type`",
  );
}

/** The rental type a query asks for, "ondemand" where it names none; undefined where that cannot be told. */
export function rentalTypeOf(query: unknown): RentalType | undefined {
  if (!isRecord(query)) return undefined;
  switch (query["type"]) {
    case undefined:
    case null:
    case "ondemand":
    case "on-demand":
      return "ondemand";
    case "bid":
      return "bid";
    default:
      return undefined;
  }
}
