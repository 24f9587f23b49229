import {
  allOffersThat,
  describeExclusion,
  excludingFilters,
  relaxedSearches,
  type Exclusion,
} from "../../../rules/offer/offer-exclusion";
import { filterRules } from "../../../rules/offer/offer-filter-canonical";
import { isKnownGpu, nearGpuNames } from "../../../rules/offer/offer-gpu-near";
import { isSameGpu } from "../../../rules/offer/offer-gpu-name";
import type { BrokenRule } from "../../../rules/offer/offer-match";
import type { Offer } from "../../../rules/offer/offer";
import type { OfferFilters } from "../../../rules/offer/offer-query";
import type { FoundOffers, OfferSearch } from "../../../rules/offer/offer-request";
import { formatPrice, formatPriceUp, leastHourlyPrice } from "../../../rules/offer/rental-price";
import { searchFor } from "./fitting-offers";
import type { LaunchSpec } from "./launch-spec";
import { LEAST_DISK_GB } from "../../../rules/service-facts";

/** A query of a launch that found nothing to rent, and the means to find out why. */
export interface NoOfferQuestion {
  readonly spec: LaunchSpec;
  /** Which of the launch's queries. */
  readonly index: number;
  /** What its own search found, none of which fits. */
  readonly found: FoundOffers;
  /** Makes a wider search. */
  readonly search: (search: OfferSearch) => Promise<FoundOffers>;
  /** Whether there is no time left for another. */
  readonly isOver: () => boolean;
}

/** What was found out. */
export interface Explanation {
  /** A sentence without a full stop; undefined where no single argument and no pair is the cause. */
  readonly sentence?: string | undefined;
  /** Whether every search was made that might show the cause. */
  readonly isComplete: boolean;
}

/**
 * What excludes every offer, in a sentence that names arguments as the program writes them. Makes a few wider searches,
 * the likeliest first, until one shows it.
 */
export async function explainNoOffer(question: NoOfferQuestion): Promise<Explanation> {
  const { spec, found } = question;
  const ours = describeOurs(spec, found.offers);
  if (ours !== undefined) return { sentence: ours, isComplete: true };
  const { queries } = "queries" in spec.candidates ? spec.candidates : { queries: [] };
  const query = queries[question.index];
  if (query === undefined) return { isComplete: true };
  const search = searchFor(spec, query);
  const gpu = await describeGpu(search, question);
  if (gpu !== undefined) return { sentence: gpu, isComplete: true };
  const seen = new Map<number, Offer>();
  for (const relaxed of relaxedSearches(search)) {
    if (question.isOver()) break;
    for (const offer of (await question.search(relaxed)).offers) seen.set(offer.id, offer);
    const alone = excludingFilters(search.filters, [...seen.values()])[0];
    if (alone?.fields.length === 1) return { sentence: blame(alone, question), isComplete: true };
  }
  if (question.isOver()) return { isComplete: false };
  const [worst] = excludingFilters(search.filters, [...seen.values()]);
  return {
    sentence: worst === undefined ? await describeRoom(search, question) : blame(worst, question),
    isComplete: true,
  };
}

/** Values that the program marks secret are in no message. */
function blame(exclusion: Exclusion, question: NoOfferQuestion): string {
  const { secrets } = question.spec;
  const nameOf = (rule: BrokenRule): string => argumentOf(rule, question);
  const names = [...new Set(exclusion.nearest.map(nameOf))];
  if (!names.some((name) => secrets.includes(rootOf(name)))) return describeExclusion(exclusion, nameOf);
  return `${names.join(" and ")} ${names.length > 1 ? "together exclude" : "excludes"} every offer that fits otherwise`;
}

/** `search` of "`search[1].filters.gpuRam`" */
function rootOf(argument: string): string {
  return /^`(\w+)/.exec(argument)?.[1] ?? "";
}

/** Offers that the query found, and that the rest of the arguments excludes. */
function describeOurs({ inputs, disk, secrets }: LaunchSpec, offers: readonly Offer[]): string | undefined {
  if (offers.length === 0) return undefined;
  const who = allOffersThat("match", offers.length);
  const { price: bid, maxHourlyPriceUsd: cap } = inputs;
  const of = (name: string, value: number): string =>
    secrets.includes(name) ? `\`${name}\`` : `\`${name}\` of ${formatPrice(value)}`;
  const floors = offers.flatMap(({ minBid }) => minBid ?? []);
  if (bid !== undefined && floors.length === offers.length && floors.every((floor) => floor > bid)) {
    return `${of("price", bid)} is below the minimum bid of ${who}; the lowest is ${formatPriceUp(Math.min(...floors))}`;
  }
  const totals = offers.flatMap((offer) => leastHourlyPrice(offer, { disk, bid }) ?? []);
  if (cap !== undefined && totals.length === offers.length && totals.every((total) => total > cap)) {
    const isShown = !secrets.includes("price") && !secrets.includes("disk");
    const nearest = isShown
      ? `; with ${String(disk)} GB the nearest costs ${formatPriceUp(Math.min(...totals))}`
      : "";
    return `${of("maxHourlyPriceUsd", cap)} excludes ${who}${nearest}`;
  }
  return describeDisk(disk, secrets, offers);
}

