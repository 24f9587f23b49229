import { connection } from "../../../rules/instance/connection";
import type { InstanceRecord } from "../../../rules/instance/instance-record";
import type { Offer } from "../../../rules/offer/offer";
import { recordOffer } from "../../../rules/offer/offer-record";
import type { UnconfirmedRent } from "../../../rules/instance/unconfirmed-rent";
import { plain, secret, stringsOf, type Properties } from "../../engine/engine-values";

/** Where a rented machine stands, for the next diff. Absent: all is well. */
export type StatePhase =
  "loading" | "givenUp" | "unconfirmed" | "dead" | "gone" | "expired" | "outbid" | "finished";

/** Hidden outputs: what later calls need to know and no program reads. Their names are a wire format. */
export interface HiddenOutputs {
  /** What was asked for of the arguments whose outputs show the service's own view. */
  readonly __asked: {
    readonly label?: string | undefined;
    readonly targetState?: string | undefined;
    readonly price?: number | undefined;
  };
  readonly __launchLabel?: string | undefined;
  /** The deployment cannot set labels: the one that was asked for is missing for good, which is no drift. */
  readonly __labelUnsupported?: true | undefined;
  /** What was recorded of the offer when it was rented, for later queries. */
  readonly __offer?: Properties | undefined;
  readonly __account?: number | undefined;
  readonly __phase?: StatePhase | undefined;
  readonly __reason?: string | undefined;
  /** ms of the service's time */
  readonly __rentedAt?: number | undefined;
  /** GB, as it was rented */
  readonly __disk?: number | undefined;
  /** Launch tokens of machines before it that the state still held when it was rented: they are no orphans. */
  readonly __predecessors?: readonly string[] | undefined;
  /** Where the account is: the base URL. */
  readonly __baseUrl?: string | undefined;
  /** Rents whose answers were lost, and whose machines may show up yet. */
  readonly __unconfirmedRents?: readonly UnconfirmedRent[] | undefined;
  /** Until 0.1.0: the labels of those rents. */
  readonly __lostRents?: readonly string[] | undefined;
  /** Other machines of this resource, which an interrupted launch left. */
  readonly __orphans?: readonly number[] | undefined;
}

/** `__asked`, as secret as the program made what is in it. `properties` are the inputs. */
export function askedOutput(properties: Properties, asked: Properties): unknown {
  const isSecret = stringsOf(properties["__secrets"]).some((name) => name in asked);
  return isSecret ? secret(asked) : asked;
}

/** What the service shows, under names of its own. */
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

/** Names of the service's outputs, to carry them over where no read is made. */
export const SERVICE_OUTPUTS = [
  ...[
    "instanceId",
    "actualStatus",
    "intendedStatus",
    "statusMsg",
    "machineId",
    "hostId",
    "gpuName",
    "numGpus",
    "gpuRam",
  ],
  ...[
    "dphTotal",
    "hourlyCostUsd",
    "isBid",
    "minBid",
    "geolocation",
    "sshHost",
    "sshPort",
    "sshCommand",
    "publicIpaddr",
  ],
  ...["portMappings", "jupyterUrl", "jupyterToken", "startDate", "endDate", "offerId"],
] as const;

export const HIDDEN_OUTPUTS = [
  ...["__asked", "__launchLabel", "__labelUnsupported", "__offer", "__account", "__phase", "__reason"],
  ...[
    "__rentedAt",
    "__disk",
    "__predecessors",
    "__lostRents",
    "__baseUrl",
    "__unconfirmedRents",
    "__orphans",
  ],
] as const;

/** What later queries are held against: what the offer said, else what the machine's own record says. */
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
