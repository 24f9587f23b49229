import type { LaunchResult } from "./launch";
import type { Measurements } from "./measurements";
import { describeCounts, type RequestCounts } from "./scaled-service";

/** One row of the table: a figure of ours beside its budget, and what the plain provider needs. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  readonly budget: string;
  /** undefined where there is no budget. */
  readonly isMet: boolean | undefined;
  readonly baseline: string;
  readonly why: string;
}

const WALL_BUDGET = 1.15;
/** The poll interval that the service advises, in seconds. */
const POLL_SECONDS = 10;
const LOOKS = ["instances.list", "instances.read", "offers.search"];
const ADVICE = "asked side by side; the lane of the rents is never empty";

/** Every budget of the project, and what was measured. */
export function verdicts(measured: Measurements): Row[] {
  return [
    ...simulatedRows(measured),
    ...launchRows(measured),
    ...requestRows(measured),
    ...sharedRows(measured),
    ...strayRows(measured),
    ...noChangeRows(measured),
    refreshRow(measured),
    ...programRows(measured),
    memoryRow(measured),
  ];
}

function find(
  measured: Measurements,
  contender: LaunchResult["contender"],
  instances: number,
  processes = 1,
  load = 60,
) {
  return measured.launches.find(
    (each) =>
      each.contender === contender &&
      each.instances === instances &&
      (each.processes ?? 1) === processes &&
      each.strays === undefined &&
      each.loadSeconds === load,
  );
}

function ratio(result: LaunchResult | undefined): string {
  if (result === undefined) return "not run";
  if (result.failed > 0) {
    return `${String(result.failed)} of ${String(result.instances)} failed after ${result.ratio.toFixed(1)}`;
  }
  return result.ratio.toFixed(3);
}

function simulatedRows({ simulated }: Measurements): Row[] {
  return simulated.map(({ instances, loadSeconds, ratio: value, boundSeconds, requests }) => ({
    what: `wall time of ${named(instances)}, load ${String(loadSeconds)} s, over ${boundSeconds.toFixed(1)} s, on a clock that jumps`,
    ours: `${value.toFixed(3)}, 429s: ${describeCounts(requests.refused)}`,
    budget: `<= ${String(WALL_BUDGET)}`,
    isMet: value <= WALL_BUDGET && Math.max(0, ...requests.refused.values()) <= 1,
    baseline: "",
    why: "exact: the processor takes no time, a request 100 ms each way",
  }));
}

function named(instances: number): string {
  return `${String(instances)} instance${instances === 1 ? "" : "s"}`;
}

function launchRows(measured: Measurements): Row[] {
  const alone = measured.launches.filter(
    ({ contender, processes = 1, instances, strays }) =>
      contender === "ours" && processes === 1 && instances <= 32 && strays === undefined,
  );
  return alone.map((result) => {
    const { instances, loadSeconds } = result;
    const plain = find(measured, "baseline", instances, 1, loadSeconds);
    const queued = find(measured, "baseline with a queue", instances, 1, loadSeconds);
    return {
      what: `wall time of ${named(instances)}, load ${String(loadSeconds)} s, over ${result.boundSeconds.toFixed(1)} s, real processes${instances === 1 ? ", real time" : ""}`,
      ours: ratio(result),
      budget: `<= ${String(WALL_BUDGET)}`,
      isMet: result.failed === 0 && result.ratio <= WALL_BUDGET,
      baseline: plain === undefined ? "" : `${ratio(plain)}; with a queue ${ratio(queued)}`,
      why:
        instances === 1
          ? "it looks every 10 s; ours more often while the wait is short"
          : "a refused rent shuts the endpoint for 12 s, so asking again makes it worse; each waits and polls for itself",
    };
  });
}

