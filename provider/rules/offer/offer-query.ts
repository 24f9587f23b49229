/** `ondemand`: fixed price. `bid`: interruptible, with a `price`. */
export type RentalType = "ondemand" | "bid";

/** `asc`: smallest first. */
export type OrderDirection = "asc" | "desc";

/** Rules on one number. All that are given must hold. */
export interface NumberOperators {
  readonly eq?: number | undefined;
  readonly neq?: number | undefined;
  readonly lt?: number | undefined;
  readonly lte?: number | undefined;
  readonly gt?: number | undefined;
  readonly gte?: number | undefined;
  readonly in?: readonly number[] | undefined;
  readonly notin?: readonly number[] | undefined;
}

/** Rules on one version text such as "535.86.05", compared part by part as numbers. All that are given must hold. */
export interface VersionOperators {
  readonly eq?: string | undefined;
  readonly neq?: string | undefined;
  readonly lt?: string | undefined;
  readonly lte?: string | undefined;
  readonly gt?: string | undefined;
  readonly gte?: string | undefined;
  readonly in?: readonly string[] | undefined;
  readonly notin?: readonly string[] | undefined;
}

/** Rules on one text. All that are given must hold. */
export interface TextOperators<T extends string = string> {
  readonly eq?: T | undefined;
  readonly neq?: T | undefined;
  readonly in?: readonly T[] | undefined;
  readonly notin?: readonly T[] | undefined;
}

/** Rules on one yes or no. `{ in: [true, false] }` takes away a default without asking for either. */
export interface BooleanOperators {
  readonly eq?: boolean | undefined;
  readonly neq?: boolean | undefined;
  readonly in?: readonly boolean[] | undefined;
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
 * `lte`, `gt`, `gte`, `in`, `notin`; several on one field must all hold). Fields carry the service's own names in
 * camelCase and its own units; a value that cannot be meant in that unit is refused with the one that was.
 *
 * Set unless a filter names the field: `verified` true, `rentable` true, `rented` false, `external` false.
 */
export interface OfferFilters {
  /** How many GPUs, a whole number. */
  readonly numGpus?: NumberFilter | undefined;
  /** Model, "RTX 4090". `RTX_4090` and lower case are taken too. */
  readonly gpuName?: TextFilter | undefined;
  /**
   * MB of one GPU: `{ gte: 24000 }` for 24 GB. Ask a little below the round number: a 24 GB card shows 24564, so
   * 24576 would exclude it.
   */
  readonly gpuRam?: NumberFilter | undefined;
  /** MB of all GPUs together. */
  readonly gpuTotalRam?: NumberFilter | undefined;
  /** Part of the machine's GPUs that the offer has, 0 to 1; 1 is the whole machine. */
  readonly gpuFrac?: NumberFilter | undefined;
  /** Maker of the GPU. */
  readonly gpuArch?: TextFilter<"nvidia" | "amd"> | undefined;
  /** Memory bandwidth of one GPU in GB/s. */
  readonly gpuMemBw?: NumberFilter | undefined;
  /** Power limit of one GPU in W. */
  readonly gpuMaxPower?: NumberFilter | undefined;
  /** Temperature limit of the GPU in °C. */
  readonly gpuMaxTemp?: NumberFilter | undefined;
  /** Whether a display hangs on the GPU. */
  readonly gpuDisplayActive?: BooleanFilter | undefined;
  /** NVLink bandwidth in GB/s. */
  readonly bwNvlink?: NumberFilter | undefined;
  /** CUDA compute capability times 100: 860 for 8.6. */
  readonly computeCap?: NumberFilter | undefined;
  /** Highest CUDA version that the driver supports, 12.4. */
  readonly cudaMaxGood?: NumberFilter | undefined;
  /** GPU driver, "535.86.05"; missing parts count as 0. */
  readonly driverVersion?: VersionFilter | undefined;
  /** TFLOPS of all GPUs together. */
  readonly totalFlops?: NumberFilter | undefined;
  /** TFLOPS per $/h. */
  readonly flopsPerDphtotal?: NumberFilter | undefined;
  /** The service's deep learning benchmark. */
  readonly dlperf?: NumberFilter | undefined;
  /** Benchmark per $/h. */
  readonly dlperfPerDphtotal?: NumberFilter | undefined;

