/** `"ondemand"`: a fixed price. `"bid"`: interruptible, with a `price`. */
export type RentalType = "ondemand" | "bid";

/** `"asc"`: smallest first; `"desc"`: greatest first. */
export type OrderDirection = "asc" | "desc";

/** Rules on one number. All that are given must hold. */
export interface NumberOperators {
  /** Equal to. */
  readonly eq?: number | undefined;
  /** Not equal to. */
  readonly neq?: number | undefined;
  /** Less than. */
  readonly lt?: number | undefined;
  /** At most. */
  readonly lte?: number | undefined;
  /** Greater than. */
  readonly gt?: number | undefined;
  /** At least. */
  readonly gte?: number | undefined;
  /** One of these; at least one. */
  readonly in?: readonly number[] | undefined;
  /** None of these; at least one. */
  readonly notin?: readonly number[] | undefined;
}

/** Rules on one version text such as "535.86.05", compared part by part as numbers. All that are given must hold. */
export interface VersionOperators {
  /** Equal to. */
  readonly eq?: string | undefined;
  /** Not equal to. */
  readonly neq?: string | undefined;
  /** Earlier than. */
  readonly lt?: string | undefined;
  /** At most. */
  readonly lte?: string | undefined;
  /** Later than. */
  readonly gt?: string | undefined;
  /** At least. */
  readonly gte?: string | undefined;
  /** One of these; at least one. */
  readonly in?: readonly string[] | undefined;
  /** None of these; at least one. */
  readonly notin?: readonly string[] | undefined;
}

/** Rules on one text. All that are given must hold. */
export interface TextOperators<T extends string = string> {
  /** Equal to. */
  readonly eq?: T | undefined;
  /** Not equal to. */
  readonly neq?: T | undefined;
  /** One of these; at least one. */
  readonly in?: readonly T[] | undefined;
  /** None of these; at least one. */
  readonly notin?: readonly T[] | undefined;
}

/** Rules on one boolean. `{ in: [true, false] }` takes away a default without asking for either. */
export interface BooleanOperators {
  /** Equal to. */
  readonly eq?: boolean | undefined;
  /** Not equal to. */
  readonly neq?: boolean | undefined;
  /** One of these; at least one. */
  readonly in?: readonly boolean[] | undefined;
  /** None of these; at least one. */
  readonly notin?: readonly boolean[] | undefined;
}

/** A number (equal), a list (one of them), or operators. */
export type NumberFilter = number | readonly number[] | NumberOperators;
/** A version text (equal), a list (one of them), or operators. */
export type VersionFilter = string | readonly string[] | VersionOperators;
/** A text (equal), a list (one of them), or operators. */
export type TextFilter<T extends string = string> = T | readonly T[] | TextOperators<T>;
/** A boolean (equal), a list (one of them), or operators. */
export type BooleanFilter = boolean | readonly boolean[] | BooleanOperators;

/**
 * What a machine has to be. Each field takes a value (equal), a list (one of them) or operators (`eq`, `neq`, `lt`,
 * `lte`, `gt`, `gte`, `in`, `notin`; several on one field must all hold). A field that is left out does not count, but for
 * the safe defaults below.
 *
 * @remarks
 * Fields carry the service's own names in camelCase and its own units; numbers are 0 or more. A value that cannot be
 * meant in the field's unit is refused (`INVALID_INPUT`) with the one that probably was: `gpuRam: { gte: 24 }` would be
 * 24 MB. `{ in: [true, false] }` takes a safe default away.
 */
