import { describeExclusion, excludingFilters, relaxedSearches } from "../../rules/offer-exclusion";
import { filterRules } from "../../rules/offer-filter-canonical";
import { isKnownGpu, nearGpuNames } from "../../rules/offer-gpu-near";
import { isSameGpu } from "../../rules/offer-gpu-name";
import type { BrokenRule } from "../../rules/offer-match";
import type { Offer } from "../../rules/offer";
import type { OfferFilters } from "../../rules/offer-query";
import type { FoundOffers, OfferSearch } from "../../rules/offer-request";
import { formatPrice, formatPriceUp, leastHourlyPrice } from "../../rules/rental-price";
import { searchFor } from "./fitting-offers";
import type { Order } from "./order";

/** GB. The least that the service rents. */
const LEAST_DISK_GB = 8;

/** A query of an order that found nothing to rent, and how to find out why. */
export interface NoOfferQuestion {
  readonly order: Order;
  /** Which of the order's queries. */
  readonly index: number;
  /** What its own search found, none of which fits. */
  readonly found: FoundOffers;
  /** Makes a wider search. */
  readonly search: (search: OfferSearch) => Promise<FoundOffers>;
  /** Whether there is no time left for another. */
  readonly isOver: () => boolean;
}

/**
 * What excludes every offer, in a sentence without a full stop that names arguments as the program writes them; undefined
 * where no single one and no pair is to blame. Asks for a few wider searches, the likeliest first, until one tells.
 */
export async function explainNoOffer(question: NoOfferQuestion): Promise<string | undefined> {
  const { order, found } = question;
  const ours = describeOurs(order, found.offers);
  if (ours !== undefined) return ours;
  const { queries } = "queries" in order.candidates ? order.candidates : { queries: [] };
  const query = queries[question.index];
  if (query === undefined) return undefined;
  const search = searchFor(order, query);
  const gpu = await describeGpu(search, question);
  if (gpu?.isOffered === true) return gpu.sentence;
  const seen = new Map<number, Offer>();
  for (const relaxed of relaxedSearches(search)) {
    if (question.isOver()) break;
    for (const offer of (await question.search(relaxed)).offers) seen.set(offer.id, offer);
    const alone = excludingFilters(search.filters, [...seen.values()]).find(
      ({ fields }) => fields.length === 1,
    );
    if (alone !== undefined) break;
  }
  const [worst] = excludingFilters(search.filters, [...seen.values()]);
  const blamed =
    worst === undefined
      ? await describeRoom(search, question)
      : describeExclusion(worst, (rule) => argumentOf(rule, question));
  return [blamed, gpu?.sentence].filter((part) => part !== undefined).join("; ") || undefined;
}

/** Offers that the query found, and that the rest of the arguments excludes. */
function describeOurs({ inputs, disk }: Order, offers: readonly Offer[]): string | undefined {
  if (offers.length === 0) return undefined;
  const who =
    offers.length === 1 ? "the one offer that matches" : `all ${String(offers.length)} offers that match`;
  const { price: bid, maxHourlyPriceUsd: cap } = inputs;
  const floors = offers.flatMap(({ minBid }) => minBid ?? []);
  if (bid !== undefined && floors.length === offers.length && floors.every((floor) => floor > bid)) {
    return `\`price\` of ${formatPrice(bid)} is below the minimum bid of ${who}; the lowest is ${formatPriceUp(Math.min(...floors))}`;
  }
  const totals = offers.flatMap((offer) => leastHourlyPrice(offer, { disk, bid }) ?? []);
  if (cap !== undefined && totals.length === offers.length && totals.every((total) => total > cap)) {
    return `\`maxHourlyPriceUsd\` of ${formatPrice(cap)} excludes ${who}; with ${String(disk)} GB the nearest costs ${formatPriceUp(Math.min(...totals))}`;
  }
  return describeDisk(disk, offers);
}