  /** Architecture of the CPU. */
  readonly cpuArch?: TextFilter<"amd64" | "arm64"> | undefined;
  /** Cores of the whole machine. */
  readonly cpuCores?: NumberFilter | undefined;
  /** Cores that come with the offer; may be a fraction. */
  readonly cpuCoresEffective?: NumberFilter | undefined;
  /** GHz. */
  readonly cpuGhz?: NumberFilter | undefined;
  /** MB: `{ gte: 64000 }` for 64 GB. */
  readonly cpuRam?: NumberFilter | undefined;
  /** Whether the CPU has AVX. */
  readonly hasAvx?: BooleanFilter | undefined;
  /** Mainboard. */
  readonly moboName?: TextFilter | undefined;
  /** PCIe generation. */
  readonly pciGen?: NumberFilter | undefined;
  /** PCIe bandwidth in GB/s. */
  readonly pcieBw?: NumberFilter | undefined;
  /** Operating system, "22.04" (a text: the number 22.10 would be 22.1). */
  readonly osVersion?: VersionFilter | undefined;

  /** GB free to rent. The disk of an instance is its `disk` argument, which the search already asks for. */
  readonly diskSpace?: NumberFilter | undefined;
  /** MB/s. */
  readonly diskBw?: NumberFilter | undefined;

  /** Mb/s as the service's command line documents it; the service's interface description says MB/s. */
  readonly inetDown?: NumberFilter | undefined;
  /** Mb/s as the service's command line documents it; the service's interface description says MB/s. */
  readonly inetUp?: NumberFilter | undefined;
  /** $ per GB received. */
  readonly inetDownCost?: NumberFilter | undefined;
  /** $ per GB sent. */
  readonly inetUpCost?: NumberFilter | undefined;
  /** Ports that can be opened on the public address. */
  readonly directPortCount?: NumberFilter | undefined;
  /** Whether the public address stays the same. */
  readonly staticIp?: BooleanFilter | undefined;

  /** $/h with the disk that will be rented. `maxHourlyPriceUsd` is the safer limit: it is verified after renting. */
  readonly dphTotal?: NumberFilter | undefined;
  /** $/h, the floor for a bid now, without disk. */
  readonly minBid?: NumberFilter | undefined;
  /** $ per GB and month. */
  readonly storageCost?: NumberFilter | undefined;

  /** Whether the service has verified the machine. Default true. */
  readonly verified?: BooleanFilter | undefined;
  /** The same in three words; a filter on it takes the place of the default of `verified`. */
  readonly verification?: TextFilter<"verified" | "unverified" | "deverified"> | undefined;
  /** Whether the machine can be rented. Default true. */
  readonly rentable?: BooleanFilter | undefined;
  /** Whether it is rented already. Default false. */
  readonly rented?: BooleanFilter | undefined;
  /** Whether the offer comes from another marketplace. Default false. */
  readonly external?: BooleanFilter | undefined;
  /** Whether the machine stands in a data centre. */
  readonly datacenter?: BooleanFilter | undefined;
  /** Whether the machine can run virtual machines. */
  readonly vmsEnabled?: BooleanFilter | undefined;
  /** 0 to 1: `{ gte: 0.98 }` for 98 %. */
  readonly reliability?: NumberFilter | undefined;
  /**
   * Two-letter country code, "SE"; "EU" stands for the 27 member states of the European Union (not GB, NO or CH).
   * Only `eq`, `neq`, `in` and `notin`.
   */
  readonly geolocation?: TextFilter | undefined;
  /** How long the machine can still be rented, in seconds: `{ gte: 2592000 }` for 30 days. */
  readonly duration?: NumberFilter | undefined;

  /** One offer. It is gone once rented: `offerIds` is the argument for it. */
  readonly id?: NumberFilter | undefined;
  /** One physical machine, whichever its offers. */
  readonly machineId?: NumberFilter | undefined;
  /** Who offers the machine. */
  readonly hostId?: NumberFilter | undefined;
  /** Machines of one cluster share a local network. */
  readonly clusterId?: NumberFilter | undefined;
}

/** What offers can be ordered by: every field of `OfferFilters`, and `score`, the service's own ranking. */
export type OfferOrderField = keyof OfferFilters | "score";

/** A search for machines. */
export interface OfferQuery {
  /** What a machine has to be. `{}`: anything that the safe defaults allow. */
  readonly filters: OfferFilters;
  /**
   * Fixed price or interruptible.
   * @default "ondemand"
   */
  readonly type?: RentalType | undefined;
  /**
   * The first pair decides, later ones break ties. A field by which the deployment does not order and which its offers
   * do not show does not count; a preview says so.
   * @default price ascending (for a bid the minimum bid)
   */
  readonly orderBy?: readonly (readonly [OfferOrderField, OrderDirection])[] | undefined;
  /**
   * Most offers to look at, a whole number from 1 to 1000.
   * @default 64
   */
  readonly limit?: number | undefined;
}
