import { connection } from "../../../rules/instance/connection";
import type { InstanceRecord } from "../../../rules/instance/instance-record";
import type { Offer } from "../../../rules/offer/offer";
import { recordOffer } from "../../../rules/offer/offer-record";
import { plain, secret, type Properties } from "../../engine/engine-values";

/** The requested values, secret where the program marked something in them secret. */
export function askedOutput(asked: Properties, secrets: readonly string[]): unknown {
  const isSecret = secrets.some((name) => name in asked);
  return isSecret ? secret(asked) : asked;
}

/** The service's own outputs. */
export function serviceOutputs(record: InstanceRecord): Record<string, unknown> {
  const { sshCommand, portMappings, jupyterUrl } = connection(record);
  return plain({
    instanceId: record.id,
    actualStatus: record.actualStatus ?? "",
    intendedStatus: record.intendedStatus,
    statusMsg: record.statusMsg,
    machineId: record.machineId,
    hostId: record.hostId,
    gpuName: record.gpuName,
    numGpus: record.numGpus,
    gpuRam: record.gpuRam,
    dphTotal: record.dphTotal,
    hourlyCostUsd: record.hourlyCostUsd,
    isBid: record.isBid,
    minBid: record.minBid,
    geolocation: record.geolocation,
    sshHost: record.sshHost,
    sshPort: record.sshPort,
    sshCommand,
    publicIpaddr: record.publicIpaddr,
    portMappings,
    jupyterUrl,
    jupyterToken: record.jupyterToken,
    startDate: record.startDate,
    endDate: record.endDate,
  });
}

/** What later queries are compared with: the offer's values, else those of the machine's own record. */
export function recordedOffer(
  offer: Offer | undefined,
  record: InstanceRecord,
): Record<string, unknown> | undefined {
  const { verification, hostingType } = record.recorded ?? {};
  const shown = recordOffer({
    id: record.id,
    machineId: record.machineId,
    hostId: record.hostId,
    numGpus: record.numGpus,
    gpuName: record.gpuName,
    gpuRam: record.gpuRam,
    geolocation: record.geolocation,
    // Of an interruptible machine it is the bid's price, not the offer's.
    dphTotal: record.isBid === true ? undefined : record.dphTotal,
    verification: typeof verification === "string" ? verification : undefined,
    hostingType: typeof hostingType === "number" ? hostingType : undefined,
  });
  const offered = offer === undefined ? {} : recordOffer(offer);
  const recorded = { ...record.recorded, ...shown, ...offered };
  return Object.keys(recorded).length === 0 ? undefined : plain(recorded);
}
