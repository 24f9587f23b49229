import { UNKNOWN } from "../../../provider/rules/validation/unknown";

/** One edit of a running machine, and what it does. */
export interface ChangeCase {
  readonly edit: string;
  /** Arguments before; laid over `BASE`. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** Arguments after; laid over `BASE`. */
  readonly after?: Readonly<Record<string, unknown>>;
  /** What the state holds beside the arguments. */
  readonly state?: Readonly<Record<string, unknown>>;
  readonly effect: "nothing" | "update" | "replace";
  readonly replaces?: readonly string[];
  /** A part of one of the reasons. */
  readonly reason?: string;
  readonly warning?: string;
  /** The change is drift alone: no argument differs. */
  readonly drift?: true;
  readonly deleteFirst?: true;
}

export const BASE: Readonly<Record<string, unknown>> = {
  image: "pytorch/pytorch:latest",
  search: [{ filters: { numGpus: { eq: 1 } }, type: "ondemand" }],
};

const QUERY = (filters: object, type = "ondemand"): object[] => [{ filters, type }];
const TEMPLATE = { image: undefined, template: "a1", __templateLaunchHash: "v1:one" };
const FOREIGN = { image: undefined, templateHashId: "a1" };
const BID_BY_ID = { search: undefined, offerIds: [1], price: 0.2 };
const BID = { search: QUERY({}, "bid"), price: 0.2 };

/** Set, changed and removed: each of these is made with the machine and never again. */
const CONTENT: readonly (readonly [string, unknown, unknown])[] = [
  ["env", { A: "1" }, { A: "2" }],
  ["ports", ["8080:80"], ["8081:80"]],
  ["onstart", "echo one", "echo two"],
  ["runtype", "ssh_direct", "jupyter_direct"],
  ["args", ["--one"], ["--two"]],
  ["argsStr", "--one", "--two"],
  ["useJupyterLab", true, false],
  ["jupyterDir", "/one", "/two"],
  ["pythonUtf8", true, false],
  ["langUtf8", true, false],
  ["vm", true, false],
  ["user", "one", "two"],
  ["imageLogin", "-u one -p secret registry", "-u two -p secret registry"],
];

const contentCases = CONTENT.flatMap(([name, one, two]): ChangeCase[] => [
  { edit: `${name} is set`, after: { [name]: one }, effect: "replace", replaces: [name] },
  {
    edit: `${name} is changed`,
    before: { [name]: one },
    after: { [name]: two },
    effect: "replace",
    replaces: [name],
  },
  { edit: `${name} is removed`, before: { [name]: one }, effect: "replace", replaces: [name] },
  { edit: `${name} stays`, before: { [name]: one }, after: { [name]: one }, effect: "nothing" },
  {
    edit: `${name} is not known yet`,
    before: { [name]: one },
    after: { [name]: UNKNOWN },
    effect: "replace",
    replaces: [name],
    reason: "not known yet",
  },
]);

const RECORDED: readonly (readonly [string, unknown, unknown])[] = [
  ["launch", { attempts: 2 }, { attempts: 9 }],
  ["cancelUnavail", true, false],
  ["force", true, false],
  ["__timeouts", { create: "10m" }, { create: "20m" }],
];

const recordedCases = RECORDED.flatMap(([name, one, two]): ChangeCase[] => [
  { edit: `${name} is set`, after: { [name]: one }, effect: "update" },
  { edit: `${name} is changed`, before: { [name]: one }, after: { [name]: two }, effect: "update" },
  { edit: `${name} is removed`, before: { [name]: one }, effect: "update" },
]);

