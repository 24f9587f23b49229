import { z } from "zod";
import { addFailures } from "../validation/failure-issues";
import { customTypes } from "../validation/has-types";
import { isRecord } from "../validation/is-record";
import type { OfferQuery, RentalType } from "./offer-query";
import { checkOfferQuery, normalizeOfferQuery } from "./offer-query-schema";
import { containsUnknown, isUnknown } from "../validation/unknown";

/**
 * `search`: a query, or queries in order, all of one rental type. Gives a list of queries in their canonical spelling; a
 * query that holds a value not known yet stays as it is.
 */
export const searchSchema = z
  .custom<OfferQuery | OfferQuery[]>((search) => !isUnknown(search))
  .superRefine(checkSearch)
  .register(customTypes, { type: "object or list of objects" })
  .transform((search) =>
    listOf(search).map((query) => (containsUnknown(query) ? query : normalizeOfferQuery(query))),
  );

function listOf<T>(search: T | T[]): T[] {
  return Array.isArray(search) ? search : [search];
}

function checkSearch(search: unknown, context: z.core.$RefinementCtx): void {
  if (!Array.isArray(search)) {
    addFailures(checkOfferQuery(search, "search"), "search", search, context);
    return;
  }
  if (search.length === 0) context.addIssue("Expected `search` to hold at least one query");
  search.forEach((query: unknown, index) => {
    addFailures(checkOfferQuery(query, `search[${index}]`), "search", query, context);
  });
  checkOneType(search, context);
}

function checkOneType(queries: readonly unknown[], context: z.core.$RefinementCtx): void {
  const types = queries.map(rentalTypeOf);
  const first = types[0];
  const other = types.findIndex((type) => type !== undefined && type !== first);
  if (first === undefined || other < 0) return;
  context.addIssue({
    code: "custom",
    path: [other, "type"],
    message:
      `\`search[${other}]\` searches "${types[other] ?? ""}" offers and \`search[0]\` "${first}" ones: ` +
      "an instance is either interruptible or not, so give all queries one `type`",
  });
}

/** The rental type of a query, "ondemand" where it names none; undefined where it is not known. */
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