function describeDisk(
  disk: number,
  secrets: readonly string[],
  offers: readonly Offer[],
): string | undefined {
  const room = offers.flatMap(({ diskSpace }) => diskSpace ?? []);
  if (room.length === 0 || room.length < offers.length || room.some((space) => space >= disk))
    return undefined;
  const most = String(Math.floor(Math.max(...room)));
  const asked = secrets.includes("disk") ? "`disk`" : `\`disk\` of ${String(disk)} GB`;
  return `${asked} is more than ${offers.length === 1 ? "the one offer that matches otherwise has" : `any of the ${String(offers.length)} offers that match otherwise has`} free; the most is ${most} GB`;
}

/** Offers that only have too little room for the disk: a service may exclude them by itself. */
async function describeRoom(search: OfferSearch, question: NoOfferQuestion): Promise<string | undefined> {
  const { disk, secrets } = question.spec;
  if (disk <= LEAST_DISK_GB || question.isOver()) return undefined;
  const { offers } = await question.search({ ...search, allocatedStorage: LEAST_DISK_GB });
  return describeDisk(disk, secrets, offers);
}

/** A model that the service has never listed, and models with similar names. */
async function describeGpu(search: OfferSearch, question: NoOfferQuestion): Promise<string | undefined> {
  const rule = filterRules({ gpuName: search.filters.gpuName }).find(
    ({ operator }) => operator === "eq" || operator === "in",
  );
  const asked = rule === undefined ? [] : [rule.operand].flat().filter((name) => typeof name === "string");
  const argument = argumentOf({ field: "gpuName" }, question);
  if (rule === undefined || asked.some(isKnownGpu) || question.spec.secrets.includes(rootOf(argument)))
    return undefined;
  const nearNames = [...new Set(asked.flatMap((name) => nearGpuNames(name)))].filter(
    (name) => !asked.some((other) => isSameGpu(other, name)),
  );
  if (nearNames.length === 0 || question.isOver()) return undefined;
  const filters = { ...search.filters, gpuName: { in: nearNames } };
  const { offers } = await question.search({ ...search, filters });
  const cheapest = new Map<string, number | undefined>();
  for (const { gpuName, dphTotal } of offers) {
    if (gpuName === undefined || !nearNames.some((name) => isSameGpu(name, gpuName))) continue;
    const known = cheapest.get(gpuName);
    cheapest.set(gpuName, known === undefined ? dphTotal : Math.min(known, dphTotal ?? known));
  }
  const isOffered = cheapest.size > 0;
  const listed = isOffered
    ? [...cheapest].map(
        ([gpu, price]) => `"${gpu}"${price === undefined ? "" : ` from ${formatPriceUp(price)}`}`,
      )
    : nearNames.map((gpu) => `"${gpu}"`);
  const names = asked.map((one) => JSON.stringify(one)).join(" or ");
  const isOne = listed.length === 1;
  const near = `${isOne ? "the near name" : "near names"}${isOffered ? " on offer" : ""} ${isOne ? "is" : "are"}`;
  return `${argument}: no GPU is called ${names}; ${near} ${listed.join(", ")}`;
}

/** The program's name for the argument that a rule of the search comes from. */
function argumentOf(
  { field, operand }: Pick<BrokenRule, "field"> & Partial<BrokenRule>,
  { spec, index }: NoOfferQuestion,
): string {
  const { search: own = [], maxHourlyPriceUsd: cap } = spec.inputs;
  const query = own[index];
  const isPrice = field === "dphTotal" || field === "minBid";
  const isOwn = query !== undefined && ownLimits(query.filters, field).includes(operand);
  if (isPrice && cap !== undefined && operand === cap && !isOwn) return "`maxHourlyPriceUsd`";
  const place = own.length > 1 ? `search[${String(index)}]` : "search";
  if (query !== undefined && Object.hasOwn(query.filters, field)) return `\`${place}.filters.${field}\``;
  const merged = "queries" in spec.candidates ? spec.candidates.queries[index] : undefined;
  return merged !== undefined && Object.hasOwn(merged.filters, field)
    ? `the template's \`extraFilters.${field}\``
    : `the default filter \`${field}\``;
}

function ownLimits(filters: OfferFilters, field: string): unknown[] {
  return filterRules(filters)
    .filter((rule) => rule.field === field)
    .map(({ operand }) => operand);
}
