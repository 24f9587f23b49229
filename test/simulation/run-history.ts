import { settle } from "./final-user";
import type { History } from "./history";
import { Simulation, type Outcome } from "./simulation";

/** Carries a history out, with its end. `isTraced`: every request is told. */
export async function runHistory(history: History, isTraced = false): Promise<Outcome> {
  return new Simulation(history, isTraced).run(settle);
}
