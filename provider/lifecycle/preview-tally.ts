/** What the machines of one preview would take together. */
export class PreviewTally {
  /** clock ms after which no more searches are begun; set by the first look */
  until: number | undefined;
  /** Offers that a machine of this preview would take: the next one is shown another. */
  readonly taken = new Set<number>();
  machines = 0;
  /** $/h */
  totalUsd = 0;
}
