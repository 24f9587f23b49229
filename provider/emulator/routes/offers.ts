import { isJsonObject, numberFrom, type JsonObject } from "../model/json-value";
import { offerField, parseOfferFilter, satisfies, type OfferCondition } from "../model/offer-filters";
import { offerRow, type OfferRow } from "../model/offer-row";
import { orderRecords } from "../model/record-filters";
import { json, refusal, type EmulatorReply } from "../model/replies";
import type { Route, RouteCall } from "../model/route";

interface Search {
  readonly conditions: readonly OfferCondition[];
  readonly type: "ondemand" | "bid";
  readonly limit: number;
  readonly order: readonly (readonly [string, boolean])[];
  readonly storage: number;
}

const MOST_ROWS = 64;
const DEFAULT_STORAGE_GB = 8;
const CONTROL_KEYS = [
  "type",
  "limit",
  "order",
  "allocated_storage",
  "disable_bundling",
  "target_reliability",
  "extra_ids",
  "show_incompatible",
  "template_id",
];
const INTERFACE_KEYS = [
  "gpu_name",
  "num_gpus",
  "reliability",
  "gpu_ram",
  "verified",
  "rentable",
  "type",
  "limit",
];
const DEFAULT_FILTERS: readonly OfferCondition[] = [
  { field: "verified", operator: "eq", values: [true] },
  { field: "rentable", operator: "eq", values: [true] },
  { field: "rented", operator: "eq", values: [false] },
];
const TYPES: Readonly<Record<string, "ondemand" | "bid">> = {
  ondemand: "ondemand",
  "on-demand": "ondemand",
  reserved: "ondemand",
  bid: "bid",
  interruptible: "bid",
};
const SPARSE_FIELDS = ["id", "num_gpus", "gpu_name", "dph_total"];

function search(call: RouteCall, asked: JsonObject): EmulatorReply {
  const parsed = parseSearch(asked, call.world.options.interfaceOnly === "strict");
  if (typeof parsed === "string") {
    return refusal(400, "invalid_request", parsed);
  }
  const now = call.world.now();
  const view = { type: parsed.type, allocatedStorage: parsed.storage, nowMs: now };
  const rows = call.world.market
    .all(now)
    .map((offer) => offerRow(offer, view))
    .filter((row) => Number(row["disk_space"]) >= parsed.storage)
    .filter((row) => parsed.conditions.every((condition) => satisfies(row, condition)));
  const shown = orderRecords(rows, parsed.order).slice(0, parsed.limit);
  return json(200, {
    success: true,
    offers: call.world.options.sparseRecords === true ? shown.map(sparse) : shown,
  });
}

function sparse(row: OfferRow): OfferRow {
  return Object.fromEntries(SPARSE_FIELDS.map((field) => [field, row[field]]));
}

function parseSearch(asked: JsonObject, interfaceKeysOnly: boolean): Search | string {
  const conditions: OfferCondition[] = [];
  for (const [key, value] of Object.entries(asked)) {
    if (interfaceKeysOnly && !INTERFACE_KEYS.includes(key)) {
      return `Unknown search key: ${key}`;
    }
    if (CONTROL_KEYS.includes(key)) {
      continue;
    }
    const parsed = parseOfferFilter(key, value);
    if (typeof parsed === "string") {
      return parsed;
    }
    // The service's own quirk: a filter on `id` matches nothing, `ask_contract_id` works.
    conditions.push(
      ...parsed.map((condition) =>
        key === "id" ? { ...condition, operator: "in" as const, values: [] } : condition,
      ),
    );
  }
  const reliability = numberFrom(asked["target_reliability"]);
  if (reliability !== undefined) {
    conditions.push({ field: "expected_reliability", operator: "gte", values: [reliability] });
  }
  const stated = new Set(Object.keys(asked).map((key) => offerField(key) ?? key));
  const rest = parseControls(asked);
  return typeof rest === "string"
    ? rest
    : { ...rest, conditions: [...DEFAULT_FILTERS.filter(({ field }) => !stated.has(field)), ...conditions] };
}

function parseControls(asked: JsonObject): Omit<Search, "conditions"> | string {
  const type = TYPES[typeof asked["type"] === "string" ? asked["type"] : "ondemand"];
  if (type === undefined || (asked["type"] !== undefined && typeof asked["type"] !== "string")) {
    return "Invalid type: expected ondemand, bid or reserved";
  }
  const limit = asked["limit"] == null ? MOST_ROWS : numberFrom(asked["limit"]);
  if (limit === undefined || !Number.isInteger(limit) || limit < 1) {
    return "Invalid limit: expected a positive integer";
  }
  const storage =
    asked["allocated_storage"] == null ? DEFAULT_STORAGE_GB : numberFrom(asked["allocated_storage"]);
  if (storage === undefined || storage < 0) {
    return "Invalid allocated_storage: expected a number of GB";
  }
  const order = parseOrder(asked["order"] ?? [["score", "desc"]]);
  return typeof order === "string" ? order : { type, limit: Math.min(limit, MOST_ROWS), storage, order };
}

function parseOrder(order: unknown): (readonly [string, boolean])[] | string {
  const wrong = "Invalid order: expected a list of [field, asc or desc]";
  if (!Array.isArray(order)) {
    return wrong;
  }
  const entries: readonly unknown[] = order;
  const columns: (readonly [string, boolean])[] = [];
  for (const entry of entries) {
    if (!Array.isArray(entry)) {
      return wrong;
    }
    const pair: readonly unknown[] = entry;
    const [name, direction] = pair;
    const field = typeof name === "string" ? offerField(name) : undefined;
    if (field === undefined || (direction !== "asc" && direction !== "desc")) {
      return wrong;
    }
    columns.push([field, direction === "desc"]);
  }
  return columns;
}

/** The search for offers, in both its forms. */
export const OFFER_ROUTES: readonly Route[] = [
  {
    name: "offers.search",
    method: "POST",
    path: "/api/v0/bundles/",
    // Ten a minute.
    pace: { intervalSeconds: 6, burst: 10, namesThreshold: false },
    inInterface: true,
    handle: (call) => search(call, call.body),
  },
  {
    name: "offers.search-asks",
    method: "PUT",
    path: "/api/v0/search/asks/",
    pace: { intervalSeconds: 6, burst: 10, namesThreshold: false },
    inInterface: false,
    handle: (call) => {
      const query = call.body["q"];
      return isJsonObject(query)
        ? search(call, query)
        : refusal(400, "invalid_request", "q must be an object");
    },
  },
];
