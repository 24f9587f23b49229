import type { PacePolicy, PaceRefusal } from "./pace-policy";

/** Over the interval, since two requests may come closer together than they were sent. */
const SLACK = 1.03;
/** Over the interval from the latest time at which the last request may have arrived. */
const ARRIVAL_SLACK = 1.005;
/** When nothing is documented and the service names nothing. */
const GUESS_MS = 1_000;
/** A larger threshold cannot be meant. */
const MOST_MS = 60_000;
/** Refusals in a row that do not yet take the lane from a process that has it. */
const DISTURBANCES = 2;
/** The first look whether the lane is free comes after about so many penalties, later ones after at most so many. */
const FIRST_LOOK = 4;
const LAST_LOOK = 13;
const LOOK_GROWTH = 1.25;

/**
 * When the next request of a lane may start.
 *
 * The interval begins as the policy says and becomes what the service names in a refusal. A refusal although that
 * interval was kept means that somebody else uses the same account, and nobody can be asked who. A refusal costs
 * everybody the penalty, or an interval where none is documented, so processes that take turns request by request spend
 * their time in penalties. Therefore one process holds the lane: the one whose requests pass goes on after the penalty; one
 * that finds the lane held stays away for some penalties, by chance, and looks again. With it 32 rents of 2, 4 and 8
 * processes take 1.4, 2.1 and 3.6 times the least time, where halving and recovering took 2.8, 4.5 and 7.6; the price
 * is that one process waits while another is served. `test/bench/pacing-rules` compares it with five others.
 */
export class PaceLane {
  private learnedMs: number | undefined;
  private notBefore = Number.NEGATIVE_INFINITY;
  private changedAt = Number.NEGATIVE_INFINITY;
  /** Whether the latest requests passed, but for a disturbance. */
  private isHeld = false;
  /** Refusals since a request passed. */
  private refusals = 0;
  /** Looks at a lane that somebody else held, since a request passed. */
  private looks = 0;
  private readonly starts: number[] = [];
  /** Until which an answered request may have been on its way, and the shortest way there and back so far. */
  private arrivedBy = Number.NEGATIVE_INFINITY;
  private shortestMs = Number.POSITIVE_INFINITY;

  /** Clock time of the earliest next start. */
  nextStart(policy: PacePolicy): number {
    const { burst } = policy;
    if (burst !== undefined && this.learnedMs === undefined) {
      const first = this.starts.at(-burst.starts);
      return Math.max(this.notBefore, first === undefined ? this.notBefore : first + burst.perMs);
    }
    const last = this.starts.at(-1);
    if (last === undefined) return this.notBefore;
    const intervalMs = this.learnedMs ?? policy.intervalMs;
    // A request that was held up on its way came late, and the next may not be: it would come too close behind.
    const held = this.arrivedBy + intervalMs * ARRIVAL_SLACK;
    return Math.max(this.notBefore, last + this.interval(policy), held);
  }

  /** Least time between two starts as things stand, in milliseconds. */
  interval(policy: PacePolicy): number {
    return (this.learnedMs ?? policy.intervalMs) * SLACK;
  }

  started(now: number): void {
    this.starts.push(now);
    if (this.starts.length > 64) {
      this.starts.shift();
    }
  }

  /**
   * The service let a request through that started then; its answer came now. `elsewhereMs` is the shortest way there
   * and back of other lanes: the first request of this one has none of its own to be compared with.
   */
  passed(startedAt: number, now: number, elsewhereMs: number): void {
    const tookMs = now - startedAt;
    const isFirst = this.shortestMs === Number.POSITIVE_INFINITY;
    this.shortestMs = Math.min(this.shortestMs, tookMs);
    this.arrivedBy = Math.max(
      this.arrivedBy,
      now - Math.min(this.shortestMs, isFirst ? elsewhereMs : tookMs),
    );
    if (startedAt >= this.changedAt) {
      this.isHeld = true;
      this.refusals = 0;
      this.looks = 0;
    }
  }

  /** The service refused a request that started then. `random` is within 0 and 1. */
  refused(policy: PacePolicy, refusal: PaceRefusal, startedAt: number, now: number, random: number): void {
    const known = this.learnedMs ?? policy.documentedMs;
    const interval = Math.min(refusal.thresholdMs ?? (known > 0 ? known : GUESS_MS), MOST_MS);
    this.learnedMs = interval;
    const isShared = this.gapBefore(startedAt) >= interval && startedAt >= this.changedAt;
    const costMs = Math.max(policy.penaltyMs ?? 0, interval);
    const moreMs = isShared ? this.waitForOthers(costMs, interval, now, random) : 0;
    this.notBefore = Math.max(this.notBefore, now + costMs * SLACK + moreMs);
  }

  private waitForOthers(costMs: number, interval: number, now: number, random: number): number {
    this.changedAt = now;
    this.refusals += 1;
    this.isHeld &&= this.refusals <= DISTURBANCES;
    if (this.isHeld) {
      return (random * interval) / 4;
    }
    const look = Math.min(LAST_LOOK, FIRST_LOOK * LOOK_GROWTH ** this.looks);
    this.looks += 1;
    return costMs * look * (0.5 + random);
  }

  private gapBefore(startedAt: number): number {
    const before = this.starts.findLast((start) => start < startedAt);
    const together = this.starts.filter((start) => start === startedAt).length > 1;
    return together ? 0 : before === undefined ? Number.POSITIVE_INFINITY : startedAt - before;
  }
}
