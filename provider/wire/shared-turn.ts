import type { Clock } from "./clock";
import type { PaceLane } from "./pace-lane";
import type { PacePolicy } from "./pacing-types";
import type { PaceShare } from "./pace-share";

/** The turns of one lane where other processes use the account too. Without a share every turn is ours. */
export class SharedTurn {
  private state: "none" | "asking" | "taken" = "none";
  /** Clock time before which requesting a turn is pointless. */
  private askAt = Number.NEGATIVE_INFINITY;
  private hasPassed = false;

  constructor(
    private readonly share: PaceShare | undefined,
    private readonly clock: Clock,
    private readonly lane: PaceLane,
    private readonly onChange: () => void,
  ) {}

  /** Clock time of the earliest next start, as far as this process knows. */
  nextStart(policy: PacePolicy): number {
    return Math.max(this.askAt, this.lane.nextStart(policy));
  }

  /** Whether a request that is ready may start. Where it may not, the turn is requested. */
  isOurs(policy: PacePolicy): boolean {
    if (this.shareOf(policy) === undefined || this.state === "taken") return true;
    if (this.state === "none") void this.ask(policy);
    return false;
  }

  started(policy: PacePolicy, uses: number | undefined): void {
    this.state = this.state === "taken" ? "none" : this.state;
    this.shareOf(policy)?.started(policy.lane, uses);
  }

  /** Releases a turn that nobody used. */
  end(name: string): void {
    if (this.state !== "taken") return;
    this.state = "none";
    this.share?.giveBack(name);
  }

  passed(policy: PacePolicy, now: number): void {
    // How much of the first request's time was the way back is not known: others count it as arrived just now.
    const until = this.lane.heldUntil(policy, this.hasPassed ? undefined : now);
    this.hasPassed = true;
    if (until !== undefined) this.shareOf(policy)?.delay(policy.lane, until - now);
  }

  refused(policy: PacePolicy, costMs: number): void {
    this.shareOf(policy)?.delay(policy.lane, costMs, this.lane.learned);
  }

  private async ask(policy: PacePolicy): Promise<void> {
    this.state = "asking";
    const claim = await this.share?.claim(policy, this.lane.learned);
    const waitMs = claim?.waitMs ?? 0;
    this.state = waitMs > 0 ? "none" : "taken";
    this.askAt = waitMs > 0 ? this.clock.now() + waitMs : Number.NEGATIVE_INFINITY;
    if (claim?.learnedMs !== undefined) this.lane.learn(claim.learnedMs);
    this.onChange();
  }

  /** undefined where this process keeps no interval: then there is nothing to agree on. */
  private shareOf(policy: PacePolicy): PaceShare | undefined {
    const isPaced = this.lane.interval(policy) > 0 || (policy.burst?.perMs ?? 0) > 0;
    return isPaced ? this.share : undefined;
  }
}
