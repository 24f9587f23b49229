import { UNKNOWN } from "../../../provider/rules/validation/unknown";

/** One edit of a running machine, and what it does. */
export interface ChangeCase {
  readonly edit: string;
  /** Arguments before; laid over `BASE`. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** Arguments after; laid over `BASE`. */
  readonly after?: Readonly<Record<string, unknown>>;
  /** What the state holds in addition to the arguments. */
  readonly state?: Readonly<Record<string, unknown>>;
  readonly effect: "nothing" | "update" | "replace";
  /** Whole, as the next three: what is not named is not there. */
  readonly replaces?: readonly string[];
  readonly reasons?: readonly string[];
  readonly repairs?: readonly string[];
  readonly warnings?: readonly string[];
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

const shown = (value: unknown): string => (value === undefined ? "not set" : JSON.stringify(value));
/** Where a value may be secret, or too long to compare at a glance. */
const HIDDEN = (): string => "changed";
const SHOWN = (one: unknown, two: unknown): string =>
  `${shown(one)} when the machine was rented, ${shown(two)} now`;

/** Set, changed and removed: each of these is made with the machine and never again. */
const CONTENT: readonly (readonly [string, unknown, unknown, typeof SHOWN])[] = [
  ["env", { A: "1" }, { A: "2" }, HIDDEN],
  ["ports", ["8080:80"], ["8081:80"], HIDDEN],
  ["onstart", "echo one", "echo two", HIDDEN],
  ["runtype", "ssh_direct", "jupyter_direct", SHOWN],
  ["args", ["--one"], ["--two"], HIDDEN],
  ["argsStr", "--one", "--two", HIDDEN],
  ["useJupyterLab", true, false, SHOWN],
  ["jupyterDir", "/one", "/two", SHOWN],
  ["pythonUtf8", true, false, SHOWN],
  ["langUtf8", true, false, SHOWN],
  ["vm", true, false, SHOWN],
  ["user", "one", "two", SHOWN],
  ["imageLogin", "-u one -p secret registry", "-u two -p secret registry", HIDDEN],
];

const contentCases = CONTENT.flatMap(([name, one, two, why]): ChangeCase[] => {
  const replaced = (before: unknown, after: unknown, reason = why(before, after)) =>
    ({
      before: { [name]: before },
      after: { [name]: after },
      effect: "replace",
      replaces: [name],
      reasons: [`${name}: ${reason}`],
    }) as const;
  return [
    { edit: `${name} is set`, ...replaced(undefined, one) },
    { edit: `${name} is changed`, ...replaced(one, two) },
    { edit: `${name} is removed`, ...replaced(one, undefined) },
    { edit: `${name} stays`, before: { [name]: one }, after: { [name]: one }, effect: "nothing" },
    { edit: `${name} is not known yet`, ...replaced(one, UNKNOWN, "the new value is not known yet") },
  ];
});

const RECORDED: readonly (readonly [string, unknown, unknown])[] = [
  ["launch", { attempts: 2 }, { attempts: 9 }],
  ["cancelUnavail", true, false],
  ["force", true, false],
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
    reasons: ['image: "pytorch/pytorch:latest" when the machine was rented, "other:1" now'],
  },
  {
    edit: "a volume is linked",
    after: { volumeInfo: { volumeId: 7, mountPath: "/data" } },
    effect: "replace",
    deleteFirst: true,
    replaces: ["volumeInfo"],
    reasons: ["volumeInfo: changed"],
  },
  {
    edit: "something else changes while a volume is linked",
    before: { volumeInfo: { volumeId: 7, mountPath: "/data" } },
    after: { volumeInfo: { volumeId: 7, mountPath: "/data" }, user: "root" },
    effect: "replace",
    deleteFirst: true,
    replaces: ["user"],
    reasons: ['user: not set when the machine was rented, "root" now'],
  },

  {
    edit: "the disk grows",
    before: { disk: 20 },
    after: { disk: 40 },
    effect: "replace",
    replaces: ["disk"],
    reasons: ["disk: the rented machine has 20 GB, 40 GB is requested now"],
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
    reasons: ["disk: the rented machine has 20 GB, 8 GB is requested now"],
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
    reasons: ["disk: the new value is not known yet"],
  },

  {
    edit: "the disk that the template names is not known yet",
    before: TEMPLATE,
    after: { ...TEMPLATE, __template: { recommendedDiskSpace: UNKNOWN } },
    effect: "replace",
    replaces: ["disk"],
    reasons: ["disk: the new value is not known yet"],
  },

