/** What the machines of one preview share. */
export class PreviewTally {
  /** clock ms after which no more searches are begun; set by the first look */
  until: number | undefined;
  /** Whether the service has answered anything at all. */
  isAnswered = false;
  /** Whether the credentials can be used, where it was asked: the error of that question. */
  access: Promise<unknown> | undefined;
  /** Offers that a machine of this preview would take: the next one is shown another. */
  readonly taken = new Set<number>();
  /** Searches that were made to find out why one finds nothing. */
  widerSearches = 0;
}
