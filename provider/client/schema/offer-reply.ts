import { z } from "zod";
import type { Offer } from "../../rules/offer/offer";
import { flagField, idField, numberField, trimmedField, wholeField, wholesField } from "./fields";
import { fromWireName } from "./wire-names";

const FLAGS = z.object({
  external: flagField,
  gpu_display_active: flagField,
  has_avx: flagField,
  is_bid: flagField,
  rentable: flagField,
  rented: flagField,
  static_ip: flagField,
  verified: flagField,
  vms_enabled: flagField,
});

const TEXTS = z.object({
  cpu_arch: trimmedField,
  cpu_name: trimmedField,
  disk_name: trimmedField,
  driver_version: trimmedField,
  geolocation: trimmedField,
  gpu_arch: trimmedField,
  gpu_name: trimmedField,
  mobo_name: trimmedField,
  os_version: trimmedField,
  public_ipaddr: trimmedField,
  verification: trimmedField,
});

const NUMBERS = z.object({
  bundle_id: wholeField,
  bw_nvlink: numberField,
  cluster_id: wholeField,
  compute_cap: numberField,
  cpu_cores: numberField,
  cpu_cores_effective: numberField,
  cpu_ghz: numberField,
  cpu_ram: numberField,
  credit_discount_max: numberField,
  cuda_max_good: numberField,
  direct_port_count: numberField,
  discount_rate: numberField,
  discounted_dph_total: numberField,
  disk_bw: numberField,
  disk_space: numberField,
  dlperf: numberField,
  dlperf_per_dphtotal: numberField,
  dph_base: numberField,
  dph_total: numberField,
  duration: numberField,
  end_date: numberField,
  flops_per_dphtotal: numberField,
  gpu_frac: numberField,
  gpu_max_power: numberField,
  gpu_max_temp: numberField,
  gpu_mem_bw: numberField,
  gpu_ram: numberField,
  gpu_total_ram: numberField,
  host_id: wholeField,
  hosting_type: numberField,
  inet_down: numberField,
  inet_down_cost: numberField,
  inet_up: numberField,
  inet_up_cost: numberField,
  machine_id: wholeField,
  min_bid: numberField,
  num_gpus: numberField,
  pci_gen: numberField,
  pcie_bw: numberField,
  reliability: numberField,
  reliability2: numberField,
  score: numberField,
  start_date: numberField,
  storage_cost: numberField,
  storage_total_cost: numberField,
  total_flops: numberField,
  vram_costperhour: numberField,
});

/** What a search and an instance record both show of a machine. */
export const MACHINE = z.object({ ...FLAGS.shape, ...TEXTS.shape, ...NUMBERS.shape });

/** What a search shows of a machine: the fields of the public reference, each of them nullable but for the id. */
const OFFER = z.object({
  id: idField,
  ...MACHINE.shape,
  /** The name of `os_version` in the service's older replies. */
  ubuntu_version: trimmedField,
  gpu_ids: wholesField,
});

/** Our name of each field, made once: a list of many machines names tens of fields for each. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.keys(MACHINE.shape).map((name) => [name, fromWireName(name)]),
);

const OFFERS = z.object({ offers: z.array(z.unknown()) });

/** The fields of a machine that a row shows, by our names, without `except`; fields that are absent are left out. */
export function machineFields(
  row: Readonly<Record<string, unknown>>,
  except: ReadonlySet<string>,
): Record<string, string | number | boolean> {
  const fields: Record<string, string | number | boolean> = {};
  for (const [wireName, name] of NAMES) {
    const value = row[wireName];
    const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    if (isPlain && !except.has(name)) fields[name] = value;
  }
  return fields;
}

/** Offers whose id cannot be read are left out: they cannot be rented. undefined: no list of offers. */
export function parseOffers(json: unknown): Offer[] | undefined {
  const list = OFFERS.safeParse(json);
  return list.success ? list.data.offers.flatMap(toOffers) : undefined;
}

function toOffers(raw: unknown): Offer[] {
  const parsed = OFFER.safeParse(raw);
  if (!parsed.success) {
    return [];
  }
  const { id, gpu_ids: gpuIds, ubuntu_version: ubuntuVersion, ...fields } = parsed.data;
  const reliability = fields.reliability ?? fields.reliability2;
  return [
    {
      ...shown({
        ...fields,
        reliability,
        reliability2: undefined,
        os_version: fields.os_version ?? ubuntuVersion,
      }),
      ...(gpuIds === undefined ? {} : { gpuIds }),
      id,
    },
  ];
}

function shown(
  fields: Readonly<Record<string, string | number | boolean | undefined>>,
): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[NAMES.get(name) ?? name, value]],
    ),
  );
}
