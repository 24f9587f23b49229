import { isJsonObject, numberFrom, parseJson, textFrom, type JsonObject } from "../model/json-value";
import { matchRecord, orderRecords } from "../model/record-filters";
import { json, refusal, type EmulatorReply } from "../model/replies";
import type { Route, RouteCall } from "../model/route";
import { STORED_COLUMNS } from "../model/instance-record";
import { showInstance } from "./instances";

const DEFAULT_PAGE = 25;
const PAGE_FOR_NONSENSE = 5;

interface Page {
  readonly filters: JsonObject;
  readonly order: readonly (readonly [string, boolean])[];
  readonly size: number;
  readonly offset: number;
}

function list(call: RouteCall): EmulatorReply {
  const page = parsePage(call);
  if ("status" in page) {
    return page;
  }
  const { world, account } = call;
  const invalid = matchRecord({}, page.filters, STORED_COLUMNS);
  if (typeof invalid === "string") {
    return refusal(400, "invalid_request", invalid);
  }
  const all = world.contracts
    .listShown(account.id, world.now(), call.listLagMs)
    .map((contract) => showInstance(call, contract));
  const found = orderRecords(
    all.filter((record) => matchRecord(record, page.filters, STORED_COLUMNS) === true),
    page.order,
  );
  const end = page.offset + page.size;
  return json(200, {
    success: true,
    instances_found: found.length,
    total_instances: all.length,
    label_counts: countLabels(all),
    ...(end < found.length ? { next_token: tokenFor(end) } : {}),
    instances: found.slice(page.offset, end),
  });
}

function parsePage(call: RouteCall): Page | EmulatorReply {
  const { query } = call;
  const largest = call.world.options.pageSize ?? DEFAULT_PAGE;
  const limit = query.get("limit");
  const size = limit === null ? largest : numberFrom(limit);
  const token = query.get("after_token");
  const offset = token === null || token === "" ? 0 : offsetOf(token);
  if (offset === undefined) {
    return refusal(400, "invalid_token", "after_token is not valid");
  }
  const filters = parseJson(query.get("select_filters") ?? "{}");
  const order = parseOrder(parseJson(query.get("order_by") ?? "[]"));
  if (size === undefined || !isJsonObject(filters) || order === undefined) {
    return refusal(400, "invalid_request", "limit, select_filters or order_by cannot be read");
  }
  return {
    filters,
    order: order.length === 0 ? [["id", false]] : order,
    size: size <= 0 ? PAGE_FOR_NONSENSE : Math.min(Math.floor(size), largest),
    offset,
  };
}

function parseOrder(order: unknown): (readonly [string, boolean])[] | undefined {
  if (!Array.isArray(order)) {
    return undefined;
  }
  const entries: readonly unknown[] = order;
  const columns = entries.map((entry): readonly [string, boolean] | undefined => {
    const column = isJsonObject(entry) ? textFrom(entry["col"]) : undefined;
    const direction = isJsonObject(entry) ? (entry["dir"] ?? "asc") : undefined;
    const valid = column !== undefined && STORED_COLUMNS.includes(column);
    return valid && (direction === "asc" || direction === "desc")
      ? [column, direction === "desc"]
      : undefined;
  });
  const known = columns.filter((column) => column !== undefined);
  return known.length === columns.length ? known : undefined;
}

function tokenFor(offset: number): string {
  return Buffer.from(JSON.stringify({ offset })).toString("base64url");
}

function offsetOf(token: string): number | undefined {
  const decoded = parseJson(Buffer.from(token, "base64url").toString("utf8"));
  return isJsonObject(decoded) ? numberFrom(decoded["offset"]) : undefined;
}

function countLabels(records: readonly JsonObject[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const record of records) {
    const label = textFrom(record["label"]) ?? "";
    counts[label] = (counts[label] ?? 0) + 1;
  }
  return counts;
}

/** The account's instances, in pages; the list of the first version is gone. */
export const INSTANCE_LIST_ROUTES: readonly Route[] = [
  {
    name: "instances.list",
    method: "GET",
    path: "/api/v1/instances/",
    pace: { intervalSeconds: 1 },
    inInterface: false,
    handle: list,
  },
  {
    name: "instances.list-legacy",
    method: "GET",
    path: "/api/v0/instances/",
    inInterface: false,
    handle: () => refusal(410, "endpoint_removed", "Use GET /api/v1/instances/ instead."),
  },
  {
    name: "instances.filters",
    method: "GET",
    path: "/api/v0/instances/filters/",
    inInterface: false,
    handle: () => json(200, { success: true, filters: STORED_COLUMNS.map((column) => ({ column })) }),
  },
];
