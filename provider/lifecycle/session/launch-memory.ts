import type { RentedMachine } from "./rented-machine";

/** What this process did for one launch token: a repeated call with the same inputs continues from it. */
export interface LaunchMemory {
  /** Rents sent so far. Each carries a label of its own, across calls too. */
  sent: number;
  /** The machine that is rented. */
  rental: RentedMachine | undefined;
  /** Whether this process rented or adopted a machine for it. */
  isRentedHere: boolean;
  /** Whether the engine has the machine's id: it is in the state, and no longer ours to destroy. */
  isAnswered: boolean;
  /** Its machine was rented by another launch, which was interrupted. */
  isAdopted: boolean;
}
