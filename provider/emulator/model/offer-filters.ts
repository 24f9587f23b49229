import { booleanFrom, isJsonObject, numberFrom, textFrom } from "./json-value";
import { driverNumber, type OfferRow } from "./offer-row";

type Kind = "number" | "boolean" | "text" | "driver" | "country";
type Scalar = number | boolean | string | null;

const OPERATORS = ["eq", "neq", "gt", "gte", "lt", "lte", "in", "notin"] as const;
type Operator = (typeof OPERATORS)[number];

const NUMBERS =
  "bw_nvlink cluster_id compute_cap cpu_cores cpu_cores_effective cpu_ghz cpu_ram cuda_max_good direct_port_count " +
  "disk_bw disk_space dlperf dlperf_per_dphtotal dph_base dph_total duration end_date expected_reliability " +
  "flops_per_dphtotal gpu_frac gpu_max_power gpu_max_temp gpu_mem_bw gpu_ram gpu_total_ram host_id id inet_down " +
  "inet_down_cost inet_up inet_up_cost machine_id ask_contract_id bundle_id min_bid num_gpus pci_gen pcie_bw " +
  "reliability score storage_cost start_date total_flops hosting_type vericode";
const BOOLEANS =
  "datacenter external gpu_display_active has_avx rentable rented static_ip verified vms_enabled";
const TEXTS = "cpu_arch gpu_arch gpu_name mobo_name os_version verification cpu_name";

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...NUMBERS.split(" ").map((name): [string, Kind] => [name, "number"]),
  ...BOOLEANS.split(" ").map((name): [string, Kind] => [name, "boolean"]),
  ...TEXTS.split(" ").map((name): [string, Kind] => [name, "text"]),
  ["driver_version", "driver"],
  ["geolocation", "country"],
]);

interface Alias {
  readonly field: string;
  readonly factor: number;
}

const ALIASES: ReadonlyMap<string, Alias> = new Map([
  ["reliability2", { field: "reliability", factor: 1 }],
  ["dphtotal", { field: "dph_total", factor: 1 }],
  ["gpu_totalram", { field: "gpu_total_ram", factor: 1 }],
  ["gpu_ram_GB", { field: "gpu_ram", factor: 1000 }],
  ["cpu_ram_GB", { field: "cpu_ram", factor: 1000 }],
  ["gpu_totalram_GB", { field: "gpu_total_ram", factor: 1000 }],
  ["ubuntu_version", { field: "os_version", factor: 1 }],
  ["driver_vers", { field: "driver_version", factor: 1 }],
]);

/** One condition on one field. */
export interface OfferCondition {
  readonly field: string;
  readonly operator: Operator;
  readonly values: readonly Scalar[];
}

/** The field for a name in a filter or an order, or undefined where there is none. */
export function offerField(name: string): string | undefined {
  return KINDS.has(name) ? name : ALIASES.get(name)?.field;
}

/** The conditions that `filter` states on `name`, or the sentence that refuses it. */
export function parseOfferFilter(name: string, filter: unknown): OfferCondition[] | string {
  const alias = ALIASES.get(name);
  const field = alias?.field ?? name;
  const kind = KINDS.get(field);
  if (kind === undefined) {
    return `Unknown search field: ${name}`;
  }
  if (!isJsonObject(filter)) {
    return `Search field ${name} must be an object of operators`;
  }
  const conditions: OfferCondition[] = [];
  for (const [operator, value] of Object.entries(filter)) {
    const known = OPERATORS.find((candidate) => candidate === operator);
    if (known === undefined || (kind === "country" && !/^(eq|neq|in|notin)$/.test(known))) {
      return `Unknown operator ${operator} for search field ${name}`;
    }
    const listed = known === "in" || known === "notin";
    if (listed !== Array.isArray(value)) {
      return `Operator ${operator} of search field ${name} takes ${listed ? "a list" : "a single value"}`;
    }
    const raw: readonly unknown[] = Array.isArray(value) ? value : [value];
    const values = raw.map((item) => scalar(kind, item, alias?.factor ?? 1));
    if (values.some((item) => item === undefined)) {
      return `Invalid value for search field ${name}`;
    }
    conditions.push({ field, operator: known, values: values.filter((item) => item !== undefined) });
  }
  return conditions;
}

/** Whether a row of the market satisfies `condition`. */
export function satisfies(row: OfferRow, condition: OfferCondition): boolean {
  const kind = KINDS.get(condition.field) ?? "text";
  const actual = valueOf(row, condition.field, kind);
  const [wanted = null] = condition.values;
  switch (condition.operator) {
    case "eq":
      return actual === wanted;
    case "neq":
      return actual !== wanted;
    case "in":
      return condition.values.includes(actual);
    case "notin":
      return !condition.values.includes(actual);
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return compares(actual, condition.operator, wanted);
  }
}

function compares(actual: Scalar, operator: "gt" | "gte" | "lt" | "lte", wanted: Scalar): boolean {
  if (actual === null || wanted === null) {
    return false;
  }
  switch (operator) {
    case "gt":
      return actual > wanted;
    case "gte":
      return actual >= wanted;
    case "lt":
      return actual < wanted;
    case "lte":
      return actual <= wanted;
  }
}

function scalar(kind: Kind, value: unknown, factor: number): Scalar | undefined {
  if (value === null) {
    return null;
  }
  switch (kind) {
    case "number": {
      const number = numberFrom(value);
      return number === undefined ? undefined : number * factor;
    }
    case "boolean":
      return booleanFrom(value);
    case "driver":
      return typeof value === "string" && value.includes(".") ? driverNumber(value) : numberFrom(value);
    case "text":
      return textFrom(value)?.replaceAll("_", " ");
    case "country":
      return textFrom(value)?.toUpperCase();
  }
}

function valueOf(row: OfferRow, field: string, kind: Kind): Scalar {
  switch (kind) {
    case "boolean":
      if (field === "verified") {
        return row["verification"] === "verified";
      }
      return field === "datacenter" ? row["hosting_type"] === 1 : (booleanFrom(row[field]) ?? null);
    case "driver":
      return numberFrom(row["driver_vers"]) ?? null;
    case "country":
      return textFrom(row["geolocation"])?.split(", ").at(-1) ?? null;
    case "text":
      return textFrom(row[field])?.replaceAll("_", " ") ?? null;
    case "number":
      return numberFrom(row[field]) ?? null;
  }
}
