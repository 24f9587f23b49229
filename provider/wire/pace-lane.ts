import { laneStart, LONGEST_INTERVAL_MS, SLACK } from "./lane-start";
import type { PacePolicy, PaceRefusal } from "./pacing-types";

/** Added to the interval, from the latest time at which the last request may have arrived. */
const ARRIVAL_SLACK = 1.005;
/** When nothing is documented and the service names nothing. */
const GUESS_MS = 1_000;
/** What is left of the weight of earlier refusals, 1 each, after a request that passed. */
const FADING = 0.45;
/** Up to this weight refusals count as isolated where the lane is not held: one. */
const STRAY = 1.4;
/** Up to this weight they do not take the lane from a process that has it: one, and others with requests between, but no two in a row. */
const DISTURBANCE = 1.8;
/** Where the lane is not held: after an isolated refusal, parts of an interval added to the penalty, at most this many ms. */
const STRAY_PART = 0.43;
const STRAY_RANDOM_PART = 0.26;
const STRAY_MOST_MS = 4_000;
/** Penalties after which a process that stays away checks whether the lane is free: first, then, and at most. */
const FIRST_CHECK = 0.43;
const SECOND_CHECK = 5.8;
const CHECK_GROWTH = 1.08;
const LAST_CHECK = 10;
/** A check comes after at least this part of that time, and on average after all of it. */
const LEAST_PART = 0.45;
/** Where the lane is held: after a disturbance, at most this part of an interval added to the penalty. */
const HELD_PART = 0.075;

/**
 * When the next request of a lane may start.
 *
 * The interval starts as the policy says and becomes what the service names in a refusal. A refusal although that
 * interval was kept is an isolated one, or somebody else uses the same account; there is no way to know which. An isolated one costs its
 * penalty, or an interval where none is documented, and little more. A second in a row means that somebody else is there. Processes that take turns request by request spend their time in
 * penalties. Therefore one process holds the lane: the one whose requests pass continues after the penalty; one
 * that finds the lane held stays away for some penalties, by chance, and checks again. With it 32 rents of 2, 4 and 8
 * processes take 1.6, 2.2 and 3.0 to 3.4 times the least time, where halving and recovering takes 2.8, 4.5 and 7.6; the
 * price is that one process waits while another is served. `test/bench/pacing-rules` compares it with five others; the
 * numbers above were searched for there, over processes that start at once and up to two minutes apart.
 */
export class PaceLane {
  private learnedMs: number | undefined;
  private notBefore = Number.NEGATIVE_INFINITY;
  private changedAt = Number.NEGATIVE_INFINITY;
  /** Whether the latest requests passed, except for a disturbance. */
  private isHeld = false;
  /** The weight of the refusals so far: each adds 1, and each request that passes reduces it. */
  private refusals = 0;
  /** Checks of a lane that somebody else held, since a request passed. */
  private checks = 0;
  private readonly starts: number[] = [];
  /** Until when an answered request may have been under way, and the shortest round trip so far. */
  private arrivedBy = Number.NEGATIVE_INFINITY;
  private shortestMs = Number.POSITIVE_INFINITY;

  /** Clock time of the earliest next start. */
  nextStart(policy: PacePolicy): number {
    const start = Math.max(this.notBefore, laneStart(policy, this.starts, this.learnedMs));
    // A delayed request arrived late, and the next may not: it would follow too closely.
    return this.isSpaced(policy)
      ? Math.max(start, this.arrivedBy + this.base(policy) * ARRIVAL_SLACK)
      : start;
  }

  /** Until when a request that arrived late, by `arrivedBy` at the latest, keeps the next from starting; undefined where none did. */
  heldUntil(policy: PacePolicy, arrivedBy = this.arrivedBy): number | undefined {
    const last = this.starts.at(-1);
    if (last === undefined || !this.isSpaced(policy)) return undefined;
    const until = arrivedBy + this.base(policy) * ARRIVAL_SLACK;
    return until > last + this.interval(policy) ? until : undefined;
  }

  /** The interval that a refusal named, in ms. */
  get learned(): number | undefined {
    return this.learnedMs;
  }

  /** Another process learned this interval. */
  learn(intervalMs: number): void {
    this.learnedMs = intervalMs;
  }

  /** Least time between two starts at present, in milliseconds. */
  interval(policy: PacePolicy): number {
    return this.base(policy) * SLACK;
  }

  private base(policy: PacePolicy): number {
    return this.learnedMs ?? policy.intervalMs;
  }

  /** By an interval, and not by bursts. */
  private isSpaced({ burst }: PacePolicy): boolean {
    return burst === undefined || this.learnedMs !== undefined;
  }

  started(now: number): void {
    this.starts.push(now);
    if (this.starts.length > 64) {
      this.starts.shift();
    }
  }

  /**
   * The service let a request through that started then; its answer came now. `elsewhereMs` is the shortest round
   * trip of other lanes: the first request of this one has none of its own to compare with.
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
      this.refusals = this.isHeld ? this.refusals * FADING : 0;
      this.isHeld = true;
      this.checks = 0;
    }
  }

  /**
   * The service refused a request that started at that time. `random` is within 0 and 1.
   * @returns how long nobody may start, in ms, whoever else is there
   */
  refused(policy: PacePolicy, refusal: PaceRefusal, startedAt: number, now: number, random: number): number {
    const known = this.learnedMs ?? policy.documentedMs;
    const interval = Math.min(refusal.thresholdMs ?? (known > 0 ? known : GUESS_MS), LONGEST_INTERVAL_MS);
    this.learnedMs = interval;
    const isShared = this.gapBefore(startedAt) >= interval && startedAt >= this.changedAt;
    const costMs = Math.max(policy.penaltyMs ?? 0, interval);
    const moreMs = isShared ? this.waitForOthers(costMs, interval, now, random) : 0;
    this.notBefore = Math.max(this.notBefore, now + costMs * SLACK + moreMs);
    return costMs * SLACK;
  }

  private waitForOthers(costMs: number, interval: number, now: number, random: number): number {
    this.changedAt = now;
    this.refusals += 1;
    const wasHeld = this.isHeld;
    this.isHeld = wasHeld && this.refusals <= DISTURBANCE;
    if (this.isHeld) return random * interval * HELD_PART;
    if (!wasHeld && this.refusals <= STRAY) {
      return Math.min(STRAY_MOST_MS, interval * (STRAY_PART + STRAY_RANDOM_PART * random));
    }
    const check =
      this.checks === 0
        ? FIRST_CHECK
        : Math.min(LAST_CHECK, SECOND_CHECK * CHECK_GROWTH ** (this.checks - 1));
    this.checks += 1;
    return costMs * check * (LEAST_PART + 2 * (1 - LEAST_PART) * random);
  }

  private gapBefore(startedAt: number): number {
    const before = this.starts.findLast((start) => start < startedAt);
    const together = this.starts.filter((start) => start === startedAt).length > 1;
    return together ? 0 : before === undefined ? Number.POSITIVE_INFINITY : startedAt - before;
  }
}
