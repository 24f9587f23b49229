import { LATEST_ACT_SECONDS, LONGEST_LAG_SECONDS } from "./bounds";
import type { Moment, ServiceFault, Setting, Strike, Troubles } from "./history";
import type { Random } from "./random";

/** The one kind of source that may say of a machine that it is gone although it is not. */
export const LYING_SOURCES = ["destroys", "reads", "lists", "nothing"] as const;

/** What may be untrue in one history. */
export interface Lies {
  readonly source: (typeof LYING_SOURCES)[number];
  readonly setting: Setting;
}

type Command = "up" | "refresh" | "destroy" | "recover";

/** What a command meets: often nothing, often one thing, seldom several. */
export function generateTroubles(random: Random, lies: Lies, command: Command): Troubles {
  const strikes = random.chance(0.35) ? [strike(random)] : [];
  const count = random.weighted([
    [4, 0],
    [4, 1],
    [2, 2],
    [1, 4],
  ]);
  const faults = Array.from({ length: count }, () => fault(random, lies, command));
  return {
    ...(strikes.length > 0 ? { strikes } : {}),
    ...(faults.length > 0 ? { faults } : {}),
  };
}

function moment(random: Random): Moment {
  return random.chance(0.75)
    ? { request: random.integer(1, 12), when: random.pick(["sent", "acted"] as const) }
    : { afterMs: random.pick([0, 300, 3000, 20_000, 60_000, 120_000]) };
}

function strike(random: Random): Strike {
  const at = moment(random);
  return random.weighted<() => Strike>([
    [4, () => ({ at, kind: "ctrl-c" })],
    [2, () => ({ at, kind: "ctrl-c-twice", gapMs: random.pick([0, 200, 3000]) })],
    [2, () => ({ at, kind: "kill-engine" })],
    [2, () => ({ at, kind: "kill-provider" })],
    [4, () => ({ at, kind: "kill-both" })],
    [1, () => ({ at, kind: "hang-up" })],
    [2, () => ({ at, kind: "laptop-sleeps", ms: random.pick([40_000, 600_000, 7_200_000]) })],
    [1, () => ({ at, kind: "clock-step", ms: random.pick([-3_600_000, -60_000, 60_000, 3_600_000]) })],
  ])();
}

const ROUTES = {
  up: [
    ...["asks.accept", "asks.accept", "asks.accept", "instances.list", "instances.list", "instances.read"],
    ...["instances.destroy", "offers.search", "account.read", "instances.change"],
  ],
  refresh: ["instances.list", "instances.read", "account.read"],
  destroy: ["instances.destroy", "instances.destroy", "instances.read", "instances.list", "account.read"],
  recover: ["instances.list", "instances.destroy", "instances.read", "account.read"],
} as const;

function fault(random: Random, lies: Lies, command: Command): ServiceFault {
  const isElsewhere = random.chance(0.1) ? { deployment: 1 as const } : {};
  const times = random.weighted<number | "always">([
    [5, 1],
    [2, 2],
    [1, 4],
    [1, "always"],
  ]);
  const skip = random.weighted([
    [5, 0],
    [2, 1],
    [1, 3],
  ]);
  const where = { ...isElsewhere, times, skip };
  return random.chance(0.3) && lies.source !== "nothing"
    ? { ...where, ...lie(random, lies) }
    : { ...where, ...trouble(random, command) };
}

/** A machine that is there is said not to be. */
function lie(random: Random, { source }: Lies): ServiceFault {
  switch (source) {
    case "destroys":
      return random.pick<ServiceFault>([{ kind: "not-found" }, { kind: "ignored" }]);
    case "reads":
      return { kind: "reads-null" };
    default:
      return random.pick<ServiceFault>([
        { kind: "list-omits" },
        { kind: "list-omits", instance: 20_000_001 },
        { kind: "list-short" },
        { kind: "page-repeated" },
        { kind: "list-lag", seconds: LONGEST_LAG_SECONDS },
      ]);
  }
}

/** The service does not answer, or not as it should; what it says, if anything, is true. */
function trouble(random: Random, command: Command): ServiceFault {
  const endpoint = random.pick(ROUTES[command]);
  const match = { endpoint };
  const when = random.pick(["before", "after"] as const);
  return random.weighted<() => ServiceFault>([
    [5, () => ({ kind: "drop", when, match })],
    [2, () => ({ kind: "hang", when, seconds: random.pick([5, 45, 200]), match })],
    [3, () => ({ kind: "status", status: random.pick([500, 502, 503]), when, match })],
    [2, () => ({ kind: "too-frequent", threshold: random.pick([2, 10]), match })],
    [
      2,
      () => ({ kind: "unreadable", form: random.pick(["html", "truncated", "empty"] as const), when, match }),
    ],
    [1, () => ({ kind: "session-expired", match })],
    [6, () => lateRent(random)],
    [1, () => ({ kind: "error-with-contract" })],
    [1, () => ({ kind: "offer-gone", form: random.pick(["404", "410", "400"] as const) })],
    [1, () => ({ kind: "earlier-answer", match: { endpoint: "instances.read" } })],
    [
      3,
      () => ({
        kind: "host",
        status: random.pick(["exited", "offline", "loading", "unknown"] as const),
        afterSeconds: random.pick([0, 30]),
      }),
    ],
    [1, () => ({ kind: "outbid", afterSeconds: random.pick([0, 30]) })],
  ])();
}

function lateRent(random: Random): ServiceFault {
  return {
    kind: "acts-late",
    seconds: random.pick([5, 40, 80, 150, LATEST_ACT_SECONDS]),
    ...(random.chance(0.3) ? { status: 504 } : {}),
  };
}