  {
    edit: "a template of the program launches another machine",
    before: TEMPLATE,
    after: { ...TEMPLATE, template: UNKNOWN, __templateLaunchHash: "v1:two" },
    effect: "replace",
    replaces: ["template"],
    reasons: ["template: the template now launches a different machine"],
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
    reasons: ["template: what the template's new content does to the machine is not known yet"],
  },
  {
    edit: "a template replaces the image",
    after: TEMPLATE,
    effect: "replace",
    replaces: ["image", "template"],
    reasons: [
      'image: "pytorch/pytorch:latest" when the machine was rented, not set now',
      'template: not set when the machine was rented, "a1" now',
    ],
  },
  {
    edit: "an image replaces the template",
    before: TEMPLATE,
    effect: "replace",
    replaces: ["image", "template"],
    reasons: [
      'image: not set when the machine was rented, "pytorch/pytorch:latest" now',
      'template: "a1" when the machine was rented, not set now',
    ],
  },
  {
    edit: "a hash from elsewhere changes",
    before: FOREIGN,
    after: { ...FOREIGN, templateHashId: "b2" },
    effect: "replace",
    replaces: ["templateHashId"],
    reasons: ['templateHashId: "a1" when the machine was rented, "b2" now'],
  },
  {
    edit: "a hash from elsewhere is not known yet",
    before: FOREIGN,
    after: { ...FOREIGN, templateHashId: UNKNOWN },
    effect: "replace",
    replaces: ["templateHashId"],
    reasons: ["templateHashId: the new hash is not known yet"],
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
    reasons: ["numGpus: the rented machine has 1, the query now needs >= 4"],
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
    reasons: ["numGpus: the rented machine has 1, the query now needs >= 4"],
  },
  {
    edit: "a query names a field that was not recorded",
    after: { search: QUERY({ clusterId: { eq: 3 } }) },
    effect: "update",
    warnings: ["clusterId: was not recorded when the machine was rented, so it excludes nothing"],
  },
  {
    edit: "a part of the query is not known yet",
    after: { search: QUERY({ numGpus: { gte: UNKNOWN } }) },
    effect: "replace",
    replaces: ["search"],
    reasons: ["search: part of the new query is not known yet"],
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
    reasons: ["maxHourlyPriceUsd: the rented machine costs $0.4000/h, the limit is now $0.3000/h"],
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
    reasons: ["maxHourlyPriceUsd: the new limit is not known yet"],
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
    warnings: ["maxHourlyPriceUsd: the price of the rented machine was not recorded, so it is kept"],
  },

  {
    edit: "on-demand becomes a bid",
    after: BID,
    effect: "replace",
    replaces: ["price"],
    reasons: ["price: the rented machine is on-demand, interruptible is requested now"],
  },
  {
    edit: "a bid becomes on-demand",
    before: BID,
    effect: "replace",
    replaces: ["price"],
    reasons: ["price: the rented machine is interruptible, on-demand is requested now"],
  },
  {
    edit: "whether a bid is asked is not known yet",
    before: BID_BY_ID,
    after: { ...BID_BY_ID, price: UNKNOWN },
    effect: "replace",
    replaces: ["price"],
    reasons: ["price: the rented machine is interruptible, and whether `price` is set is not known yet"],
  },
  {
    edit: "neither the query nor the bid is known yet",
    before: BID,
    after: { search: UNKNOWN, price: UNKNOWN },
    effect: "replace",
    replaces: ["price", "search"],
    reasons: [
      "price: the rented machine is interruptible, and whether `price` is set is not known yet",
      "search: part of the new query is not known yet",
    ],
  },
  {
    edit: "a bid is not known yet, but its query asks for interruptible machines",
    before: BID,
    after: { ...BID, price: UNKNOWN },
    effect: "update",
    repairs: ["price: to a value that is not known yet"],
  },
  {
    edit: "a bid is not known yet, and the query asks for on-demand machines now",
    before: BID,
    after: { price: UNKNOWN },
    effect: "replace",
    replaces: ["price"],
    reasons: ["price: the rented machine is interruptible, on-demand is requested now"],
  },
  {
    edit: "a bid is raised",
    before: BID,
    after: { ...BID, price: 0.3 },
    effect: "update",
    repairs: ["price: 0.3"],
  },
  {
    edit: "a bid is raised above the limit, counted with the disk",
    before: { ...BID, maxHourlyPriceUsd: 0.3 },
    after: { ...BID, maxHourlyPriceUsd: 0.3, price: 0.295 },
    state: { dphTotal: 0.21 },
    effect: "update",
    repairs: ["price: 0.295"],
    warnings: [
      "price: a bid of $0.2950/h and $0.0100/h for the disk come to $0.3050/h, above `maxHourlyPriceUsd`, $0.3000/h, so the update will refuse it",
    ],
  },
  {
    edit: "a bid is raised up to the limit, counted with the disk",
    before: { ...BID, maxHourlyPriceUsd: 0.3 },
    after: { ...BID, maxHourlyPriceUsd: 0.3, price: 0.29 },
    state: { dphTotal: 0.21 },
    effect: "update",
    repairs: ["price: 0.29"],
  },
  {
    edit: "a limit is set below what the bid costs with the disk",
    before: BID,
    after: { ...BID, maxHourlyPriceUsd: 0.205 },
    state: { dphTotal: 0.21 },
    effect: "replace",
    replaces: ["maxHourlyPriceUsd"],
    reasons: ["maxHourlyPriceUsd: the rented machine costs $0.2100/h, the limit is now $0.2050/h"],
  },
  {
    edit: "a bid is lowered",
    before: BID,
    after: { ...BID, price: 0.1 },
    effect: "update",
    repairs: ["price: 0.1"],
  },
  {
    edit: "somebody changed the bid",
    before: BID,
    after: BID,
    state: { price: 0.25 },
    effect: "update",
    drift: true,
    repairs: ["price: the service shows 0.25, 0.2 is requested"],
  },

