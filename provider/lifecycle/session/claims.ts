/**
 * Which offers this process is trying to rent now, and which are used up: two creates never try the same offer.
 * An offer id is good for one rent only, so a spent one never comes back.
 */
export class Claims {
  private readonly claimed = new Set<number>();
  /** Each with how many were spent before it. */
  private readonly spent = new Map<number, number>();
  private waiting: (() => void)[] = [];

  /** Whether the caller now holds the offer. */
  claim(offerId: number): boolean {
    if (!this.isFree(offerId)) return false;
    this.claimed.add(offerId);
    return true;
  }

  isFree(offerId: number): boolean {
    return !this.claimed.has(offerId) && !this.spent.has(offerId);
  }

  isClaimed(offerId: number): boolean {
    return this.claimed.has(offerId);
  }

  /** Other processes of this machine are renting these, or have. */
  spentElsewhere(offerIds: readonly number[]): void {
    for (const id of offerIds) if (this.isFree(id)) this.spent.set(id, this.spent.size);
  }

  /** How many offers were used up so far. */
  spentCount(): number {
    return this.spent.size;
  }

  /** Whether the offer was among the first `count` that were used up. */
  wasSpent(offerId: number, count: number): boolean {
    return (this.spent.get(offerId) ?? Infinity) < count;
  }

  /** Releases the offer; `spent` where it was rented or turned out to be gone. */
  release(offerId: number, outcome: "spent" | "free"): void {
    this.claimed.delete(offerId);
    if (outcome === "spent") this.spent.set(offerId, this.spent.size);
    const waiting = this.waiting;
    this.waiting = [];
    for (const wake of waiting) wake();
  }

  /** Resolves when some claim is released. */
  async nextRelease(): Promise<void> {
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
