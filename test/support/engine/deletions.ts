import type { PhaseContext } from "./phase-context";
import { allDependencies } from "./resource-state";
import { resourceOf, type Step } from "./step";
import type { StepExecutor } from "./step-executor";

/** Sorts deletes into rounds: all of a round may go at once, and nothing goes before what depends on it. */
export function roundsOf(steps: Step[]): Step[][] {
  const rounds: Step[][] = [];
  let rest = steps;
  while (rest.length > 0) {
    const needed = new Set(rest.flatMap((step) => allDependencies(resourceOf(step))));
    const free = rest.filter((step) => !needed.has(resourceOf(step).urn));
    const round = free.length > 0 ? free : rest;
    rounds.push(round);
    rest = rest.filter((step) => !round.includes(step));
  }
  return rounds;
}

/** Deletes in dependency order, each round in parallel. */
export async function executeDeletes(
  context: PhaseContext,
  executor: StepExecutor,
  steps: Step[],
): Promise<void> {
  for (const round of roundsOf(steps)) {
    await Promise.all(
      round.map((step) =>
        context.inTurn(async () => {
          await executor.execute(step);
        }),
      ),
    );
  }
}
