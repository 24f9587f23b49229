import type { Rental } from "./instance/rental";

/** What this process did for one launch token: a call that is made again with the same inputs goes on from it. */
export interface LaunchMemory {
  /** Rents sent so far. Each carries a label of its own, across calls too. */
  sent: number;
  /** The machine that is rented. */
  rental: Rental | undefined;
  /** `InstanceSnapshots.mark` when it was rented by this process. */
  rentedMark: number | undefined;
  /** Whether the engine was given the machine's id: it is in the state, and no longer ours to destroy. */
  isAnswered: boolean;
}
