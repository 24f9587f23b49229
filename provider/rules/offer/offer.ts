/**
 * A machine for rent, as a search shows it. Fields carry the service's own names in camelCase and its own units. Every
 * field but `id` may be missing from a reply.
 */
export interface Offer {
  /** What `offerIds` takes. Short-lived: it is spent by the first rent. */
  readonly id: number;
  /** The physical machine; the same in every offer of it. */
  readonly machineId?: number | undefined;
  /** Who offers the machine. */
  readonly hostId?: number | undefined;
  readonly bundleId?: number | undefined;
  /** Machines of one cluster share a local network. */
  readonly clusterId?: number | undefined;

  /** How many GPUs this offer has. */
  readonly numGpus?: number | undefined;
  /** The model as the service spells it, "RTX 4090". */
  readonly gpuName?: string | undefined;
  /** MB of one GPU. What the driver reports, so a 24 GB card shows 24564, not 24576. */
  readonly gpuRam?: number | undefined;
  /** MB of all GPUs together. */
  readonly gpuTotalRam?: number | undefined;
  /** Part of the machine's GPUs that this offer has, 0 to 1. */
  readonly gpuFrac?: number | undefined;
  /** Which of the machine's GPUs the offer has, as the machine counts them. */
  readonly gpuIds?: readonly number[] | undefined;
  /** "nvidia" or "amd". */
  readonly gpuArch?: string | undefined;
  /** Memory bandwidth of one GPU in GB/s. */
  readonly gpuMemBw?: number | undefined;
  /** Power limit of one GPU in W. */
  readonly gpuMaxPower?: number | undefined;
  /** Temperature limit in °C. */
  readonly gpuMaxTemp?: number | undefined;
  /** Whether a display hangs on the GPU. */
  readonly gpuDisplayActive?: boolean | undefined;
  /** NVLink bandwidth in GB/s. */
  readonly bwNvlink?: number | undefined;
  /** CUDA compute capability times 100: 860 is 8.6. */
  readonly computeCap?: number | undefined;
  /** Highest CUDA version that the driver supports, 12.4. */
  readonly cudaMaxGood?: number | undefined;
  /** GPU driver, "535.86.05". */
  readonly driverVersion?: string | undefined;
  /** TFLOPS of all GPUs together. */
  readonly totalFlops?: number | undefined;
  readonly flopsPerDphtotal?: number | undefined;
  /** The service's deep learning benchmark. */
  readonly dlperf?: number | undefined;
  readonly dlperfPerDphtotal?: number | undefined;
  /** The service's own ranking. */
  readonly score?: number | undefined;

  /** "amd64" or "arm64". */
  readonly cpuArch?: string | undefined;
  readonly cpuName?: string | undefined;
  /** Cores of the whole machine. */
  readonly cpuCores?: number | undefined;
  /** Cores that come with this offer; may be a fraction. */
  readonly cpuCoresEffective?: number | undefined;
  /** GHz. */
  readonly cpuGhz?: number | undefined;
  /** MB. */
  readonly cpuRam?: number | undefined;
  readonly hasAvx?: boolean | undefined;
  readonly moboName?: string | undefined;
  /** PCIe generation. */
  readonly pciGen?: number | undefined;
  /** PCIe bandwidth in GB/s. */
  readonly pcieBw?: number | undefined;
  /** Operating system, "22.04". */
  readonly osVersion?: string | undefined;

  /** GB free to rent. */
  readonly diskSpace?: number | undefined;
  /** MB/s. */
  readonly diskBw?: number | undefined;
  readonly diskName?: string | undefined;

  /** Mb/s, as the service's command line documents it. */
  readonly inetDown?: number | undefined;
  /** Mb/s, as the service's command line documents it. */
  readonly inetUp?: number | undefined;
  /** $ per GB received. */
  readonly inetDownCost?: number | undefined;
  /** $ per GB sent. */
  readonly inetUpCost?: number | undefined;
  /** Ports that can be opened on the public address. */
  readonly directPortCount?: number | undefined;
  readonly publicIpaddr?: string | undefined;
  readonly staticIp?: boolean | undefined;

  /** $/h, GPU and the disk that was searched for. With `type: "bid"` it follows the minimum bid. */
  readonly dphTotal?: number | undefined;
  /**
   * false: the deployment could not be asked for prices with the disk and shows too little to compute them, so
   * `dphTotal` is with the disk that it takes by default. Left out otherwise.
   */
  readonly isPricedForDisk?: boolean | undefined;
  /** $/h without disk. */
  readonly dphBase?: number | undefined;
  /** $/h, the floor for a bid now, without disk. */
  readonly minBid?: number | undefined;
  /** $ per GB and month of 720 h. */
  readonly storageCost?: number | undefined;
  /** $/h for the disk that was searched for. */
  readonly storageTotalCost?: number | undefined;
  /** $/h where the machine is rented with a prepaid discount. */
  readonly discountedDphTotal?: number | undefined;
  /** Of a prepaid rental, as the service shows it. */
  readonly discountRate?: number | undefined;
  /** Of a prepaid rental, as the service shows it. */
  readonly creditDiscountMax?: number | undefined;
  /** Price of the GPU memory, as the service shows it. */
  readonly vramCostperhour?: number | undefined;
  /** Whether the offer is shown as interruptible. */
  readonly isBid?: boolean | undefined;

  readonly rentable?: boolean | undefined;
  /** Interruptible offers may show false whatever the state. */
  readonly rented?: boolean | undefined;
  readonly external?: boolean | undefined;
  readonly verified?: boolean | undefined;
  /** "verified", "unverified" or "deverified". */
  readonly verification?: string | undefined;
  /** 1: a data centre; 0: somebody's own machine. */
  readonly hostingType?: number | undefined;
  readonly vmsEnabled?: boolean | undefined;
  /** 0 to 1. */
  readonly reliability?: number | undefined;
  /** Place and two-letter code, "Sweden, SE". Filters take the code. */
  readonly geolocation?: string | undefined;
  /** Epoch seconds. */
  readonly startDate?: number | undefined;
  /** Epoch seconds after which the machine is no longer for rent: every contract ends by then. */
  readonly endDate?: number | undefined;
  /** Seconds until `endDate`, as of the reply. */
  readonly duration?: number | undefined;
}