function requestRows(measured: Measurements): Row[] {
  const result = find(measured, "ours", 32);
  const plain = find(measured, "baseline", 32);
  const queued = find(measured, "baseline with a queue", 32);
  if (result === undefined) return [];
  const { instances, loadSeconds } = result;
  const exact = measured.simulated.find((each) => each.instances === 32);
  const requests = exact?.requests ?? result.requests;
  const accepts = requests.byRoute.get("asks.accept") ?? 0;
  const looks = looksIn(requests);
  const allowed = instances + loadSeconds / POLL_SECONDS;
  const each = (counts: RequestCounts | undefined, route: string): string =>
    counts === undefined ? "" : ((counts.byRoute.get(route) ?? 0) / instances).toFixed(2);
  const mostRefused = Math.max(0, ...requests.refused.values());
  return [
    {
      what: "rents per instance, N = 32",
      ours: (accepts / instances).toFixed(2),
      budget: "<= 1",
      isMet: accepts <= instances,
      baseline: `${each(plain?.requests, "asks.accept")}; with a queue ${each(queued?.requests, "asks.accept")}`,
      why: ADVICE,
    },
    {
      what: "searches and looks at instances together, N = 32",
      ours: `${String(looks)} (${describeCounts(requests.byRoute)})`,
      budget: `<= ${String(allowed)}`,
      isMet: looks <= allowed,
      baseline: `${String(plain === undefined ? "" : looksIn(plain.requests))}; with a queue ${String(queued === undefined ? "" : looksIn(queued.requests))}`,
      why: "one search for all that ask the same, one list for all that wait",
    },
    {
      what: "429s by endpoint, N = 1, 8, 32",
      ours: describeCounts(sumOfRefused(measured)),
      budget: "at most 1 per endpoint and process",
      isMet: mostRefused <= 1 && Math.max(0, ...sumOfRefused(measured, Math.max).values()) <= 1,
      baseline: `N = 32: ${describeCounts(plain?.requests.refused ?? new Map())}; with a queue ${describeCounts(queued?.requests.refused ?? new Map())}`,
      why: "the documented intervals are kept from the first request",
    },
  ];
}

function looksIn({ byRoute }: RequestCounts): number {
  return LOOKS.reduce((sum, route) => sum + (byRoute.get(route) ?? 0), 0);
}

function sumOfRefused(
  measured: Measurements,
  join: (one: number, other: number) => number = (one, other) => one + other,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { contender, processes = 1, strays, requests } of measured.launches) {
    if (contender !== "ours" || processes > 1 || strays !== undefined) continue;
    for (const [route, count] of requests.refused) sums.set(route, join(sums.get(route) ?? 0, count));
  }
  return sums;
}

function sharedRows(measured: Measurements): Row[] {
  return measured.launches
    .filter(({ contender, processes = 1 }) => contender === "ours" && processes > 1)
    .map((result) => {
      const { processes, areApart = false, requests, failed } = result;
      const queued = areApart ? find(measured, "baseline with a queue", 32, processes) : undefined;
      return {
        what: `${String(processes)} processes on one account, ${areApart ? "on several machines" : "on one machine, real time"}, 32 instances together`,
        ours: `${ratio(result)}, 429s: ${describeCounts(requests.refused)}`,
        budget: areApart ? "all succeed" : `<= ${String(WALL_BUDGET)}, no 429`,
        isMet: failed === 0 && (areApart || (result.ratio <= WALL_BUDGET && requests.refused.size === 0)),
        baseline: queued === undefined ? "" : `with a queue ${ratio(queued)}`,
        why: areApart
          ? "processes cannot ask each other; one holds the lane at a time (see below)"
          : "each start is taken under the lock of a file",
      };
    });
}

/** Documented for rents, in seconds. */
const PENALTY_SECONDS = 12;

function strayRows({ launches }: Measurements): Row[] {
  return launches
    .filter(({ strays }) => strays === 1)
    .map(({ afterStraySeconds }) => ({
      what: "one stray 429 for a rent, alone on the account, real time",
      ours: afterStraySeconds === undefined ? "not sent again" : `${afterStraySeconds.toFixed(1)} s`,
      budget: `<= ${String(PENALTY_SECONDS + 5)} s`,
      isMet: afterStraySeconds !== undefined && afterStraySeconds <= PENALTY_SECONDS + 5,
      baseline: "",
      why: "only a second refusal in a row says that somebody else is there",
    }));
}