function describeDisk(disk: number, offers: readonly Offer[]): string | undefined {
  const room = offers.flatMap(({ diskSpace }) => diskSpace ?? []);
  if (room.length === 0 || room.length < offers.length || room.some((space) => space >= disk))
    return undefined;
  const most = String(Math.floor(Math.max(...room)));
  return offers.length === 1
    ? `\`disk\` of ${String(disk)} GB is more than the one offer that matches otherwise has free, ${most} GB`
    : `\`disk\` of ${String(disk)} GB is more than any of the ${String(offers.length)} offers that match otherwise has free; the most is ${most} GB`;
}

/** Offers that only have too little room for the disk: a service may leave them out by itself. */
async function describeRoom(search: OfferSearch, question: NoOfferQuestion): Promise<string | undefined> {
  const { disk } = question.order;
  if (disk <= LEAST_DISK_GB || question.isOver()) return undefined;
  const { offers } = await question.search({ ...search, allocatedStorage: LEAST_DISK_GB });
  return describeDisk(disk, offers);
}

/** A model that nobody offers by this name, and models of nearly that name. */
async function describeGpu(
  search: OfferSearch,
  question: NoOfferQuestion,
): Promise<{ readonly sentence: string; readonly isOffered: boolean } | undefined> {
  const rule = filterRules({ gpuName: search.filters.gpuName }).find(
    ({ operator }) => operator === "eq" || operator === "in",
  );
  const asked = rule === undefined ? [] : [rule.operand].flat().filter((name) => typeof name === "string");
  const near = [...new Set(asked.flatMap((name) => nearGpuNames(name)))].filter(
    (name) => !asked.some((other) => isSameGpu(other, name)),
  );
  // The names of models that exist are not to blame before anything else is.
  if (rule === undefined || near.length === 0 || asked.some(isKnownGpu) || question.isOver())
    return undefined;
  const { offers } = await question.search({
    ...search,
    filters: { ...search.filters, gpuName: { in: near } },
  });
  const cheapest = new Map<string, number | undefined>();
  for (const { gpuName, dphTotal } of offers) {
    if (gpuName === undefined || !near.some((name) => isSameGpu(name, gpuName))) continue;
    const known = cheapest.get(gpuName);
    cheapest.set(gpuName, known === undefined ? dphTotal : Math.min(known, dphTotal ?? known));
  }
  const name = argumentOf({ field: "gpuName" }, question);
  const names = asked.map((one) => JSON.stringify(one)).join(", ");
  const listed =
    cheapest.size > 0
      ? [...cheapest].map(
          ([gpu, price]) => `"${gpu}"${price === undefined ? "" : ` from ${formatPrice(price)}`}`,
        )
      : near.map((gpu) => `"${gpu}"`);
  return {
    sentence: `${name}: no GPU is called ${names}; near names${cheapest.size > 0 ? " on offer" : ""} are ${listed.join(", ")}`,
    isOffered: cheapest.size > 0,
  };
}

/** What the program calls the argument that a rule of the search comes from. */
function argumentOf(
  { field, operand }: Pick<BrokenRule, "field"> & Partial<BrokenRule>,
  { order, index }: NoOfferQuestion,
): string {
  const { search: own = [], maxHourlyPriceUsd: cap } = order.inputs;
  const query = own[index];
  const isPrice = field === "dphTotal" || field === "minBid";
  const isOwn = query !== undefined && ownLimits(query.filters, field).includes(operand);
  if (isPrice && cap !== undefined && operand === cap && !isOwn) return "`maxHourlyPriceUsd`";
  const place = own.length > 1 ? `search[${String(index)}]` : "search";
  if (query !== undefined && Object.hasOwn(query.filters, field)) return `\`${place}.filters.${field}\``;
  const merged = "queries" in order.candidates ? order.candidates.queries[index] : undefined;
  return merged !== undefined && Object.hasOwn(merged.filters, field)
    ? `the template's \`extraFilters.${field}\``
    : `the default filter \`${field}\``;
}

function ownLimits(filters: OfferFilters, field: string): unknown[] {
  return filterRules(filters)
    .filter((rule) => rule.field === field)
    .map(({ operand }) => operand);
}
