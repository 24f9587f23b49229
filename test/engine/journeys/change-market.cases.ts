import type { Arguments, ChangeRow } from "./change-row";

const QUERY = (filters: object, more: object = {}): Arguments => ({ search: { filters, ...more } });
const BID = (price: number): Arguments => ({ search: { filters: { numGpus: 1 }, type: "bid" }, price });

/** Edits of where and for how much the machine is rented. */
export const MARKET_ROWS: readonly ChangeRow[] = [
  { edit: "the search is widened", after: QUERY({ numGpus: { gte: 1 } }), verdict: "update", onCli: true },
  {
    edit: "the search is narrowed, and still takes the machine",
    after: QUERY({ numGpus: 1, reliability: { gte: 0.9 }, gpuName: ["RTX 4090"] }),
    verdict: "update",
  },
  {
    edit: "the search is narrowed, and excludes the machine",
    after: QUERY({ numGpus: { gte: 4 } }),
    verdict: "replace",
    says: "numGpus: the rented machine has 1, the query now needs >= 4",
    onCli: true,
  },
  {
    edit: "the search is not known yet, and then takes the machine",
    after: QUERY({ numGpus: { gte: { $late: 1 } } }),
    verdict: "replace",
    up: "update",
    says: "search: part of the new query is not known yet",
  },
  {
    edit: "the search is not known yet, and then excludes the machine",
    after: QUERY({ numGpus: { gte: { $late: 4 } } }),
    verdict: "replace",
    says: "search: part of the new query is not known yet",
  },
  { edit: "the search is spelled otherwise", after: QUERY({ numGpus: { eq: 1 } }), verdict: "same" },
  {
    edit: "the order of the search is changed",
    after: QUERY({ numGpus: 1 }, { orderBy: [["reliability", "desc"]] }),
    verdict: "update",
  },
  {
    edit: "the limit of the search is changed",
    after: QUERY({ numGpus: 1 }, { limit: 200 }),
    verdict: "update",
  },
  {
    edit: "one of two queries takes the machine",
    after: { search: [{ filters: { numGpus: 4 } }, { filters: { gpuName: ["RTX 4090"] } }] },
    verdict: "update",
  },
  {
    edit: "both of two queries exclude the machine",
    after: { search: [{ filters: { numGpus: 4 } }, { filters: { numGpus: 8 } }] },
    verdict: "replace",
    says: "numGpus: the rented machine has 1, the query now needs = 4",
  },
  {
    edit: "the search names a field that was not recorded",
    after: QUERY({ numGpus: 1, clusterId: 3 }),
    verdict: "update",
    says: "clusterId: was not recorded when the machine was rented, so it excludes nothing",
  },
  {
    edit: "the search gives way to offers",
    after: { search: undefined, offerIds: ["$offer", 1] },
    verdict: "update",
  },
  {
    edit: "other offers are named",
    before: { search: undefined, offerIds: ["$offer"] },
    after: { search: undefined, offerIds: [1, 2] },
    verdict: "same",
    onCli: true,
  },
  {
    edit: "offers give way to a search",
    before: { search: undefined, offerIds: ["$offer"] },
    verdict: "update",
  },
  {
    edit: "offers give way to a search that excludes the machine",
    before: { search: undefined, offerIds: ["$offer"] },
    after: QUERY({ numGpus: { gte: 4 } }),
    verdict: "replace",
    says: "numGpus: the rented machine has 1, the query now needs >= 4",
  },

  { edit: "a limit is set above the price", after: { maxHourlyPriceUsd: 0.9 }, verdict: "update" },
  {
    edit: "a limit is set below the price",
    after: { maxHourlyPriceUsd: 0.3 },
    verdict: "replace",
    says: "maxHourlyPriceUsd: the rented machine costs $0.4000/h, the limit is now $0.3000/h",
  },
  {
    edit: "the limit is raised",
    before: { maxHourlyPriceUsd: 0.5 },
    after: { maxHourlyPriceUsd: 0.9 },
    verdict: "update",
  },
  { edit: "the limit is removed", before: { maxHourlyPriceUsd: 0.5 }, verdict: "update" },
  {
    edit: "the limit is not known yet, and then above the price",
    after: { maxHourlyPriceUsd: { $late: 0.9 } },
    verdict: "replace",
    up: "update",
    says: "maxHourlyPriceUsd: the new limit is not known yet",
  },

  {
    edit: "on-demand becomes a bid",
    after: BID(0.3),
    verdict: "replace",
    says: "price: the rented machine is on-demand, interruptible is requested now",
    onCli: true,
  },
  {
    edit: "a bid becomes on-demand",
    before: BID(0.3),
    verdict: "replace",
    says: "price: the rented machine is interruptible, on-demand is requested now",
  },
  {
    edit: "a bid is raised",
    before: BID(0.3),
    after: BID(0.35),
    verdict: "update",
    writes: ["bid"],
    onCli: true,
  },
  { edit: "a bid is lowered", before: BID(0.35), after: BID(0.3), verdict: "update", writes: ["bid"] },
];