export interface OfferFilters {
  /** How many GPUs, a whole number. */
  readonly numGpus?: NumberFilter | undefined;
  /** GPU model, `"RTX 4090"`. `RTX_4090` and lower case are accepted too. */
  readonly gpuName?: TextFilter | undefined;
  /**
   * Memory of one GPU, in MB: `{ gte: 24000 }` for 24 GB. Ask a little below the round number: a 24 GB card shows 24564,
   * so 24576 would exclude it.
   */
  readonly gpuRam?: NumberFilter | undefined;
  /** Memory of all GPUs together, in MB. */
  readonly gpuTotalRam?: NumberFilter | undefined;
  /** Part of the machine's GPUs that the offer has, 0 to 1; 1 is the whole machine. */
  readonly gpuFrac?: NumberFilter | undefined;
  /** Maker of the GPU. */
  readonly gpuArch?: TextFilter<"nvidia" | "amd"> | undefined;
  /** Memory bandwidth of one GPU, in GB/s. */
  readonly gpuMemBw?: NumberFilter | undefined;
  /** Power limit of one GPU, in W. */
  readonly gpuMaxPower?: NumberFilter | undefined;
  /** Temperature limit of the GPU, in °C. */
  readonly gpuMaxTemp?: NumberFilter | undefined;
  /** Whether a display is attached to the GPU. */
  readonly gpuDisplayActive?: BooleanFilter | undefined;
  /** NVLink bandwidth, in GB/s. */
  readonly bwNvlink?: NumberFilter | undefined;
  /** CUDA compute capability times 100, a whole number: 860 for 8.6. */
  readonly computeCap?: NumberFilter | undefined;
  /** Highest CUDA version that the driver supports, 12.4. */
  readonly cudaMaxGood?: NumberFilter | undefined;
  /** GPU driver, `"535.86.05"`; missing parts count as 0. */
  readonly driverVersion?: VersionFilter | undefined;
  /** Computing power of all GPUs together, in TFLOPS. */
  readonly totalFlops?: NumberFilter | undefined;
  /** Computing power for the money, in TFLOPS per $/h. */
  readonly flopsPerDphtotal?: NumberFilter | undefined;
  /** The service's deep learning benchmark, a score without unit. */
  readonly dlperf?: NumberFilter | undefined;
  /** The service's deep learning benchmark for the money, score per $/h. */
  readonly dlperfPerDphtotal?: NumberFilter | undefined;

  /** Architecture of the CPU. */
  readonly cpuArch?: TextFilter<"amd64" | "arm64"> | undefined;
  /** CPU cores of the whole machine, a whole number. */
  readonly cpuCores?: NumberFilter | undefined;
  /** CPU cores that come with the offer; may be a fraction. */
  readonly cpuCoresEffective?: NumberFilter | undefined;
  /** Clock rate of the CPU, in GHz. */
  readonly cpuGhz?: NumberFilter | undefined;
  /** Memory of the machine, in MB: `{ gte: 64000 }` for 64 GB. */
  readonly cpuRam?: NumberFilter | undefined;
  /** Whether the CPU has AVX. */
  readonly hasAvx?: BooleanFilter | undefined;
  /** Mainboard model. */
  readonly moboName?: TextFilter | undefined;
  /** PCIe generation. */
  readonly pciGen?: NumberFilter | undefined;
  /** PCIe bandwidth, in GB/s. */
  readonly pcieBw?: NumberFilter | undefined;
  /** Operating system, `"22.04"`: a text, because the number 22.10 would be 22.1. */
  readonly osVersion?: VersionFilter | undefined;

  /** Disk that is free to rent, in GB. The disk of an instance is its `disk` argument, which the search asks for anyway. */
  readonly diskSpace?: NumberFilter | undefined;
  /** Disk bandwidth, in MB/s. */
  readonly diskBw?: NumberFilter | undefined;

  /**
   * Download bandwidth, in Mb/s by the help of the service's command line; its API specification says MB/s. The value is
   * passed on as it is.
   */
  readonly inetDown?: NumberFilter | undefined;
  /**
   * Upload bandwidth, in Mb/s by the help of the service's command line; its API specification says MB/s. The value is
   * passed on as it is.
   */
  readonly inetUp?: NumberFilter | undefined;
  /** Price of data received, in $ per GB. */
  readonly inetDownCost?: NumberFilter | undefined;
  /** Price of data sent, in $ per GB. */
  readonly inetUpCost?: NumberFilter | undefined;
  /** How many ports can be opened on the public address, a whole number. */
  readonly directPortCount?: NumberFilter | undefined;
  /** Whether the public address stays the same. */
  readonly staticIp?: BooleanFilter | undefined;

