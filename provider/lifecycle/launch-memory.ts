import type { Rental } from "./instance/rental";

/** A rent whose answer was lost. */
export interface Doubt {
  /** The label that the machine carries, if it was rented. */
  readonly label: string;
  /** clock ms */
  readonly sentAt: number;
}

/** What this process did for one launch token: a call that is made again with the same inputs goes on from it. */
export interface LaunchMemory {
  /** Rents sent so far. Each carries a label of its own, across calls too. */
  sent: number;
  /** The machine that is rented. */
  rental: Rental | undefined;
  /** Whether the engine was given the machine's id: it is in the state, and no longer ours to destroy. */
  isAnswered: boolean;
  /** Set until it is known what became of the rent. */
  doubt: Doubt | undefined;
}
