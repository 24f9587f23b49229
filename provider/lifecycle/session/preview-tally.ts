/** What the machines of one preview share. */
export class PreviewTally {
  /** clock ms after which no more searches are started; set by the first search */
  until: number | undefined;
  /** Whether the service has replied at all. */
  isAnswered = false;
  /** Whether the credentials can be used, where it was checked: the error of that check. */
  access: Promise<unknown> | undefined;
  /** Offers that a machine of this preview would take: the next one is shown another. */
  readonly taken = new Set<number>();
  /** Searches made to find out why one found nothing. */
  widerSearches = 0;
}
