import { LAUNCH_STEPS, MATRIX_FAULTS, MATRIX_SIGNALS } from "./fault-matrix.cases";
import { faultFamilies, faultSample, SAMPLE_COUNTS } from "./fault-sample";

type Aspect = "family" | "step" | "signal" | "count";

/** Everything that a cell can be, by kind. */
const ASPECTS: Readonly<Record<Aspect, readonly string[]>> = {
  family: faultFamilies().map(([first]) => first?.family ?? ""),
  step: LAUNCH_STEPS.map(({ name }) => name),
  signal: MATRIX_SIGNALS.map(({ name }) => name),
  count: SAMPLE_COUNTS.map(String),
};

const CELLS = faultSample().map(({ fault, step, signal, count }): Readonly<Record<Aspect, string>> => {
  return { family: fault.family, step: step.name, signal, count: String(count) };
});

const PAIRS = [
  ["family", "step"],
  ["family", "signal"],
  ["family", "count"],
  ["step", "signal"],
  ["step", "count"],
  ["signal", "count"],
] as const;

test("the sample has at most 80 cells, no two of them alike", () => {
  expect(CELLS.length).toBeLessThanOrEqual(80);
  expect(new Set(CELLS.map((cell) => Object.values(cell).join())).size).toBe(CELLS.length);
});

test.each(PAIRS)("every %s meets every %s", (one, other) => {
  const met = new Set(CELLS.map((cell) => `${cell[one]} | ${cell[other]}`));
  const all = ASPECTS[one].flatMap((left) => ASPECTS[other].map((right) => `${left} | ${right}`));
  expect(all.filter((pair) => !met.has(pair))).toEqual([]);
});

test("every fault is in it", () => {
  const sampled = new Set(faultSample().map(({ fault }) => fault.name));
  expect(MATRIX_FAULTS.map(({ name }) => name).filter((name) => !sampled.has(name))).toEqual([]);
});
