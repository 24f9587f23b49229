import type { History, HistoryStep } from "./history";

/** Whether a history still breaks what the first one broke. */
export type StillBreaks = (history: History) => Promise<boolean>;

/**
 * The shortest history that still breaks: steps, faults and strikes are left out one after another, then settings and
 * numbers made plain, until nothing more can be taken away.
 *
 * @param budget how many histories may be run for it
 */
export async function shrinkHistory(
  history: History,
  stillBreaks: StillBreaks,
  budget = 250,
): Promise<History> {
  let best = history;
  let left = budget;
  for (let isSmaller = true; isSmaller && left > 0;) {
    isSmaller = false;
    for (const candidate of candidates(best)) {
      if (left <= 0) break;
      left -= 1;
      if (!(await stillBreaks(candidate))) continue;
      best = candidate;
      isSmaller = true;
      break;
    }
  }
  return best;
}

function* candidates(history: History): Generator<History> {
  const { steps, setting } = history;
  for (const size of [4, 2, 1]) {
    for (let index = steps.length - size; index >= 0; index -= 1) {
      yield { ...history, steps: [...steps.slice(0, index), ...steps.slice(index + size)] };
    }
  }
  for (const [index, step] of steps.entries()) {
    for (const smaller of smallerSteps(step)) {
      yield { ...history, steps: steps.map((each, at) => (at === index ? smaller : each)) };
    }
  }
  const plain = {
    ...{ offers: 8, loadSeconds: 10, readLagSeconds: 0, listLagSeconds: 0, destroyLagSeconds: 0 },
    ...{ latencyMs: 0, rateLimits: false, pageSize: 25 },
  };
  for (const [name, value] of Object.entries(plain)) {
    if (Object.entries(setting).some(([other, now]) => other === name && now !== value)) {
      yield { ...history, setting: { ...setting, [name]: value } };
    }
  }
  if (setting.isSameName === true) yield { ...history, setting: { ...setting, isSameName: false } };
  if (setting.jitter === true) yield { ...history, setting: { ...setting, jitter: false } };
}

function* smallerSteps(step: HistoryStep): Generator<HistoryStep> {
  if (step.do === "add") {
    for (const name of Object.keys(step.args).filter(
      (each) => !["image", "search", "runtype"].includes(each),
    )) {
      const { [name]: _left, ...args } = step.args;
      yield { ...step, args };
    }
    return;
  }
  if (!("faults" in step) && !("strikes" in step)) return;
  const { faults = [], strikes = [], ...rest } = step;
  const withTroubles = (troubles: Pick<typeof step, "faults" | "strikes">): HistoryStep => ({
    ...rest,
    ...(troubles.faults === undefined || troubles.faults.length === 0 ? {} : { faults: troubles.faults }),
    ...(troubles.strikes === undefined || troubles.strikes.length === 0 ? {} : { strikes: troubles.strikes }),
  });
  for (const left of faults) yield withTroubles({ faults: faults.filter((each) => each !== left), strikes });
  for (const left of strikes)
    yield withTroubles({ faults, strikes: strikes.filter((each) => each !== left) });
  for (const one of faults) {
    const { skip, times, deployment, ...plain } = one;
    const others = (fault: typeof one) => faults.map((each) => (each === one ? fault : each));
    if (times !== undefined && times !== 1) {
      yield withTroubles({ faults: others({ ...plain, ...(skip === undefined ? {} : { skip }) }), strikes });
    }
    if (skip !== undefined && skip > 0) {
      yield withTroubles({
        faults: others({ ...plain, ...(times === undefined ? {} : { times }) }),
        strikes,
      });
    }
    if (skip === 0 || times === 1 || deployment === 0)
      yield withTroubles({ faults: others(bare(one)), strikes });
  }
  for (const one of strikes) {
    if (!("request" in one.at) || one.at.request <= 1) continue;
    const earlier = { ...one, at: { ...one.at, request: one.at.request - 1 } };
    yield withTroubles({ faults, strikes: strikes.map((each) => (each === one ? earlier : each)) });
  }
}

/** Without what says only what holds anyway. */
function bare<T extends { readonly skip?: unknown; readonly times?: unknown; readonly deployment?: unknown }>(
  fault: T,
): T {
  const entries = Object.entries(fault).filter(
    ([name, value]) =>
      !(name === "skip" && value === 0) &&
      !(name === "times" && value === 1) &&
      !(name === "deployment" && value === 0),
  );
  return Object.fromEntries(entries) as T;
}