export const CHANGES: readonly ChangeCase[] = [
  { edit: "nothing is edited", effect: "nothing" },
  ...contentCases,
  ...recordedCases,
  {
    edit: "the image is changed",
    after: { image: "other:1" },
    effect: "replace",
    replaces: ["image"],
    reason: '"pytorch/pytorch:latest"',
  },
  {
    edit: "a volume is linked",
    after: { volumeInfo: { volumeId: 7, mountPath: "/data" } },
    effect: "replace",
    replaces: ["volumeInfo"],
    deleteFirst: true,
  },
  {
    edit: "something else changes while a volume is linked",
    before: { volumeInfo: { volumeId: 7, mountPath: "/data" } },
    after: { volumeInfo: { volumeId: 7, mountPath: "/data" }, user: "root" },
    effect: "replace",
    replaces: ["user"],
    deleteFirst: true,
  },

  {
    edit: "the disk grows",
    before: { disk: 20 },
    after: { disk: 40 },
    effect: "replace",
    replaces: ["disk"],
    reason: "has 20 GB, 40 GB is requested now",
  },
  {
    edit: "the disk is spelled out as it was rented",
    state: { __disk: 8 },
    after: { disk: 8 },
    effect: "update",
  },
  { edit: "the disk is no longer spelled out", before: { disk: 8 }, effect: "update" },
  {
    edit: "the disk is left to a default that differs",
    before: { disk: 20 },
    effect: "replace",
    replaces: ["disk"],
  },
  {
    edit: "the service shows a disk of 10.08 GB for 10",
    before: { disk: 10 },
    after: { disk: 10 },
    state: { diskSpace: 10.08 },
    effect: "nothing",
  },
  {
    edit: "the disk is not known yet",
    before: { disk: 20 },
    after: { disk: UNKNOWN },
    effect: "replace",
    replaces: ["disk"],
  },

  {
    edit: "the disk that the template names is not known yet",
    before: TEMPLATE,
    after: { ...TEMPLATE, __template: { recommendedDiskSpace: UNKNOWN } },
    effect: "replace",
    replaces: ["disk"],
    reason: "not known yet",
  },

  {
    edit: "a template of the program launches another machine",
    before: TEMPLATE,
    after: { ...TEMPLATE, template: UNKNOWN, __templateLaunchHash: "v1:two" },
    effect: "replace",
    replaces: ["template"],
  },
  {
    edit: "a template of the program has a new hash and launches the same machine",
    before: TEMPLATE,
    after: { ...TEMPLATE, template: "b2" },
    effect: "nothing",
  },
  {
    edit: "a template's new hash is not known and it launches the same machine",
    before: TEMPLATE,
    after: { ...TEMPLATE, template: UNKNOWN },
    effect: "nothing",
  },
  {
    edit: "what a template launches is not known yet",
    before: TEMPLATE,
    after: { ...TEMPLATE, template: UNKNOWN, __templateLaunchHash: UNKNOWN },
    effect: "replace",
    replaces: ["template"],
    reason: "not known yet",
  },
  { edit: "a template replaces the image", after: TEMPLATE, effect: "replace" },
  { edit: "an image replaces the template", before: TEMPLATE, effect: "replace" },
  {
    edit: "a hash from elsewhere changes",
    before: FOREIGN,
    after: { ...FOREIGN, templateHashId: "b2" },
    effect: "replace",
    replaces: ["templateHashId"],
  },
  {
    edit: "a hash from elsewhere is not known yet",
    before: FOREIGN,
    after: { ...FOREIGN, templateHashId: UNKNOWN },
    effect: "replace",
    replaces: ["templateHashId"],
  },
  { edit: "a hash from elsewhere stays", before: FOREIGN, after: FOREIGN, effect: "nothing" },
  {
    edit: "a hash from elsewhere becomes the template of the program that has it",
    before: FOREIGN,
    after: { ...TEMPLATE },
    effect: "nothing",
  },

  { edit: "the search is widened", after: { search: QUERY({ numGpus: { gte: 1 } }) }, effect: "update" },
  {
    edit: "the search now excludes the machine",
    after: { search: QUERY({ numGpus: { gte: 4 } }) },
    effect: "replace",
    replaces: ["search"],
    reason: "numGpus: the rented machine has 1, the query now needs >= 4",
  },
  {
    edit: "one of two queries still takes the machine",
    after: { search: [...QUERY({ numGpus: { gte: 4 } }), ...QUERY({ gpuName: { in: ["RTX 4090"] } })] },
    effect: "update",
  },
  {
    edit: "all of two queries exclude the machine",
    after: { search: [...QUERY({ numGpus: { gte: 4 } }), ...QUERY({ gpuName: { in: ["H100 SXM"] } })] },
    effect: "replace",
    replaces: ["search"],
  },
  {
    edit: "a query names a field that was not recorded",
    after: { search: QUERY({ clusterId: { eq: 3 } }) },
    effect: "update",
    warning: "clusterId: was not recorded",
  },
  {
    edit: "a part of the query is not known yet",
    after: { search: QUERY({ numGpus: { gte: UNKNOWN } }) },
    effect: "replace",
    replaces: ["search"],
    reason: "not known yet",
  },
  {
    edit: "the search gives way to offer ids",
    after: { search: undefined, offerIds: [1, 2] },
    effect: "update",
  },
  {
    edit: "offer ids change",
    before: { search: undefined, offerIds: [1] },
    after: { search: undefined, offerIds: [2] },
    effect: "nothing",
  },

  { edit: "a limit is set above the price", after: { maxHourlyPriceUsd: 0.5 }, effect: "update" },
  {
    edit: "a limit is set below the price",
    after: { maxHourlyPriceUsd: 0.3 },
    effect: "replace",
    replaces: ["maxHourlyPriceUsd"],
    reason: "costs $0.4000/h, the limit is now $0.3000/h",
  },
  {
    edit: "the limit is raised",
    before: { maxHourlyPriceUsd: 0.5 },
    after: { maxHourlyPriceUsd: 0.9 },
    effect: "update",
  },
  { edit: "the limit is removed", before: { maxHourlyPriceUsd: 0.5 }, effect: "update" },
  {
    edit: "the limit is not known yet",
    after: { maxHourlyPriceUsd: UNKNOWN },
    effect: "replace",
    replaces: ["maxHourlyPriceUsd"],
  },
  {
    edit: "a limit is set between the price at the rent and a higher one since",
    after: { maxHourlyPriceUsd: 0.45 },
    state: { dphTotal: 0.5 },
    effect: "update",
  },
  {
    edit: "a limit is set and no price was recorded",
    after: { maxHourlyPriceUsd: 0.3 },
    state: { dphTotal: undefined, __offer: { numGpus: 1 } },
    effect: "update",
    warning: "was not recorded",
  },

  {
    edit: "on-demand becomes a bid",
    after: BID,
    effect: "replace",
    reason: "the rented machine is on-demand",
  },
  {
    edit: "a bid becomes on-demand",
    before: BID,
    effect: "replace",
    reason: "the rented machine is interruptible",
  },
  {
    edit: "whether a bid is asked is not known yet",
    before: BID_BY_ID,
    after: { ...BID_BY_ID, price: UNKNOWN },
    effect: "replace",
    replaces: ["price"],
    reason: "the rented machine is interruptible, and whether `price` is set is not known yet",
  },
  {
    edit: "neither the query nor the bid is known yet",
    before: BID,
    after: { search: UNKNOWN, price: UNKNOWN },
    effect: "replace",
    replaces: ["price", "search"],
  },
  {
    edit: "a bid is not known yet, but its query asks for interruptible machines",
    before: BID,
    after: { ...BID, price: UNKNOWN },
    effect: "update",
  },
  {
    edit: "a bid is not known yet, and the query asks for on-demand machines now",
    before: BID,
    after: { price: UNKNOWN },
    effect: "replace",
    replaces: ["price"],
    reason: "on-demand is requested now",
  },
  { edit: "a bid is raised", before: BID, after: { ...BID, price: 0.3 }, effect: "update" },
  {
    edit: "a bid is raised above the limit, counted with the disk",
    before: { ...BID, maxHourlyPriceUsd: 0.3 },
    after: { ...BID, maxHourlyPriceUsd: 0.3, price: 0.295 },
    state: { dphTotal: 0.21 },
    effect: "update",
    warning:
      "price: a bid of $0.2950/h and $0.0100/h for the disk come to $0.3050/h, above `maxHourlyPriceUsd`, $0.3000/h, so the update",
  },
  {
    edit: "a bid is raised up to the limit, counted with the disk",
    before: { ...BID, maxHourlyPriceUsd: 0.3 },
    after: { ...BID, maxHourlyPriceUsd: 0.3, price: 0.29 },
    state: { dphTotal: 0.21 },
    effect: "update",
  },
  {
    edit: "a limit is set below what the bid costs with the disk",
    before: BID,
    after: { ...BID, maxHourlyPriceUsd: 0.205 },
    state: { dphTotal: 0.21 },
    effect: "replace",
    replaces: ["maxHourlyPriceUsd"],
    reason: "costs $0.2100/h, the limit is now $0.2050/h",
  },
  { edit: "a bid is lowered", before: BID, after: { ...BID, price: 0.1 }, effect: "update" },
  {
    edit: "somebody changed the bid",
    before: BID,
    after: BID,
    state: { price: 0.25 },
    effect: "update",
    drift: true,
  },

  { edit: "a label is set", after: { label: "mine" }, effect: "update" },
  { edit: "the label is changed", before: { label: "mine" }, after: { label: "yours" }, effect: "update" },
  { edit: "the label is removed", before: { label: "mine" }, effect: "update" },
  {
    edit: "the service shows another label, because it sets none",
    before: { label: "mine" },
    after: { label: "mine" },
    state: { label: "trainer-pvai-0123456789ab-0123456789.1", __labelUnsupported: true },
    effect: "nothing",
  },
  {
    edit: "the label is changed where the service sets none",
    before: { label: "mine" },
    after: { label: "yours" },
    state: { label: "trainer-pvai-0123456789ab-0123456789.1", __labelUnsupported: true },
    effect: "update",
  },
  {
    edit: "somebody changed the label",
    before: { label: "mine" },
    after: { label: "mine" },
    state: { label: "theirs" },
    effect: "update",
    drift: true,
  },
  { edit: "somebody changed the default label", state: { label: "theirs" }, effect: "update", drift: true },
  { edit: "the machine is to stop", after: { targetState: "stopped" }, effect: "update" },
  {
    edit: "the machine is to run again",
    before: { targetState: "stopped" },
    after: { targetState: "running" },
    effect: "update",
  },
  { edit: "running is spelled out", after: { targetState: "running" }, effect: "nothing" },
  { edit: "somebody stopped the machine", state: { targetState: "stopped" }, effect: "update", drift: true },
  {
    edit: "somebody started a machine that is to be stopped",
    before: { targetState: "stopped" },
    after: { targetState: "stopped" },
    state: { targetState: "running" },
    effect: "update",
    drift: true,
  },

  {
    edit: "the launch was interrupted while it loaded",
    state: { __phase: "loading" },
    effect: "update",
    drift: true,
  },
  {
    edit: "the machine was discarded",
    state: { __phase: "givenUp", __reason: "has exited" },
    effect: "replace",
    drift: true,
    deleteFirst: true,
    reason: "discarded: has exited",
  },
  {
    edit: "the rent was never confirmed",
    state: { __phase: "unconfirmed" },
    effect: "replace",
    drift: true,
    deleteFirst: true,
    reason: "not known",
  },
  {
    edit: "the machine died",
    state: { __phase: "dead", __reason: "has exited" },
    effect: "replace",
    drift: true,
    deleteFirst: true,
    reason: "dead: has exited",
  },
  {
    edit: "the machine died, and whether it is to run is not known yet",
    after: { targetState: UNKNOWN },
    state: { __phase: "dead", __reason: "has exited" },
    effect: "replace",
    deleteFirst: true,
    reason: "dead: has exited",
  },
  {
    edit: "the machine died and is to be stopped",
    before: { targetState: "stopped" },
    after: { targetState: "stopped" },
    state: { __phase: "dead" },
    effect: "nothing",
  },
  {
    edit: "the contract expired",
    state: { __phase: "expired" },
    effect: "replace",
    drift: true,
    deleteFirst: true,
    reason: "expired",
  },
  {
    edit: "a bid was outbid",
    before: BID,
    after: BID,
    state: { __phase: "outbid", targetState: "stopped" },
    effect: "nothing",
    warning: "was outbid",
  },
  {
    edit: "an outbid machine's bid is raised",
    before: BID,
    after: { ...BID, price: 0.4 },
    state: { __phase: "outbid", targetState: "stopped" },
    effect: "update",
    warning: "was outbid",
  },
  { edit: "a job has finished", state: { __phase: "finished", actualStatus: "exited" }, effect: "nothing" },
];
