import type {
  BooleanFilter,
  NumberFilter,
  OfferFilters,
  OfferOrderField,
  TextFilter,
  VersionFilter,
} from "./offer-query";
import {
  COMPUTE_CAPABILITY,
  CUDA_VERSION,
  DOLLARS_PER_GIGABYTE,
  GIGAHERTZ,
  MEGABYTES,
  PART_OF_ONE,
  SECONDS,
  type UnitGuard,
} from "./units";

/** The operators, in the order in which they are written. */
export const OPERATORS = ["eq", "neq", "lt", "lte", "gt", "gte", "in", "notin"] as const;
export type Operator = (typeof OPERATORS)[number];

/** Operators of fields that have no order. */
const UNORDERED: readonly Operator[] = ["eq", "neq", "in", "notin"];

interface FieldBasics {
  /** Whether its value at the time of the rent still describes the machine later. */
  readonly isRecorded: boolean;
}
interface NumberField extends FieldBasics {
  readonly kind: "number";
  readonly isWhole?: boolean;
  /** default 0 */
  readonly min?: number;
  readonly max?: number;
  readonly guards?: readonly UnitGuard[];
}
interface VersionField extends FieldBasics {
  readonly kind: "version";
}
interface TextField extends FieldBasics {
  readonly kind: "text";
  /** the only values there are */
  readonly values?: readonly string[];
}
interface BooleanField extends FieldBasics {
  readonly kind: "boolean";
}
/** What a filter on one field may say. */
export type FieldRule = NumberField | VersionField | TextField | BooleanField;

const number = { kind: "number", isRecorded: true } as const;
const whole = { kind: "number", isRecorded: true, isWhole: true } as const;
const version = { kind: "version", isRecorded: true } as const;
const text = { kind: "text", isRecorded: true } as const;
const boolean = { kind: "boolean", isRecorded: true } as const;
/** What describes an offer at one moment only. */
const momentary = { isRecorded: false } as const;

/**
 * Every field that offers can be filtered by, in the service's own units. Source: the public interface description's
 * offer search, and the service's command line for the ranges.
 */
export const OFFER_FIELDS = {
  numGpus: whole,
  gpuName: text,
  gpuRam: { ...number, guards: MEGABYTES },
  gpuTotalRam: { ...number, guards: MEGABYTES },
  gpuFrac: { ...number, max: 1, guards: PART_OF_ONE },
  gpuArch: { ...text, values: ["nvidia", "amd"] },
  gpuMemBw: number,
  gpuMaxPower: number,
  gpuMaxTemp: number,
  gpuDisplayActive: { ...boolean, ...momentary },
  bwNvlink: number,
  computeCap: { ...whole, guards: COMPUTE_CAPABILITY },
  cudaMaxGood: { ...number, guards: CUDA_VERSION },
  driverVersion: version,
  totalFlops: number,
  flopsPerDphtotal: { ...number, ...momentary },
  dlperf: number,
  dlperfPerDphtotal: { ...number, ...momentary },
  cpuArch: { ...text, values: ["amd64", "arm64"] },
  cpuCores: whole,
  cpuCoresEffective: number,
  cpuGhz: { ...number, guards: GIGAHERTZ },
  cpuRam: { ...number, guards: MEGABYTES },
  hasAvx: boolean,
  moboName: text,
  pciGen: number,
  pcieBw: number,
  osVersion: version,
  diskSpace: { ...number, ...momentary },
  diskBw: number,
  inetDown: number,
  inetUp: number,
  inetDownCost: { ...number, guards: DOLLARS_PER_GIGABYTE },
  inetUpCost: { ...number, guards: DOLLARS_PER_GIGABYTE },
  directPortCount: whole,
  staticIp: boolean,
  dphTotal: number,
  minBid: { ...number, ...momentary },
  storageCost: { ...number, guards: DOLLARS_PER_GIGABYTE },
  verified: boolean,
  verification: { ...text, values: ["verified", "unverified", "deverified"] },
  rentable: { ...boolean, ...momentary },
  rented: { ...boolean, ...momentary },
  external: boolean,
  datacenter: boolean,
  vmsEnabled: boolean,
  reliability: { ...number, max: 1, guards: PART_OF_ONE },
  geolocation: text,
  duration: { ...number, ...momentary, guards: SECONDS },
  id: { ...whole, ...momentary },
  machineId: whole,
  hostId: whole,
  clusterId: whole,
} as const satisfies Record<keyof OfferFilters, FieldRule>;

export type OfferField = keyof typeof OFFER_FIELDS;

/** The names of all fields that can be filtered by. */
export const OFFER_FIELD_NAMES: readonly string[] = Object.keys(OFFER_FIELDS);

/** The names of all fields that can be ordered by. */
export const OFFER_ORDER_FIELDS: readonly string[] = [...OFFER_FIELD_NAMES, "score"];

/** Names in use elsewhere (the service's command line, its older replies, other clouds) for fields of ours. */
export const OFFER_FIELD_ALIASES: Readonly<Record<string, OfferField>> = {
  cudaVers: "cudaMaxGood",
  cuda: "cudaMaxGood",
  displayActive: "gpuDisplayActive",
  dlperfUsd: "dlperfPerDphtotal",
  dph: "dphTotal",
  price: "dphTotal",
  flopsUsd: "flopsPerDphtotal",
  ubuntuVersion: "osVersion",
  hostingType: "datacenter",
  vram: "gpuRam",
  ram: "cpuRam",
  gpu: "gpuName",
  gpus: "numGpus",
  country: "geolocation",
  region: "geolocation",
};

export function isOfferField(name: string): name is OfferField {
  return Object.hasOwn(OFFER_FIELDS, name);
}

export function isOrderField(name: string): name is OfferOrderField {
  return name === "score" || isOfferField(name);
}

export function isOperator(name: string): name is Operator {
  return OPERATORS.some((operator) => operator === name);
}

/** The operators that a field takes: all eight where its values have an order. */
export function operatorsOf(rule: FieldRule): readonly Operator[] {
  return rule.kind === "number" || rule.kind === "version" ? OPERATORS : UNORDERED;
}

type ValuesOf<Rule> = Rule extends { readonly values: readonly (infer V extends string)[] } ? V : string;
type FilterOf<Rule extends FieldRule> = Rule["kind"] extends "number"
  ? NumberFilter
  : Rule["kind"] extends "version"
    ? VersionFilter
    : Rule["kind"] extends "boolean"
      ? BooleanFilter
      : TextFilter<ValuesOf<Rule>>;
type FiltersOfTable = { readonly [K in OfferField]?: FilterOf<(typeof OFFER_FIELDS)[K]> | undefined };
type Equal<A, B> = [A] extends [B]
  ? [B] extends [A]
    ? true
    : "the interface is narrower"
  : "the table is wider";

/** Keeps the table and the public interface equal: it does not compile where they differ. */
export const TABLE_IS_INTERFACE: Equal<
  FiltersOfTable,
  { readonly [K in keyof OfferFilters]: OfferFilters[K] }
> = true;