  /** Price in $/h, with the disk that will be rented. `maxHourlyPriceUsd` is the safer limit: it is verified after renting. */
  readonly dphTotal?: NumberFilter | undefined;
  /** The floor for a bid now, in $/h, without disk. */
  readonly minBid?: NumberFilter | undefined;
  /** Price of disk, in $ per GB and month of 720 h. */
  readonly storageCost?: NumberFilter | undefined;

  /**
   * Whether the service has verified the machine.
   * @default true, unless `verification` is given
   */
  readonly verified?: BooleanFilter | undefined;
  /** Whether the service has verified the machine, in three words; a filter on it replaces the default of `verified`. */
  readonly verification?: TextFilter<"verified" | "unverified" | "deverified"> | undefined;
  /**
   * Whether the machine can be rented.
   * @default true
   */
  readonly rentable?: BooleanFilter | undefined;
  /**
   * Whether the machine is rented already.
   * @default false
   */
  readonly rented?: BooleanFilter | undefined;
  /**
   * Whether the offer comes from another marketplace.
   * @default false
   */
  readonly external?: BooleanFilter | undefined;
  /** Whether the machine is in a data centre. */
  readonly datacenter?: BooleanFilter | undefined;
  /** Whether the machine can run virtual machines. */
  readonly vmsEnabled?: BooleanFilter | undefined;
  /** How reliable the machine has been, 0 to 1: `{ gte: 0.98 }` for 98 %. */
  readonly reliability?: NumberFilter | undefined;
  /**
   * Two-letter country code, `"SE"`; `"EU"` stands for the 27 member states of the European Union (not GB, NO or CH).
   * Only `eq`, `neq`, `in` and `notin`.
   */
  readonly geolocation?: TextFilter | undefined;
  /** How long the machine can still be rented, in seconds: `{ gte: 2592000 }` for 30 days. */
  readonly duration?: NumberFilter | undefined;

  /** One offer, a whole number. It is gone once rented: `offerIds` is the argument for it. */
  readonly id?: NumberFilter | undefined;
  /** One physical machine, a whole number, whichever its offers. */
  readonly machineId?: NumberFilter | undefined;
  /** Who offers the machine, a whole number. */
  readonly hostId?: NumberFilter | undefined;
  /** Which cluster the machine is in, a whole number; machines of one cluster share a local network. */
  readonly clusterId?: NumberFilter | undefined;
}

/** What offers can be ordered by: every field of `OfferFilters`, and `score`, the service's own ranking. */
export type OfferOrderField = keyof OfferFilters | "score";

/**
 * A search for machines.
 *
 * @example
 * ```ts
 * import type { OfferQuery } from "pulumi-vastai";
 *
 * export const query: OfferQuery = {
 *   filters: { numGpus: 1, gpuName: ["RTX 4090", "RTX 3090"], reliability: { gte: 0.98 }, geolocation: { in: ["EU", "US"] } },
 *   orderBy: [["dphTotal", "asc"]],
 *   limit: 64,
 * };
 * ```
 */
export interface OfferQuery {
  /** What a machine has to be; all filters must hold. `{}`: anything that the safe defaults allow. */
  readonly filters: OfferFilters;
  /**
   * Whether a fixed price or a bid is paid. An `Instance` needs `price` with `"bid"`, and cannot have it without.
   * @default "ondemand"
   */
  readonly type?: RentalType | undefined;
  /**
   * Which offers come first: the first pair decides, later ones break ties. A field by which the deployment does not
   * order and which its offers do not show does not count; a preview says so.
   * @default by price, ascending; for `"bid"` by the minimum bid
   */
  readonly orderBy?: readonly (readonly [OfferOrderField, OrderDirection])[] | undefined;
  /**
   * Most offers that the search gives, a whole number from 1 to 1000.
   * @default 64
   */
  readonly limit?: number | undefined;
}
