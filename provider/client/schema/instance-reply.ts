import { z } from "zod";
import type { InstanceRecord } from "../../rules/instance/instance-record";
import { flagField, idField, numberField, textField, trimmedField, wholeField } from "./fields";
import { MACHINE, machineFields } from "./offer-reply";
import { toPortMappings } from "./port-mappings";

/** Keys of `InstanceRecord` itself, and keys that say nothing about a rented machine. */
const NOT_RECORDED: ReadonlySet<string> = new Set([
  "machineId",
  "hostId",
  "gpuName",
  "numGpus",
  "gpuRam",
  "diskSpace",
  "isBid",
  "minBid",
  "dphTotal",
  "dphBase",
  "storageTotalCost",
  "geolocation",
  "publicIpaddr",
  "startDate",
  "endDate",
  "duration",
  "rentable",
  "rented",
]);

/** Credentials that a record carries (`instance_api_key`, `extra_env`) are not listed, so they never leave this file. */
const INSTANCE = z.object({
  ...MACHINE.shape,
  ubuntu_version: trimmedField,
  id: idField,
  actual_status: trimmedField,
  intended_status: trimmedField,
  cur_state: trimmedField,
  next_state: trimmedField,
  status_msg: trimmedField,
  label: textField,
  machine_id: wholeField,
  host_id: wholeField,
  template_id: wholeField,
  template_hash_id: trimmedField,
  image_uuid: trimmedField,
  image_runtype: trimmedField,
  gpu_name: trimmedField,
  num_gpus: numberField,
  gpu_ram: numberField,
  disk_space: numberField,
  is_bid: flagField,
  min_bid: numberField,
  dph_total: numberField,
  dph_base: numberField,
  storage_total_cost: numberField,
  instance: z.object({ totalHour: numberField }).optional().catch(undefined),
  geolocation: trimmedField,
  ssh_host: trimmedField,
  ssh_port: wholeField,
  public_ipaddr: trimmedField,
  ports: z.unknown().transform(toPortMappings).optional(),
  jupyter_token: trimmedField,
  start_date: numberField,
  end_date: numberField,
  uptime_mins: numberField,
  gpu_totalram: numberField,
});

const ONE = z.object({ instances: INSTANCE.nullable() });
const PAGE = z.object({
  instances: z.array(INSTANCE).nullable(),
  next_token: trimmedField,
  total_instances: wholeField,
  instances_found: wholeField,
});

/** One page of the account's instances, and where the next one starts. */
export interface InstancePage {
  readonly instances: InstanceRecord[];
  readonly nextToken: string | undefined;
  /** How many the account has, whatever the filter. */
  readonly total: number | undefined;
  /** How many the request matches, on all its pages. */
  readonly found: number | undefined;
}

/** null: the service says that there is no such instance. undefined: not the documented shape, or another instance. */
export function parseInstance(json: unknown, id: number): InstanceRecord | null | undefined {
  const reply = ONE.safeParse(json);
  if (!reply.success) {
    return undefined;
  }
  const { instances } = reply.data;
  if (instances === null) {
    return null;
  }
  return instances.id === id ? toRecord(instances) : undefined;
}

/** undefined: not the documented shape. A row without a readable id counts as that too: it may be a machine that costs money. */
export function parseInstancePage(json: unknown): InstancePage | undefined {
  const page = PAGE.safeParse(json);
  if (!page.success) {
    return undefined;
  }
  const { instances, total_instances: total, instances_found: found } = page.data;
  // A read by id returns null for a machine that is gone: as a list it is empty only where it counts none.
  if (instances === null && (total ?? found) !== 0) {
    return undefined;
  }
  return { instances: (instances ?? []).map(toRecord), nextToken: page.data.next_token, total, found };
}

function toRecord(fields: z.output<typeof INSTANCE>): InstanceRecord {
  const totalRam = fields.gpu_totalram;
  return {
    id: fields.id,
    actualStatus: fields.actual_status,
    intendedStatus: fields.intended_status,
    curState: fields.cur_state,
    nextState: fields.next_state,
    statusMsg: fields.status_msg,
    label: fields.label,
    machineId: fields.machine_id,
    hostId: fields.host_id,
    templateId: fields.template_id,
    templateHashId: fields.template_hash_id,
    image: fields.image_uuid,
    imageRuntype: fields.image_runtype,
    gpuName: fields.gpu_name,
    numGpus: fields.num_gpus,
    gpuRam: fields.gpu_ram,
    diskSpace: fields.disk_space,
    isBid: fields.is_bid,
    minBid: fields.min_bid,
    dphTotal: fields.dph_total,
    dphBase: fields.dph_base,
    hourlyCostUsd: fields.instance?.totalHour,
    storageTotalCost: fields.storage_total_cost,
    geolocation: fields.geolocation,
    sshHost: fields.ssh_host,
    sshPort: fields.ssh_port,
    publicIpaddr: fields.public_ipaddr,
    portMappings: fields.ports,
    jupyterToken: fields.jupyter_token,
    startDate: fields.start_date,
    endDate: fields.end_date,
    uptimeMins: fields.uptime_mins,
    recorded: {
      ...(totalRam === undefined ? {} : { gpuTotalRam: totalRam }),
      ...(fields.ubuntu_version === undefined ? {} : { osVersion: fields.ubuntu_version }),
      ...machineFields(fields, NOT_RECORDED),
    },
  };
}
