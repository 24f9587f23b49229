import type { History, HistoryStep, Setting } from "../history";

/** A sequence that once broke a promise, with the shortest history that did. */
export interface SequenceCase {
  /** In the list of the second round of billing guarantees. */
  readonly number: string;
  readonly title: string;
  readonly history: History;
  /** What it broke. */
  readonly broke: RegExp;
  /** A seed whose history broke the same promise before it was fixed, with the generator of that time. */
  readonly seed?: number;
}

const SETTING: Setting = {
  ...{ offers: 6, loadSeconds: 10, readLagSeconds: 0, listLagSeconds: 0, destroyLagSeconds: 0 },
  ...{ latencyMs: 0, rateLimits: false, pageSize: 25 },
};

const ON_DEMAND = { image: "alpine:1", runtype: "ssh_direct", search: { filters: { numGpus: 1 } } };
const BID = {
  ...{ image: "alpine:1", runtype: "ssh_direct", price: 0.25 },
  search: { type: "bid", filters: { numGpus: 1 } },
};

function history(steps: readonly HistoryStep[], setting: Partial<Setting> = {}): History {
  return { seed: 1, setting: { ...SETTING, ...setting }, steps };
}

function add(args: Readonly<Record<string, unknown>> = {}, name = "a"): HistoryStep {
  return { do: "add", stack: 0, name, args: { ...ON_DEMAND, ...args } };
}

const UP: HistoryStep = { do: "up", stack: 0, preview: false };
const PREVIEWED: HistoryStep = { do: "up", stack: 0, preview: true };
const REFRESH: HistoryStep = { do: "refresh", stack: 0 };
const DESTROY: HistoryStep = { do: "destroy", stack: 0 };

/** The fifth request of the first launch is its rent. */
const RENTED = { request: 5, when: "acted" } as const;