  { edit: "a label is set", after: { label: "mine" }, effect: "update", repairs: ['label: "mine"'] },
  {
    edit: "the label is changed",
    before: { label: "mine" },
    after: { label: "yours" },
    effect: "update",
    repairs: ['label: "yours"'],
  },
  {
    edit: "the label is removed",
    before: { label: "mine" },
    effect: "update",
    repairs: ['label: "trainer-pvai-0123456789ab-0123456789.1"'],
  },
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
    repairs: ['label: "yours"'],
  },
  {
    edit: "somebody changed the label",
    before: { label: "mine" },
    after: { label: "mine" },
    state: { label: "theirs" },
    effect: "update",
    drift: true,
    repairs: ['label: the service shows "theirs", "mine" is requested'],
  },
  {
    edit: "somebody changed the default label",
    state: { label: "theirs" },
    effect: "update",
    drift: true,
    repairs: ['label: the service shows "theirs", "trainer-pvai-0123456789ab-0123456789.1" is requested'],
  },
  {
    edit: "the machine is to stop",
    after: { targetState: "stopped" },
    effect: "update",
    repairs: ['targetState: "stopped"'],
  },
  {
    edit: "the machine is to run again",
    before: { targetState: "stopped" },
    after: { targetState: "running" },
    effect: "update",
    repairs: ['targetState: "running"'],
  },
  { edit: "running is spelled out", after: { targetState: "running" }, effect: "nothing" },
  {
    edit: "somebody stopped the machine",
    state: { targetState: "stopped" },
    effect: "update",
    drift: true,
    repairs: ['targetState: the service shows "stopped", "running" is requested'],
  },
  {
    edit: "somebody started a machine that is to be stopped",
    before: { targetState: "stopped" },
    after: { targetState: "stopped" },
    state: { targetState: "running" },
    effect: "update",
    drift: true,
    repairs: ['targetState: the service shows "running", "stopped" is requested'],
  },

  {
    edit: "the launch was interrupted while it loaded",
    state: { __phase: "loading" },
    effect: "update",
    drift: true,
    repairs: ["an interrupted launch: resumes waiting"],
  },
  {
    edit: "the machine was discarded",
    state: { __phase: "givenUp", __reason: "has exited" },
    effect: "replace",
    drift: true,
    deleteFirst: true,
    replaces: ["actualStatus"],
    reasons: ["the machine was discarded: has exited"],
  },
  {
    edit: "the rent was never confirmed",
    state: { __phase: "unconfirmed" },
    effect: "replace",
    drift: true,
    deleteFirst: true,
    replaces: ["actualStatus"],
    reasons: ["whether the machine was rented is not known"],
  },
  {
    edit: "the machine died",
    state: { __phase: "dead", __reason: "has exited" },
    effect: "replace",
    drift: true,
    deleteFirst: true,
    replaces: ["actualStatus"],
    reasons: ["the machine is dead: has exited"],
  },
  {
    edit: "the machine died, and whether it is to run is not known yet",
    after: { targetState: UNKNOWN },
    state: { __phase: "dead", __reason: "has exited" },
    effect: "replace",
    deleteFirst: true,
    replaces: ["actualStatus"],
    reasons: ["the machine is dead: has exited"],
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
    replaces: ["actualStatus"],
    reasons: ["the machine's contract has expired"],
  },
  {
    edit: "a bid was outbid",
    before: BID,
    after: BID,
    state: { __phase: "outbid", targetState: "stopped" },
    effect: "nothing",
    warnings: ["the machine was outbid; it starts again when `price` is raised, and its disk is billed"],
  },
  {
    edit: "an outbid machine's bid is raised",
    before: BID,
    after: { ...BID, price: 0.4 },
    state: { __phase: "outbid", targetState: "stopped" },
    effect: "update",
    repairs: ["price: 0.4"],
    warnings: ["the machine was outbid; it starts again when `price` is raised, and its disk is billed"],
  },
  { edit: "a job has finished", state: { __phase: "finished", actualStatus: "exited" }, effect: "nothing" },
];
