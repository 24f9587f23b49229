/** An offer as the market holds it, under the service's own names. Prices in $/h, memory in MB, disks in GB. */
export interface OfferFields {
  id: number;
  machine_id: number;
  host_id: number;
  bundle_id: number;
  cluster_id: number | null;
  bw_nvlink: number;
  compute_cap: number;
  cpu_arch: string;
  cpu_cores: number;
  cpu_cores_effective: number;
  cpu_ghz: number;
  cpu_name: string;
  cpu_ram: number;
  cuda_max_good: number;
  direct_port_count: number;
  disk_bw: number;
  disk_name: string;
  disk_space: number;
  dlperf: number;
  dph_base: number;
  driver_version: string;
  /** epoch seconds */
  end_date: number;
  external: boolean;
  /** "Place, CC" */
  geolocation: string;
  gpu_arch: string;
  gpu_display_active: boolean;
  gpu_frac: number;
  gpu_max_power: number;
  gpu_max_temp: number;
  gpu_mem_bw: number;
  gpu_name: string;
  gpu_ram: number;
  has_avx: number;
  hosting_type: number;
  inet_down: number;
  inet_down_cost: number;
  inet_up: number;
  inet_up_cost: number;
  min_bid: number;
  mobo_name: string;
  num_gpus: number;
  os_version: string;
  pci_gen: number;
  pcie_bw: number;
  public_ipaddr: string;
  reliability: number;
  rentable: boolean;
  rented: boolean;
  start_date: number;
  static_ip: boolean;
  /** $ per GB and month */
  storage_cost: number;
  total_flops: number;
  verification: string;
  vms_enabled: boolean;
  /** Not shown: the machine has no free GPU, so that a rent cannot start at once. */
  busy: boolean;
}

/** An offer to be completed. `dph_total`, the price with 8 GB of disk, may replace `dph_base`. */
export type PartialOffer = Readonly<Partial<OfferFields>> & { readonly dph_total?: number | undefined };

/** The service's month, in hours, for storage prices. */
export const HOURS_A_MONTH = 720;

/** $/h for `gigabytes` of disk of this offer. */
export function storageHourly(offer: Pick<OfferFields, "storage_cost">, gigabytes: number): number {
  return (offer.storage_cost * gigabytes) / HOURS_A_MONTH;
}

const DAY_SECONDS = 86_400;

/** `partial` completed to an offer. `index` makes ids, machines and addresses differ. */
export function completeOffer(partial: PartialOffer, index: number, nowMs: number): OfferFields {
  const { dph_total: dphTotal, ...given } = partial;
  const storageCost = given.storage_cost ?? 0.15;
  const base =
    given.dph_base ??
    (dphTotal === undefined ? 0.4 : Math.max(0, dphTotal - storageHourly({ storage_cost: storageCost }, 8)));
  const gpus = given.num_gpus ?? 1;
  const machine = given.machine_id ?? 10_000 + index;
  return {
    id: 30_000_000 + index,
    machine_id: machine,
    host_id: 2_000 + (machine % 97),
    bundle_id: 900_000 + machine,
    cluster_id: null,
    bw_nvlink: 0,
    compute_cap: 890,
    cpu_arch: "amd64",
    cpu_cores: 32,
    cpu_cores_effective: 10.7,
    cpu_ghz: 3.5,
    cpu_name: "AMD EPYC 7402P 24-Core Processor",
    cpu_ram: 128_877,
    cuda_max_good: 12.8,
    direct_port_count: 100,
    disk_bw: 3_211.5,
    disk_name: "Samsung SSD 990 PRO 2TB",
    disk_space: 512.6,
    dlperf: 90.5 * gpus,
    dph_base: base,
    driver_version: "570.86.15",
    end_date: nowMs / 1000 + 60 * DAY_SECONDS,
    external: false,
    geolocation: "Sweden, SE",
    gpu_arch: "nvidia",
    gpu_display_active: false,
    gpu_frac: 1,
    gpu_max_power: 450,
    gpu_max_temp: 90,
    gpu_mem_bw: 860.3,
    gpu_name: "RTX 4090",
    gpu_ram: 24_564,
    has_avx: 1,
    hosting_type: 0,
    inet_down: 812.4,
    inet_down_cost: 0.003,
    inet_up: 640.1,
    inet_up_cost: 0.003,
    min_bid: Math.round(base * 500) / 1000,
    mobo_name: "ROMED8-2T",
    num_gpus: gpus,
    os_version: "22.04",
    pci_gen: 4,
    pcie_bw: 24.1,
    public_ipaddr: `203.0.113.${(index % 250) + 1}`,
    reliability: 0.995,
    rentable: true,
    rented: false,
    start_date: nowMs / 1000 - 30 * DAY_SECONDS,
    static_ip: true,
    storage_cost: storageCost,
    total_flops: 81.4 * gpus,
    verification: "verified",
    vms_enabled: true,
    busy: false,
    ...given,
  };
}