export const SEQUENCE_CASES: readonly SequenceCase[] = [
  {
    number: "1",
    title: "the answer to the only rent is lost, and the machine comes after the launch has failed",
    history: history(
      [add(), { do: "up", stack: 0, preview: false, faults: [{ kind: "acts-late", seconds: 150 }] }],
      { offers: 1 },
    ),
    broke: /bills/,
  },
  {
    number: "1",
    title: "Ctrl-C while a lost answer is looked for, and the machine comes later",
    history: history([
      add(),
      {
        ...{ do: "up", stack: 0, preview: false, faults: [{ kind: "acts-late", seconds: 150 }] },
        strikes: [{ kind: "ctrl-c", at: { afterMs: 20_000 } }],
      },
      DESTROY,
    ]),
    broke: /bills/,
  },
  {
    number: "2",
    title: "a machine with a lost rent beside it is destroyed before the lost one shows",
    history: history([
      add(),
      { do: "up", stack: 0, preview: false, faults: [{ kind: "acts-late", seconds: 180 }] },
      DESTROY,
    ]),
    broke: /bills/,
  },
  {
    number: "2",
    title: "an `up` comes before the lost machine shows",
    history: history([
      add(),
      { do: "up", stack: 0, preview: false, faults: [{ kind: "acts-late", seconds: 300 }] },
      UP,
      { do: "wait", seconds: 400 },
    ]),
    broke: /bills/,
    seed: 80,
  },
  {
    number: "3",
    title: "both processes are killed, and reads of the new machine are null at the next `up`",
    history: history(
      [add(), { do: "up", stack: 0, preview: false, strikes: [{ kind: "kill-both", at: RENTED }] }, UP],
      { readLagSeconds: 50 },
    ),
    broke: /beside another|bills/,
    seed: 580,
  },
  {
    number: "3",
    title: "both processes are killed, and the list lags at the next `up`",
    history: history(
      [add(), { do: "up", stack: 0, preview: false, strikes: [{ kind: "kill-both", at: RENTED }] }, UP],
      { listLagSeconds: 15, loadSeconds: 40 },
    ),
    broke: /beside another|bills/,
    seed: 297,
  },
  {
    number: "4",
    title: "a destroy is told once that there is no such instance",
    history: history([add(), UP, { do: "destroy", stack: 0, faults: [{ kind: "not-found" }] }]),
    broke: /bills/,
    seed: 98,
  },
  {
    number: "4",
    title: "a discarded machine is said not to exist",
    history: history([
      add(),
      {
        ...{ do: "up", stack: 0, preview: false },
        faults: [{ kind: "host", status: "exited" }, { kind: "not-found" }],
      },
    ]),
    broke: /bills|beside/,
    seed: 263,
  },
  {
    number: "4",
    title: "one null read of an old machine in a refresh",
    history: history([
      add({ label: "chosen" }),
      UP,
      { do: "wait", seconds: 200 },
      { do: "refresh", stack: 0, faults: [{ kind: "reads-null" }] },
    ]),
    broke: /bills/,
    seed: 57,
  },
  {
    number: "5",
    title: "the list that a lost rent is looked for in ends early",
    history: history([
      add(),
      {
        ...{ do: "up", stack: 0, preview: false },
        faults: [
          { kind: "drop", match: { endpoint: "asks.accept" } },
          { kind: "list-short", rows: 25, times: "always", skip: 1 },
        ],
      },
      { do: "up", stack: 0, preview: false, faults: [{ kind: "list-short", rows: 25, times: "always" }] },
    ]),
    broke: /bills|beside/,
  },
  {
    number: "6",
    title: "another deployment with the same account number",
    history: history([add(), UP, { do: "configure", stack: 0, deployment: 1 }, UP, REFRESH]),
    broke: /bills/,
    seed: 78,
  },
  {
    number: "6",
    title: "a destroy at another deployment, where the id is somebody else's",
    history: history([
      ...[add(), UP, { do: "configure", stack: 1, deployment: 1 } as const],
      { do: "add", stack: 1, name: "a", args: ON_DEMAND },
      { do: "up", stack: 1, preview: false },
      { do: "configure", stack: 0, deployment: 1 },
      ...[UP, DESTROY],
    ]),
    broke: /somebody else|bills/,
  },
  {
    number: "7",
    title: "another account's key and a new first resource",
    history: history([
      { do: "add", stack: 0, name: "a", args: ON_DEMAND, waits: true },
      ...[UP, { do: "configure", stack: 0, account: 1 } as const],
      { do: "add", stack: 0, name: "b", args: ON_DEMAND, isFirst: true },
      PREVIEWED,
    ]),
    broke: /not the stack's/,
    seed: 205,
  },
  {
    number: "9",
    title: "a replaced machine that could not be deleted blocks the next create",
    history: history([
      ...[add(), UP, { do: "edit", stack: 0, name: "a", set: { image: "alpine:2" } } as const],
      {
        ...{ do: "up", stack: 0, preview: true },
        faults: [{ kind: "status", status: 500, times: "always", match: { endpoint: "instances.destroy" } }],
      },
      { do: "world", instance: 1, action: "destroy-instance" },
      ...[REFRESH, PREVIEWED],
    ]),
    broke: /never gets clean|bills/,
  },
  {
    number: "10",
    title: "an older state is imported, and the label is explicit",
    history: history([add({ label: "chosen" }), UP, { do: "import", stack: 0, back: 1 }, UP]),
    broke: /beside another/,
    seed: 49,
  },
  {
    number: "11",
    title: "a price that the preview cannot know is absent in the `up`",
    history: history([
      add({ search: undefined, offerIds: [30_000_001, 30_000_002], price: 0.25 }),
      UP,
      { do: "edit", stack: 0, name: "a", unset: ["price"] },
      { do: "unknown-in-preview", stack: 0, name: "a", args: ["price"] },
      PREVIEWED,
    ]),
    broke: /no preview had said so/,
  },
  {
    number: "11",
    title: "a machine that is to be stopped is outbid, and its bid is raised",
    history: history([
      { do: "add", stack: 0, name: "a", args: BID },
      UP,
      { do: "world", instance: 0, action: "outbid-instance" },
      REFRESH,
      { do: "edit", stack: 0, name: "a", set: { targetState: "stopped", price: 0.45 } },
      UP,
    ]),
    broke: /is to be stopped/,
  },
  {
    number: "12",
    title: "`recover` with another account's key, and nothing recorded",
    history: history([
      add(),
      { do: "up", stack: 0, preview: false, strikes: [{ kind: "kill-both", at: RENTED }] },
      { do: "configure", stack: 0, account: 1 },
      { do: "recover", stack: 0 },
    ]),
    broke: /bills/,
    seed: 33,
  },
  {
    number: "13",
    title: "a host that exits and cannot be destroyed holds an `up` beyond its time",
    history: history([
      add({ customTimeouts: { create: "30s" } }),
      {
        ...{ do: "up", stack: 0, preview: false },
        faults: [
          { kind: "host", status: "exited" },
          { kind: "status", status: 500, times: "always", match: { endpoint: "instances.destroy" } },
        ],
      },
    ]),
    broke: /a create took/,
    seed: 479,
  },
  {
    number: "found by seed 30164",
    title: "a refresh drops a machine that is gone, with the lost rent that its state records",
    history: history([
      add(),
      { do: "up", stack: 0, preview: false, faults: [{ kind: "acts-late", seconds: 300 }] },
      { do: "wait", seconds: 70 },
      { do: "world", instance: 0, action: "destroy-instance" },
      ...[REFRESH, { do: "wait", seconds: 120 } as const, DESTROY],
    ]),
    broke: /bills/,
  },
  {
    number: "found by hand",
    title: "`recover` comes before a rent that was under way at the kill is carried out",
    history: history([
      add(),
      {
        ...{ do: "up", stack: 0, preview: false, faults: [{ kind: "acts-late", seconds: 150 }] },
        strikes: [{ kind: "kill-both", at: { afterMs: 3000 } }],
      },
      { do: "recover", stack: 0 },
      ...[{ do: "wait", seconds: 120 } as const, DESTROY],
    ]),
    broke: /bills/,
  },
  {
    number: "found by seed 9003803",
    title: "`recover` takes an older machine of the label for the one that was rented and does not show yet",
    history: history(
      [
        add({ label: "chosen" }),
        UP,
        { do: "import", stack: 0, back: 2, whenSettled: true },
        {
          ...{ do: "up", stack: 0, preview: true },
          strikes: [{ kind: "kill-both", at: { request: 5, when: "sent" } }],
        },
        { do: "recover", stack: 0 },
      ],
      { listLagSeconds: 15 },
    ),
    broke: /bills/,
    seed: 9003803,
  },
  {
    number: "found by seed 50492",
    title: "an answer that lay unread while the laptop slept does not set the service's time",
    history: history([
      add(),
      {
        ...{ do: "up", stack: 0, preview: false, faults: [{ kind: "acts-late", seconds: 400, status: 504 }] },
        strikes: [{ kind: "laptop-sleeps", ms: 600_000, at: { request: 1, when: "sent" } }],
      },
    ]),
    broke: /bills/,
  },
  {
    number: "found by seed 60167",
    title: "the base URL is changed after a kill, a machine is launched there, and `recover` looks there",
    history: history([
      add(),
      { do: "up", stack: 0, preview: false, strikes: [{ kind: "kill-both", at: RENTED }] },
      { do: "configure", stack: 0, deployment: 1 },
      UP,
    ]),
    broke: /bills/,
  },
];
