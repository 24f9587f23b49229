import { PaceLane } from "../../../provider/wire/pace-lane";
import { mean, quantile } from "../random";
import { AdditiveRecovery, FullRate, HeldInterval, QuickRecovery, RandomBackoff } from "./other-rules";
import {
  PENALTY_SECONDS,
  playScene,
  type LaneRule,
  type RefusalEffect,
  type SceneResult,
} from "./shared-account";

const RULES: readonly (readonly [string, () => LaneRule])[] = [
  ["go on at the full rate", () => new FullRate()],
  ["halve the share, recover by half (the rule before)", () => new QuickRecovery()],
  ["double the interval, hold it", () => new HeldInterval()],
  ["two penalties, double, recover by steps", () => new AdditiveRecovery()],
  ["random back-off, doubled", () => new RandomBackoff()],
  ["one holds the lane, others check again (ours)", () => new PaceLane()],
];
const EFFECTS: readonly RefusalEffect[] = ["nothing", "counts", "shuts once", "shuts anew"];
const PROCESSES = [1, 2, 4, 8];
const SEEDS = 60;
/** Refusals of a process that is alone on its account, by the number of the request. */
const STRAYS = [
  ["one stray at first", [1]],
  ["one stray later", [9]],
  ["two strays apart", [2, 9]],
  ["two strays, one rent between", [2, 4]],
  ["two strays in a row", [1, 2]],
  ["two in a row later", [9, 10]],
] as const;

/** One rule in one scene, over all seeds. */
export interface Comparison {
  readonly rule: string;
  readonly effect: RefusalEffect;
  readonly requests: number;
  readonly cells: readonly ComparisonCell[];
}

export interface ComparisonCell {
  readonly processes: number;
  readonly ratio: number;
  /** 19 of 20 seeds are not above it. */
  readonly ratioHigh: number;
  readonly refusals: number;
  readonly longestWaitSeconds: number;
}

/** Every rule on every kind of service. */
export function compareRules(requests = 32, seeds = SEEDS): Comparison[] {
  return EFFECTS.flatMap((effect) =>
    RULES.map(([rule, make]) => ({
      rule,
      effect,
      requests,
      cells: PROCESSES.map((processes) => {
        const results = Array.from({ length: seeds }, (_, seed) =>
          playScene({ rule: make, effect, processes, requests, seed: seed + 1 }),
        );
        return cellOf(processes, results);
      }),
    })),
  );
}

function cellOf(processes: number, results: readonly SceneResult[]): ComparisonCell {
  const ratios = results.map(({ ratio }) => ratio);
  return {
    processes,
    ratio: mean(ratios),
    ratioHigh: quantile(ratios, 0.95),
    refusals: mean(results.map(({ refusalsPerProcess }) => refusalsPerProcess)),
    longestWaitSeconds: mean(results.map(({ longestWaitSeconds }) => longestWaitSeconds)),
  };
}

/** What strays cost a process alone on its account beyond their penalties, in seconds: mean, and the most of all seeds. */
export function strayTable(seeds = SEEDS): string {
  const lost = (make: () => LaneRule, strays: readonly number[]): string => {
    const secondsOf = (seed: number, refused: readonly number[]): number =>
      playScene({ rule: make, effect: "shuts once", processes: 1, requests: 16, seed, strays: refused })
        .seconds;
    const costs = Array.from(
      { length: seeds },
      (_, seed) => secondsOf(seed + 1, strays) - secondsOf(seed + 1, []) - strays.length * PENALTY_SECONDS,
    );
    return `${mean(costs).toFixed(1)} s (${Math.max(...costs).toFixed(1)} s)`;
  };
  return [
    `| Alone on the account | ${STRAYS.map(([name]) => name).join(" | ")} |`,
    `| --- | ${STRAYS.map(() => "---").join(" | ")} |`,
    ...RULES.map(
      ([rule, make]) => `| ${[rule, ...STRAYS.map(([, strays]) => lost(make, strays))].join(" | ")} |`,
    ),
  ].join("\n");
}

/** The comparison as a Markdown table. */
export function comparisonTable(comparisons: readonly Comparison[]): string {
  const cell = ({ ratio, ratioHigh, refusals, longestWaitSeconds }: ComparisonCell): string =>
    ratioHigh > 35
      ? "never ends"
      : `${ratio.toFixed(2)} (${ratioHigh.toFixed(2)}), ${refusals.toFixed(1)}, ${longestWaitSeconds.toFixed(0)} s`;
  const rows = comparisons.map(
    ({ effect, rule, cells }) => `| ${[effect, rule, ...cells.map(cell)].join(" | ")} |`,
  );
  const head = PROCESSES.map((processes) => (processes === 1 ? "alone" : `${String(processes)} processes`));
  return [
    `| A refusal | Rule | ${head.join(" | ")} |`,
    `| --- | --- | ${head.map(() => "---").join(" | ")} |`,
    ...rows,
  ].join("\n");
}

if (require.main === module) {
  process.stdout.write(
    `${comparisonTable(compareRules())}\n\n${strayTable()}\n\n128 requests:\n${comparisonTable(compareRules(128, 20))}\n`,
  );
}
