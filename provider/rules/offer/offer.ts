/**
 * A machine for rent, as a search shows it. Fields carry the service's own names in camelCase and its own units.
 *
 * @remarks
 * Every field but `id` may be missing from a reply, so give those that you count with a value for that case:
 * `offer.dphTotal ?? Infinity`.
 */
export interface Offer {
  /** Id of the offer: what `offerIds` takes. It lives a few minutes at most, and is spent by the first rent. */
  readonly id: number;
  /** The physical machine, the same in every offer of it. */
  readonly machineId?: number | undefined;
  /** Who offers the machine. */
  readonly hostId?: number | undefined;
  /** Which bundle of equal offers it belongs to, by the service's own count. */
  readonly bundleId?: number | undefined;
  /** Which cluster the machine is in; machines of one cluster share a local network. */
  readonly clusterId?: number | undefined;

  /** How many GPUs this offer has. */
  readonly numGpus?: number | undefined;
  /** GPU model as the service spells it, `"RTX 4090"`. */
  readonly gpuName?: string | undefined;
  /** Memory of one GPU, in MB. What the driver reports, so a 24 GB card shows 24564, not 24576. */
  readonly gpuRam?: number | undefined;
  /** Memory of all GPUs together, in MB. */
  readonly gpuTotalRam?: number | undefined;
  /** Part of the machine's GPUs that this offer has, 0 to 1. */
  readonly gpuFrac?: number | undefined;
  /** Which of the machine's GPUs the offer has, as the machine counts them. */
  readonly gpuIds?: readonly number[] | undefined;
  /** Maker of the GPU, `"nvidia"` or `"amd"`. */
  readonly gpuArch?: string | undefined;
  /** Memory bandwidth of one GPU, in GB/s. */
  readonly gpuMemBw?: number | undefined;
  /** Power limit of one GPU, in W. */
  readonly gpuMaxPower?: number | undefined;
  /** Temperature limit of the GPU, in °C. */
  readonly gpuMaxTemp?: number | undefined;
  /** Whether a display is attached to the GPU. */
  readonly gpuDisplayActive?: boolean | undefined;
  /** NVLink bandwidth, in GB/s. */
  readonly bwNvlink?: number | undefined;
  /** CUDA compute capability times 100: 860 is 8.6. */
  readonly computeCap?: number | undefined;
  /** Highest CUDA version that the driver supports, 12.4. */
  readonly cudaMaxGood?: number | undefined;
  /** GPU driver, `"535.86.05"`. */
  readonly driverVersion?: string | undefined;
  /** Computing power of all GPUs together, in TFLOPS. */
  readonly totalFlops?: number | undefined;
  /** Computing power for the money, in TFLOPS per $/h. */
  readonly flopsPerDphtotal?: number | undefined;
  /** The service's deep learning benchmark, a score without unit. */
  readonly dlperf?: number | undefined;
  /** The service's deep learning benchmark for the money, score per $/h. */
  readonly dlperfPerDphtotal?: number | undefined;
  /** The service's own ranking, without unit; greater is better. */
  readonly score?: number | undefined;

  /** Architecture of the CPU, `"amd64"` or `"arm64"`. */
  readonly cpuArch?: string | undefined;
  /** CPU model. */
  readonly cpuName?: string | undefined;
  /** CPU cores of the whole machine. */
  readonly cpuCores?: number | undefined;
  /** CPU cores that come with this offer; may be a fraction. */
  readonly cpuCoresEffective?: number | undefined;
  /** Clock rate of the CPU, in GHz. */
  readonly cpuGhz?: number | undefined;
  /** Memory of the machine, in MB. */
  readonly cpuRam?: number | undefined;
  /** Whether the CPU has AVX. */
  readonly hasAvx?: boolean | undefined;
  /** Mainboard model. */
  readonly moboName?: string | undefined;
  /** PCIe generation. */
  readonly pciGen?: number | undefined;
  /** PCIe bandwidth, in GB/s. */
  readonly pcieBw?: number | undefined;
  /** Operating system, `"22.04"`. */
  readonly osVersion?: string | undefined;

  /** Disk that is free to rent, in GB. */
  readonly diskSpace?: number | undefined;
  /** Disk bandwidth, in MB/s. */
  readonly diskBw?: number | undefined;
  /** Disk model. */
  readonly diskName?: string | undefined;

  /** Download bandwidth, in Mb/s by the help of the service's command line; its API specification says MB/s. */
  readonly inetDown?: number | undefined;
  /** Upload bandwidth, in Mb/s by the help of the service's command line; its API specification says MB/s. */
  readonly inetUp?: number | undefined;
  /** Price of data received, in $ per GB. */
  readonly inetDownCost?: number | undefined;
  /** Price of data sent, in $ per GB. */
  readonly inetUpCost?: number | undefined;
  /** How many ports can be opened on the public address. */
  readonly directPortCount?: number | undefined;
  /** Public address of the machine. */
  readonly publicIpaddr?: string | undefined;
  /** Whether the public address stays the same. */
  readonly staticIp?: boolean | undefined;

  /** Price in $/h, GPU and the disk that was searched for. With `type: "bid"` it follows the minimum bid. */
  readonly dphTotal?: number | undefined;
  /**
   * False where the deployment takes no disk in a search and shows too little to compute prices with it, so that
   * `dphTotal` is with the disk that it takes by default. Left out otherwise.
   */
  readonly isPricedForDisk?: boolean | undefined;
  /** Price in $/h without disk. */
  readonly dphBase?: number | undefined;
  /** The floor for a bid now, in $/h, without disk. */
  readonly minBid?: number | undefined;
  /** Price of disk, in $ per GB and month of 720 h. */
  readonly storageCost?: number | undefined;
  /** Price in $/h of the disk that was searched for. */
  readonly storageTotalCost?: number | undefined;
  /** Price in $/h where the machine is rented with a prepaid discount. */
  readonly discountedDphTotal?: number | undefined;
  /** Discount of a prepaid rental, as the service shows it. */
  readonly discountRate?: number | undefined;
  /** Greatest discount of a prepaid rental, as the service shows it. */
  readonly creditDiscountMax?: number | undefined;
  /** Price of the GPU memory, as the service shows it. */
  readonly vramCostperhour?: number | undefined;
  /** Whether the offer is shown as interruptible. */
  readonly isBid?: boolean | undefined;

  /** Whether the machine can be rented. */
  readonly rentable?: boolean | undefined;
  /** Whether the machine is rented already. Interruptible offers may show false whatever the state. */
  readonly rented?: boolean | undefined;
  /** Whether the offer comes from another marketplace. */
  readonly external?: boolean | undefined;
  /** Whether the service has verified the machine. */
  readonly verified?: boolean | undefined;
  /** Whether the service has verified the machine, `"verified"`, `"unverified"` or `"deverified"`. */
  readonly verification?: string | undefined;
  /** 1: a data centre; 0: somebody's own machine. */
  readonly hostingType?: number | undefined;
  /** Whether the machine can run virtual machines. */
  readonly vmsEnabled?: boolean | undefined;
  /** How reliable the machine has been, 0 to 1. */
  readonly reliability?: number | undefined;
  /** Place and two-letter country code, `"Sweden, SE"`. Filters take the code. */
  readonly geolocation?: string | undefined;
  /** Since when the machine is for rent, in epoch seconds. */
  readonly startDate?: number | undefined;
  /** Until when the machine is for rent, in epoch seconds: every contract ends by then. */
  readonly endDate?: number | undefined;
  /** Seconds until `endDate`, as of the reply. */
  readonly duration?: number | undefined;
}
