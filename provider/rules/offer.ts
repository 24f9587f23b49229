/** A machine for rent. Every field but `id` may be missing from a reply. */
export interface Offer {
  /** What `offerIds` takes. Short-lived: it is spent by the first rent. */
  readonly id: number;
  readonly machineId?: number;
  readonly hostId?: number;
  readonly numGpus?: number;
  readonly gpuName?: string;
  /** MB per GPU */
  readonly gpuRam?: number;
  /** $/h, GPU and the disk that was searched for */
  readonly dphTotal?: number;
  readonly dphBase?: number;
  /** $/h, the floor for a bid now, without disk */
  readonly minBid?: number;
  /** $/h for the disk that was searched for */
  readonly storageTotalCost?: number;
  /** $ per GB and month */
  readonly storageCost?: number;
  readonly geolocation?: string;
  readonly reliability?: number;
}
