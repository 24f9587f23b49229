import { createHash } from "node:crypto";
import { publishedPorts } from "./docker-flag-text";
import { currentFloor, currentStep, goneAt, type Contract } from "./contracts";
import type { JsonObject } from "./json-value";
import { storageHourly } from "./offer-fields";

/** What a record is rendered for. */
export interface RecordView {
  readonly now: number;
  /** The end of the destroy lag, so that a destroyed instance shows how far its release is. */
  readonly destroyLagMs: number;
  /** From `running` to the first port mapping. */
  readonly portsLagMs: number;
  /** Account variables, which the service puts into every container. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Columns that the list stores, and so can filter and order by. */
export const STORED_COLUMNS: readonly string[] = [
  "id",
  "label",
  "actual_status",
  "intended_status",
  "cur_state",
  "next_state",
  "machine_id",
  "host_id",
  "gpu_name",
  "geolocation",
  "verification",
  "image_uuid",
  "template_id",
  "template_hash_id",
  "start_date",
  "end_date",
  "is_bid",
  "public_ipaddr",
  "ssh_host",
  "ssh_port",
];

/** An instance as the service renders it. */
export function instanceRecord(contract: Contract, view: RecordView): JsonObject {
  const { offer, config } = contract;
  const { now } = view;
  const step = currentStep(contract, now);
  const released = goneAt(contract) <= now;
  const unloaded = released && now >= goneAt(contract) + view.destroyLagMs / 2;
  const curState = unloaded ? "unloaded" : (step?.curState ?? "running");
  const running = step?.status === "running" && !unloaded;
  const mapped = running && now >= step.at + view.portsLagMs;
  const storage = storageHourly(offer, config.disk);
  const seconds = (now - contract.createdAt) / 1000;
  return {
    id: contract.id,
    actual_status: step?.status ?? null,
    intended_status: released ? "stopped" : (step?.intended ?? "running"),
    cur_state: curState,
    next_state: released ? "unloaded" : (step?.intended ?? "running"),
    status_msg: step?.message ?? null,
    label: contract.label,
    machine_id: offer.machine_id,
    host_id: offer.host_id,
    bundle_id: offer.bundle_id,
    template_id: config.templateId,
    template_hash_id: config.templateHashId,
    template_name: config.templateName,
    image_uuid: config.image,
    image_runtype: config.runtype,
    image_args: config.args,
    onstart: config.onstart,
    extra_env: [
      ...view.secrets,
      ...config.env,
      ["CONTAINER_API_KEY", contract.instanceApiKey],
      ["CONTAINER_ID", String(contract.id)],
    ],
    jupyter_token: createHash("sha256").update(`jupyter ${contract.id}`).digest("hex"),
    ssh_host: `ssh${contract.id % 9}.emulator.test`,
    ssh_port: 10_000 + (contract.id % 50_000),
    ssh_idx: String(contract.id % 9),
    public_ipaddr: `${offer.public_ipaddr} `,
    local_ipaddrs: "172.17.0.2 192.168.1.20",
    ports: mapped ? portMap(contract) : null,
    direct_port_start: 40_000 + (contract.id % 100) * 100,
    direct_port_end: 40_099 + (contract.id % 100) * 100,
    direct_port_count: offer.direct_port_count,
    static_ip: offer.static_ip,
    is_bid: contract.isBid,
    min_bid: currentFloor(contract, now),
    dph_base: contract.price,
    dph_total: contract.price + storage,
    storage_cost: offer.storage_cost,
    storage_total_cost: storage,
    instance: {
      gpuCostPerHour: running ? contract.price : 0,
      diskHour: storage,
      totalHour: running ? contract.price + storage : storage,
      discountTotalHour: 0,
      discountedTotalPerHour: running ? contract.price + storage : storage,
    },
    search: { gpuCostPerHour: contract.price, diskHour: storage, totalHour: contract.price + storage },
    inet_up_cost: offer.inet_up_cost,
    inet_down_cost: offer.inet_down_cost,
    disk_space: Math.round(config.disk * 1008) / 1000,
    disk_usage: running ? 0.42 : -1,
    disk_util: -1,
    num_gpus: offer.num_gpus,
    gpu_name: offer.gpu_name,
    gpu_frac: offer.gpu_frac,
    gpu_ram: offer.gpu_ram,
    gpu_totalram: offer.gpu_ram * offer.num_gpus,
    gpu_arch: offer.gpu_arch,
    compute_cap: offer.compute_cap,
    cuda_max_good: offer.cuda_max_good,
    driver_version: offer.driver_version,
    cpu_name: offer.cpu_name,
    cpu_ram: offer.cpu_ram,
    cpu_cores: offer.cpu_cores,
    cpu_cores_effective: offer.cpu_cores_effective,
    cpu_arch: offer.cpu_arch,
    disk_bw: offer.disk_bw,
    dlperf: offer.dlperf,
    total_flops: offer.total_flops,
    inet_up: offer.inet_up,
    inet_down: offer.inet_down,
    pci_gen: offer.pci_gen,
    pcie_bw: offer.pcie_bw,
    mobo_name: offer.mobo_name,
    os_version: offer.os_version,
    external: offer.external,
    rentable: offer.rentable,
    vms_enabled: config.vm,
    start_date: contract.createdAt / 1000,
    end_date: contract.endsAt / 1000,
    duration: (contract.endsAt - now) / 1000,
    uptime_mins: running ? seconds / 60 : null,
    geolocation: offer.geolocation,
    verification: offer.verification,
    reliability2: offer.reliability,
    hosting_type: offer.hosting_type,
    volume_info: config.volumeIds.map((id) => ({ id })),
  };
}

function portMap(contract: Contract): JsonObject {
  const { runtype, env } = contract.config;
  const own = runtype.includes("jupyter_direc") ? ["8080/tcp", "22/tcp"] : [];
  const ssh = runtype.includes("ssh_direc") ? ["22/tcp"] : [];
  const ports = [...new Set([...own, ...ssh, ...publishedPorts(env)])];
  const first = 40_000 + (contract.id % 100) * 100;
  return Object.fromEntries(
    ports.map((port, index) => {
      const number = Number(port.split("/")[0]);
      const hostPort = String(number >= 70_000 ? number : first + index);
      return [
        port,
        [
          { HostIp: "0.0.0.0", HostPort: hostPort },
          { HostIp: "::", HostPort: hostPort },
        ],
      ];
    }),
  );
}
