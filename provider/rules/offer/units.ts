/** A range of values that are implausible in a field's unit, and what was probably meant. Both ends are exclusive. */
export interface UnitGuard {
  readonly above: number;
  readonly below: number;
  /** What the value has to be, after "Expected `field`". */
  readonly rule: string;
  /** What the value means, and what to write for what was meant. */
  readonly explain: (value: number) => string;
}

/** A number without the noise of binary fractions: 8.6 * 100 is 860. */
export function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/** Guards a field in `unit` against values in `meant`, which is `factor` times as large. */
function otherUnit(unit: string, meant: string, factor: number): (value: number) => string {
  return (value) => `${value} means ${value} ${unit}; for ${value} ${meant} write ${tidy(value * factor)}`;
}

/** Guards a version number against one written without its point. */
function withoutPoint(factor: number): (value: number) => string {
  return (value) => `write the version with its point, ${tidy(value * factor)}`;
}

/** Memory in MB, given in GB: no machine has less than 1000 MB. */
export const MEGABYTES: readonly UnitGuard[] = [
  { above: 0, below: 1000, rule: "to be in MB", explain: otherUnit("MB", "GB", 1000) },
  { above: 1e9, below: Infinity, rule: "to be in MB", explain: otherUnit("MB", "bytes", 1e-6) },
];

/** Seconds, given in days: no machine is offered for minutes. */
export const SECONDS: readonly UnitGuard[] = [
  { above: 0, below: 1001, rule: "to be in seconds", explain: otherUnit("seconds", "days", 86_400) },
];

/** A fraction, given in percent. */
export const PART_OF_ONE: readonly UnitGuard[] = [
  {
    above: 1,
    below: 100.000_001,
    rule: "to be from 0 to 1",
    explain: (value) => `for ${value} % write ${tidy(value / 100)}`,
  },
];

/** Compute capability times 100, given as 8.6 or as in "sm_86". Real ones lie between 300 and 1300. */
export const COMPUTE_CAPABILITY: readonly UnitGuard[] = [
  {
    above: 0,
    below: 20,
    rule: "to be in hundredths",
    explain: (value) => `for ${value} write ${tidy(value * 100)}`,
  },
  {
    above: 19.999_999,
    below: 200,
    rule: "to be in hundredths",
    explain: (value) => `for ${tidy(value / 10)} write ${tidy(value * 10)}`,
  },
];

/** A CUDA version, given without its point: 124, 1240 or the driver's own 12040. */
export const CUDA_VERSION: readonly UnitGuard[] = [
  { above: 99.999_999, below: 1000, rule: "to be a CUDA version", explain: withoutPoint(1 / 10) },
  { above: 999.999_999, below: 10_000, rule: "to be a CUDA version", explain: withoutPoint(1 / 100) },
  {
    above: 9999.999_999,
    below: Infinity,
    rule: "to be a CUDA version",
    explain: (value) => withoutPoint(1)(Math.floor(value / 1000) + (value % 1000) / 100),
  },
];

/** GHz, given in MHz. */
export const GIGAHERTZ: readonly UnitGuard[] = [
  { above: 99.999_999, below: Infinity, rule: "to be in GHz", explain: otherUnit("GHz", "MHz", 1 / 1000) },
];

/** $ per GB, given per TB: nobody asks more than $2 for a GB. */
export const DOLLARS_PER_GIGABYTE: readonly UnitGuard[] = [
  {
    above: 2,
    below: Infinity,
    rule: "to be in $ per GB",
    explain: (value) => `${value} means $${value} per GB; for $${value} per TB write ${tidy(value / 1000)}`,
  },
];

/** What `value` has to be and was probably meant to be by these guards, or undefined where it is plausible. */
export function mistakenUnit(
  guards: readonly UnitGuard[],
  value: number,
): { readonly rule: string; readonly hint: string } | undefined {
  const guard = guards.find(({ above, below }) => value > above && value < below);
  return guard === undefined ? undefined : { rule: guard.rule, hint: guard.explain(value) };
}
