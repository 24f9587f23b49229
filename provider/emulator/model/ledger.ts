/** One rental, with its whole cost. Times in ms of the emulator's clock. */
export interface Rental {
  readonly instance: number;
  readonly offer: number;
  readonly machine: number;
  readonly account: number;
  readonly label: string | null;
  /** The label that it was rented with. */
  readonly launchLabel: string | null;
  readonly gpuName: string;
  readonly isBid: boolean;
  /** `actual_status`, or `destroyed`. */
  readonly status: string | null;
  readonly rentedAt: number;
  /** null while it lives */
  readonly destroyedAt: number | null;
  /** GPU time billed, in seconds */
  readonly runningSeconds: number;
  readonly spentUsd: number;
}

/** Everything that was ever rented. It forgets nothing. */
export interface Ledger {
  readonly rentals: readonly Rental[];
  /** Number of machines rented. */
  readonly rented: number;
  /** Machines that still exist, and so are billed. */
  readonly live: number;
  readonly spentUsd: number;
}

/** The sums over `rentals`. */
export function ledgerOf(rentals: readonly Rental[]): Ledger {
  return {
    rentals,
    rented: rentals.length,
    live: rentals.filter((rental) => rental.destroyedAt === null).length,
    spentUsd: rentals.reduce((sum, rental) => sum + rental.spentUsd, 0),
  };
}

/** The ledger as text. */
export function renderLedger(ledger: Ledger): string {
  const rows = ledger.rentals.map(
    (rental) =>
      `  ${rental.instance}  ${rental.gpuName}  machine ${rental.machine}  ${rental.label ?? "(no label)"}  ` +
      `${rental.destroyedAt === null ? "STILL RENTED" : "destroyed"}  $${rental.spentUsd.toFixed(4)}`,
  );
  return [
    ...rows,
    `rented ${ledger.rented}, still rented ${ledger.live}, spent $${ledger.spentUsd.toFixed(4)}`,
  ].join("\n");
}
