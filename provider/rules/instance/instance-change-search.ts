import { describeExcluded, excludedByRecord, unrecordedFields } from "../offer/offer-record";
import { searchSchema } from "../offer/search-schema";
import { containsUnknown } from "../validation/unknown";

/** What a changed search means for a machine that is already rented. */
export interface SearchVerdict {
  /** Why every one of the queries excludes the machine; empty where one would still take it. */
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Compares the queries with what was recorded when the machine was rented. A machine that any of them would take is
 * kept. A field that was not recorded excludes nothing, and a warning says so.
 */
export function queriesExcluding(search: unknown, recorded: unknown): SearchVerdict {
  if (containsUnknown(search))
    return { reasons: ["search: part of the new query is not known yet"], warnings: [] };
  const parsed = searchSchema.safeParse(search);
  if (!parsed.success)
    return { reasons: [], warnings: ["search: the query cannot be compared with the machine"] };
  const facts = typeof recorded === "object" && recorded !== null ? { ...recorded } : {};
  const verdicts = parsed.data.map((query) => ({
    excluded: excludedByRecord(query, facts),
    unrecorded: unrecordedFields(query, facts),
  }));
  const kept = verdicts.find(({ excluded }) => excluded.length === 0);
  const [first] = verdicts;
  if (kept === undefined && first !== undefined) {
    return { reasons: first.excluded.map(describeExcluded), warnings: [] };
  }
  const unrecorded = kept?.unrecorded ?? [];
  return {
    reasons: [],
    warnings: unrecorded.map(
      (field) => `${field}: was not recorded when the machine was rented, so it excludes nothing`,
    ),
  };
}
