/** What the service shows of an instance, in our words. Every field but `id` may be missing from a reply. */
export interface InstanceRecord {
  readonly id: number;
  readonly actualStatus?: string | undefined;
  readonly intendedStatus?: string | undefined;
  readonly curState?: string | undefined;
  readonly nextState?: string | undefined;
  readonly statusMsg?: string | undefined;
  readonly label?: string | undefined;
  readonly machineId?: number | undefined;
  readonly hostId?: number | undefined;
  readonly templateId?: number | undefined;
  readonly templateHashId?: string | undefined;
  /** Image name, spelled as the service has it. */
  readonly image?: string | undefined;
  readonly imageRuntype?: string | undefined;
  readonly gpuName?: string | undefined;
  readonly numGpus?: number | undefined;
  /** MB per GPU */
  readonly gpuRam?: number | undefined;
  /** GB */
  readonly diskSpace?: number | undefined;
  readonly isBid?: boolean | undefined;
  /** $/h, the machine's floor now */
  readonly minBid?: number | undefined;
  /** $/h, GPU and disk */
  readonly dphTotal?: number | undefined;
  readonly dphBase?: number | undefined;
  /** $/h, the rate being charged now (`instance.totalHour`) */
  readonly hourlyCostUsd?: number | undefined;
  readonly storageTotalCost?: number | undefined;
  readonly geolocation?: string | undefined;
  readonly sshHost?: string | undefined;
  readonly sshPort?: number | undefined;
  /** trimmed */
  readonly publicIpaddr?: string | undefined;
  /** `"8080/tcp"` to the port on `publicIpaddr` */
  readonly portMappings?: Readonly<Record<string, number>> | undefined;
  /** secret */
  readonly jupyterToken?: string | undefined;
  /** epoch seconds */
  readonly startDate?: number | undefined;
  readonly endDate?: number | undefined;
  readonly uptimeMins?: number | undefined;
  /** Further fields of the public reference that filters can name, by our camelCase name (reliability, cpuRam, …). */
  readonly recorded?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** Whether the service shows a machine as no longer rented or billed. */
export function isReleased({ curState, actualStatus }: InstanceRecord): boolean {
  return curState === "unloaded" || actualStatus === "destroyed";
}
