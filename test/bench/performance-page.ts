import type { GrowthPoint } from "./growth-plot";
import type { MachineFacts } from "./machine";
import type { Measurements } from "./measurements";
import { compareRules, comparisonTable, strayTable } from "./pacing-rules/compare";
import { describeCounts } from "./scaled-service";
import type { Row } from "./verdicts";

/** What a run leaves for the page. */
export interface RunRecord {
  readonly rows: readonly Row[];
  readonly growth: readonly GrowthPoint[];
  readonly timeScale: number;
}

/** The launches of one process from the smallest to the largest, as points of the plot. */
export function growthOf({ launches, stack }: Measurements): GrowthPoint[] {
  return launches
    .filter(
      ({ contender, processes = 1, loadSeconds }) =>
        contender === "ours" && processes === 1 && loadSeconds === 60,
    )
    .map(({ instances, seconds, boundSeconds, requests, memory }) => ({
      instances,
      seconds,
      boundSeconds,
      requests: requests.total,
      memoryBytes: memory.peak,
      stateBytes: instances * stack.bytesPerInstance,
    }))
    .toSorted((one, other) => one.instances - other.instances);
}

/** The rows as a Markdown table. */
export function rowsTable(rows: readonly Row[]): string {
  const lines = rows.map(({ what, ours, budget, isMet, baseline, why }) => {
    const verdict = isMet === undefined ? "" : isMet ? "met" : "**missed**";
    return `| ${[what, ours, budget, verdict, baseline, why].join(" | ")} |`;
  });
  return [
    "| What | Ours | Budget | Verdict | Plain provider | Why they differ |",
    "| --- | --- | --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}

/** What was found when the misses of the tables were looked into. */
const MISSED = `## What is missed, and why

- **A preview or an up without a change** asks the service nothing, yet takes a fifth longer than one over resources that do
  nothing: an instance carries fifty outputs where those carry six. The SDK makes four promises for each of them in the
  program, the engine reads and compares a state four times as large, and the first check of a process loads the package
  (0.1 to 0.2 s). Half of what it was went with the stack traces that the SDK writes down for each promise. The outputs are
  the contract, so the rest stays. The engine of the tests writes the whole state after every step, which is why its \`up\`
  takes twice as long.
- **The memory** of the provider process is some 40 MB above that of a provider that does nothing, whether one instance waits
  or two hundred: 14 MB are the package, its schemas and the HTTP client, the rest is heap that their use has grown.

`;

/** `docs/performance.md`, from the runs of one machine. */
export function performancePage(facts: MachineFacts, runs: readonly RunRecord[]): string {
  const [first] = runs;
  if (first === undefined) throw new Error("No run to write about");
  const cli = facts.cli === undefined ? "no Pulumi CLI was found" : `Pulumi CLI ${facts.cli}`;
  return [
    "# Performance",
    "",
    "Written by `npm run bench`; do not edit. Everything is measured on the emulator with the documented limits enforced: a",
    "rent every 4.5 s (a refused one shuts the endpoint for 12 s, anew each time), ten searches a minute, a list a second, a",
    "read every 2 s, a destroy every 3 s. Ratios are over the least time possible, (N - 1) x 4.5 s and the load of the last",
    `machine, and count from the first create that the engine asks for to the last that is answered. All waits of service and`,
    `client are scaled by one factor, ${String(first.timeScale)}; what the processor does is not, so it weighs ${String(Math.round(1 / first.timeScale))} times as much as it would. One instance alone, and the memory, are measured in real time.`,
    "",
    `Machine: ${facts.cpu}, ${String(facts.cores)} cores, ${String(facts.memoryGb)} GB, ${facts.system}, Node ${facts.node}, SDK ${facts.sdk}, ${cli}; load before the run ${facts.load.toFixed(1)}.`,
    "",
    "The **plain provider** (`test/bench/baseline`) is a dynamic provider as somebody who knows Pulumi writes it from the",
    "API specification: it searches, rents, polls each machine every 10 s, and when refused waits and asks again, twice as",
    "long each time. *With a queue* it spaces its rents by 5 s, which the document does not tell it to.",
    "",
    ...runs.flatMap(({ rows }, index) => [
      index === 0 ? "## Budgets" : "## The same again",
      "",
      rowsTable(rows),
      "",
    ]),
    MISSED,
    "## From 1 to 500 instances",
    "",
    "![Wall time, requests, memory and state over the number of instances](performance.svg)",
    "",
    "The dashed line is the least time possible. Memory is the peak of the process at that factor, where replies come",
    `${String(Math.round(1 / first.timeScale))} times as often as in real time.`,
    "",
    "| Instances | Wall time | Least possible | Ratio | Requests | Per instance | Memory, peak | State |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...first.growth.map(
      (point) =>
        `| ${String(point.instances)} | ${point.seconds.toFixed(0)} s | ${point.boundSeconds.toFixed(0)} s | ${(point.seconds / point.boundSeconds).toFixed(3)} | ${String(point.requests)} | ${(point.requests / point.instances).toFixed(2)} | ${(point.memoryBytes / 1e6).toFixed(0)} MB | ${(point.stateBytes / 1000).toFixed(0)} KB |`,
    ),
    "",
    "## Rules for an account that several processes share",
    "",
    "Processes that share no file, as on several machines. Simulated: 32 rents in all, begun at once, 30 to 150 ms each way, 60 seeds. Each cell: time over the least possible",
    "(19 of 20 seeds stay below), refusals for each process, longest wait of any process for its next rent. What a refusal",
    "does to an endpoint is documented for rents only (a penalty of 12 s), and not whether a second refusal begins it anew,",
    "so a rule has to do on all four kinds of service.",
    "",
    comparisonTable(compareRules()),
    "",
    "Ours is the only one that does on all of them. Its price: the ones that do not hold the lane wait while it is held, and",
    "it leaves some of the allowance unused between two holders. A rule that halves the share and recovers quickly was used",
    "before; on a service that shuts the lane anew it takes 1.6 times as long with two processes as this one does, and more with",
    "each process more. No rule that cannot ask the other processes comes near 1 there: a single refusal costs",
    "12 s, the time of nearly three rents.",
    "",
    "A refusal may also be a stray, with nobody else there. Below: what strays cost beyond their penalties, on average and at",
    "most, where a refusal shuts the endpoint once.",
    "",
    strayTable(),
    "",
  ].join("\n");
}

/** A run for the terminal: the rows, and every launch. */
export function runAsText(measured: Measurements, rows: readonly Row[]): string {
  const launches = measured.launches.map(
    ({ contender, instances, processes = 1, loadSeconds, seconds, ratio, requests, failed, firstFailure }) =>
      `  ${contender}, N = ${String(instances)}, processes ${String(processes)}, load ${String(loadSeconds)} s: ` +
      `${seconds.toFixed(1)} s, ratio ${ratio.toFixed(3)}; ${describeCounts(requests.byRoute)}; 429: ${describeCounts(requests.refused)}` +
      (failed === 0 ? "" : `; ${String(failed)} failed: ${firstFailure ?? ""}`),
  );
  const lines = rows.map(
    ({ what, ours, budget, isMet, baseline }) =>
      `  ${isMet === undefined ? "      " : isMet ? "met   " : "MISSED"}  ${what}\n          ours ${ours}${budget === "" ? "" : ` | budget ${budget}`}${baseline === "" ? "" : ` | plain: ${baseline}`}`,
  );
  return ["Launches", ...launches, "", "Budgets", ...lines, ""].join("\n");
}