function noChangeRows({ noChange }: Measurements): Row[] {
  return noChange.flatMap(({ engine, instances, runs, preview, up, requests }) => [
    ...(["preview", "up"] as const).map((phase): Row => {
      const { ours, nothing } = phase === "preview" ? preview : up;
      return {
        what: `${phase} without a change, N = ${String(instances)}, ${engine}, medians of ${String(runs)}`,
        ours: `${(ours / nothing).toFixed(3)} (${ours.toFixed(2)} s)`,
        budget: "<= 1.1 x doing nothing",
        isMet: ours / nothing <= 1.1,
        baseline: `doing nothing: ${nothing.toFixed(2)} s`,
        why:
          engine === "test engine"
            ? "this engine writes the whole state after every step, and an instance's is four times as large"
            : "the same program over resources whose hooks are empty; an instance has fifty outputs, and the SDK makes four promises for each",
      };
    }),
    {
      what: `requests in those ${String(4 * runs)} runs, ${engine}`,
      ours: String(requests),
      budget: "0",
      isMet: requests === 0,
      baseline: "0",
      why: "",
    },
  ]);
}

function refreshRow({ refresh }: Measurements): Row {
  const { requests, pages, instances, account, parallel, seconds, boundSeconds } = refresh;
  const others =
    requests.total -
    (requests.byRoute.get("instances.list") ?? 0) -
    (requests.byRoute.get("account.read") ?? 0);
  return {
    what: `refresh of ${String(instances)} among ${String(account)}, --parallel ${String(parallel)}`,
    ours: `${describeCounts(requests.byRoute)}; ${seconds.toFixed(1)} s`,
    budget: `one list: ${String(pages)} pages, ${String(boundSeconds)} s`,
    isMet: others === 0 && (requests.byRoute.get("instances.list") ?? 0) <= pages,
    baseline: `${String(instances)} instances.read, ${String(2 * (instances - 1))} s at the allowed pace`,
    why: "reads that come together share a list, or one request that names them; the time is mostly what the tests' engine takes to write its state",
  };
}

function programRows({ stack, startUp, steps }: Measurements): Row[] {
  const { ours, nothing } = steps;
  return [
    {
      what: "state that an instance adds",
      ours: `${String(stack.bytesPerInstance)} bytes, serialized provider ${String(stack.providerBytes)} twice`,
      budget: "<= 5,000 bytes, serialized provider <= 100 twice",
      isMet: stack.bytesPerInstance <= 5_000 && stack.providerBytes <= 100,
      baseline: "its own code, twice, in every instance (about 16 KB)",
      why: "the serialized provider is a constant that loads the installed package",
    },
    {
      what: "start-up added to a program that uses the SDK",
      ours: `${startUp.added.toFixed(1)} ms (the SDK: ${startUp.sdk.toFixed(0)} ms)`,
      budget: "<= 50 ms",
      isMet: startUp.added <= 50,
      baseline: "",
      why: "classes only; checking, client and zod are loaded in the provider process",
    },
    {
      what: "added per resource by check and by diff, over gRPC",
      ours: `${(ours.check - nothing.check).toFixed(2)} ms and ${(ours.diff - nothing.diff).toFixed(2)} ms; first check ${ours.firstCheck.toFixed(0)} ms`,
      budget: "",
      isMet: undefined,
      baseline: `doing nothing: ${nothing.check.toFixed(2)} and ${nothing.diff.toFixed(2)} ms`,
      why: "the first check of a process loads the package",
    },
  ];
}

function memoryRow({ memory }: Measurements): Row {
  const { ours, nothing, instances } = memory;
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
  return {
    what: `memory of the provider process, ${String(instances)} waiting, real time`,
    ours: `${(ours.waiting / nothing.waiting).toFixed(2)} (${megabytes(ours.waiting)} MB, at most ${megabytes(ours.peak)})`,
    budget: "<= 1.2 x doing nothing",
    isMet: ours.waiting / nothing.waiting <= 1.2,
    baseline: `doing nothing: ${megabytes(nothing.waiting)} MB, at most ${megabytes(nothing.peak)}`,
    why: "resident, so it counts what the collector has not given back",
  };
}
