import type { PacePolicy, PaceRefusal } from "./pace-policy";

/** Over the interval, since two requests may come closer together than they were sent. */
const SLACK = 1.02;
const LEAST_SHARE = 1 / 8;
const RECOVERY = 1.5;
/** When nothing is documented and the service names nothing. */
const GUESS_MS = 1_000;
/** A larger threshold cannot be meant. */
const MOST_MS = 60_000;

/**
 * When the next request of a lane may start.
 *
 * The interval begins as the policy says and becomes what the service names in a refusal. A refusal although that
 * interval was kept means that somebody else uses the same account. Then the lane halves the share of the allowance it
 * takes, waits out the penalty and a random part of its longer interval, and takes half as much again with every
 * request that passes. Of some hundred rules of this kind, simulated for two and four processes with and without a
 * penalty, quick recovery with a wide random wait lost least: slow recovery leaves the allowance unused once the others
 * are done, and a narrow wait lets the same processes meet again at every turn.
 */
export class PaceLane {
  private learnedMs: number | undefined;
  private share = 1;
  private notBefore = Number.NEGATIVE_INFINITY;
  private changedAt = Number.NEGATIVE_INFINITY;
  private readonly starts: number[] = [];

  /** Clock time of the earliest next start. */
  nextStart(policy: PacePolicy): number {
    const { burst } = policy;
    if (burst !== undefined && this.learnedMs === undefined) {
      const first = this.starts.at(-burst.starts);
      return Math.max(
        this.notBefore,
        first === undefined ? this.notBefore : first + burst.perMs / this.share,
      );
    }
    const last = this.starts.at(-1);
    return Math.max(this.notBefore, last === undefined ? this.notBefore : last + this.interval(policy));
  }

  /** Least time between two starts as things stand, in milliseconds. */
  interval(policy: PacePolicy): number {
    return ((this.learnedMs ?? policy.intervalMs) * SLACK) / this.share;
  }

  started(now: number): void {
    this.starts.push(now);
    if (this.starts.length > 64) {
      this.starts.shift();
    }
  }

  /** The service let a request through that started then. */
  passed(startedAt: number): void {
    if (startedAt >= this.changedAt) {
      this.share = Math.min(1, this.share * RECOVERY);
    }
  }

  /** The service refused a request that started then. `random` is within 0 and 1. */
  refused(policy: PacePolicy, refusal: PaceRefusal, startedAt: number, now: number, random: number): void {
    const known = this.learnedMs ?? policy.documentedMs;
    const interval = Math.min(refusal.thresholdMs ?? (known > 0 ? known : GUESS_MS), MOST_MS);
    this.learnedMs = interval;
    if (this.gapBefore(startedAt) >= interval && startedAt >= this.changedAt) {
      this.share = Math.max(LEAST_SHARE, this.share / 2);
      this.changedAt = now;
    }
    const apart = this.share < 1 ? (random * interval) / this.share : 0;
    this.notBefore = Math.max(
      this.notBefore,
      now + Math.max(policy.penaltyMs ?? 0, interval) * SLACK + apart,
    );
  }

  private gapBefore(startedAt: number): number {
    const before = this.starts.findLast((start) => start < startedAt);
    const together = this.starts.filter((start) => start === startedAt).length > 1;
    return together ? 0 : before === undefined ? Number.POSITIVE_INFINITY : startedAt - before;
  }
}
