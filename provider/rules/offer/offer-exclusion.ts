import { brokenRules, type BrokenRule } from "./offer-match";
import { canonicalFilters } from "./offer-filter-canonical";
import { describeOfferValue, describeRule } from "./offer-operators";
import type { OfferFilters } from "./offer-query";
import type { OfferSearch } from "./offer-search-request";
import type { Offer } from "./offer";

/** Most searches that the question "what excludes everything?" may cost. */
const PLAN_LIMIT = 6;

/** Filters that are never lifted: what they exclude cannot be rented. */
const KEPT = new Set(["rentable", "rented", "id"]);

/** Fields in the order in which they are most often what excludes everything. */
const SUSPECTS: readonly string[] = [
  ...["dphTotal", "minBid", "geolocation", "gpuRam", "gpuTotalRam", "numGpus", "reliability", "duration"],
  ...["verified", "verification", "datacenter", "machineId", "hostId", "inetDown", "inetUp", "diskSpace"],
  // What a user is least likely to change.
  "gpuName",
];

/** Filters which, lifted alone or in a pair, would let offers through. */
export interface Exclusion {
  /** one field, or two */
  readonly fields: readonly string[];
  /** how many of the offers found fit except for these fields */
  readonly offers: number;
  /** the rules broken by the offer that comes nearest */
  readonly nearest: readonly BrokenRule[];
}

/**
 * At most six searches to make after one that found nothing, each with some of its filters lifted: one filter at a time,
 * the likeliest first, the rest together, and all at once. Empty where no filter can be lifted.
 */
export function relaxedSearches(search: OfferSearch): OfferSearch[] {
  const fields = Object.keys(search.filters)
    .filter((field) => !KEPT.has(field))
    .sort((left, right) => rank(left) - rank(right));
  const isShort = fields.length < PLAN_LIMIT;
  const alone = isShort ? fields : fields.slice(0, PLAN_LIMIT - 2);
  const rest = isShort ? [] : fields.slice(PLAN_LIMIT - 2);
  const plans = [...alone.map((field) => [field]), rest, fields.length > 1 ? fields : []];
  return plans.filter((lifted) => lifted.length > 0).map((lifted) => without(search, lifted));
}

function rank(field: string): number {
  const index = SUSPECTS.indexOf(field);
  return index < 0 ? SUSPECTS.length : index;
}

/** `verified` is lifted by requesting both: without a value a deployment applies its own default. */
function without(search: OfferSearch, lifted: readonly string[]): OfferSearch {
  const kept = Object.entries(canonicalFilters(search.filters)).filter(([field]) => !lifted.includes(field));
  const both = lifted.includes("verified") ? { verified: { in: [false, true] } } : {};
  return { ...search, filters: canonicalFilters({ ...Object.fromEntries(kept), ...both }) };
}

/**
 * Which filter, or else which pair of filters, excludes everything: of offers found by relaxed searches, those that
 * fit except for one field, or except for two, most offers first. Empty where the offers do not show it.
 */
export function excludingFilters(filters: OfferFilters, offers: readonly Offer[]): Exclusion[] {
  const groups = new Map<string, { fields: readonly string[]; offers: Map<number, BrokenRule[]> }>();
  for (const offer of offers) {
    const broken = brokenRules(filters, offer);
    const fields = [...new Set(broken.map(({ field }) => field))].sort();
    if (fields.length === 0 || fields.length > 2) continue;
    const key = fields.join(" ");
    const group = groups.get(key) ?? { fields, offers: new Map<number, BrokenRule[]>() };
    group.offers.set(offer.id, broken);
    groups.set(key, group);
  }
  const found = [...groups.values()];
  const fewest = Math.min(...found.map(({ fields }) => fields.length));
  return found
    .filter(({ fields }) => fields.length === fewest)
    .map((group) => ({
      fields: group.fields,
      offers: group.offers.size,
      nearest:
        [...group.offers.values()].toSorted((left, right) => distance(left) - distance(right))[0] ?? [],
    }))
    .sort((left, right) => right.offers - left.offers);
}

/** How far an offer is from fitting, relative to the filter; 1 for what cannot be measured. */
function distance(broken: readonly BrokenRule[]): number {
  return broken.reduce((sum, { value, operand }) => {
    if (typeof value !== "number" || typeof operand !== "number") return sum + 1;
    return sum + Math.abs(value - operand) / Math.max(Math.abs(operand), Number.EPSILON);
  }, 0);
}

/**
 * "`search.filters.gpuRam` >= 48000 excludes all 12 offers that fit otherwise; the nearest has 24564".
 *
 * @param nameOf what the program calls the argument that a rule comes from, in backticks where it is a name
 */
export function describeExclusion(
  { fields, offers, nearest }: Exclusion,
  nameOf: (rule: BrokenRule) => string = ({ field }) => `\`${field}\``,
): string {
  const rules = nearest.map((rule) => `${nameOf(rule)} ${describeRule(rule)}`).join(" and ");
  const values = [...new Set(nearest.flatMap((rule) => valueWords(rule, fields.length > 1)))];
  const who = allOffersThat("fit", offers);
  const verb = nearest.length > 1 ? "together exclude" : "excludes";
  const nearestOne = values.length === 0 ? "" : `; the nearest ${values.join(" and ")}`;
  return `${rules} ${verb} ${who} otherwise${nearestOne}`;
}

/** "the one offer that fits", "both offers that fit", "all 12 offers that fit" */
export function allOffersThat(verb: "fit" | "match", count: number): string {
  if (count === 1) return `the one offer that ${verb === "fit" ? "fits" : "matches"}`;
  return count === 2 ? `both offers that ${verb}` : `all ${count} offers that ${verb}`;
}

/** Ids and names are not near to one another. */
function valueWords({ field, value }: BrokenRule, isNamed: boolean): string[] {
  const shown = describeOfferValue(field, value);
  if (typeof value !== "number" || field.endsWith("Id") || field === "id") return [];
  if (field === "dphTotal") return [`costs ${shown}`];
  if (field === "minBid") return [`takes bids from ${shown}`];
  return [`has ${isNamed ? `${field} ` : ""}${shown}`];
}
