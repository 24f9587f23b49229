import type { PacePolicy, PaceRefusal } from "../../../provider/wire/pacing-types";
import type { LaneRule } from "./shared-account";

const SLACK = 1.03;

/** What the compared rules have in common: an interval, and a time before which nothing starts. */
abstract class Rule implements LaneRule {
  protected notBefore = Number.NEGATIVE_INFINITY;
  protected changedAt = Number.NEGATIVE_INFINITY;
  /** Multiplies the interval. */
  protected stretch = 1;
  private last = Number.NEGATIVE_INFINITY;

  nextStart({ intervalMs }: PacePolicy): number {
    return Math.max(this.notBefore, this.last + intervalMs * SLACK * this.stretch);
  }

  started(now: number): void {
    this.last = now;
  }

  passed(startedAt: number): void {
    if (startedAt >= this.changedAt) this.recover();
  }

  refused(policy: PacePolicy, _refusal: PaceRefusal, startedAt: number, now: number, random: number): void {
    if (startedAt >= this.changedAt) {
      this.changedAt = now;
      this.yieldPlace();
    }
    const penalty = Math.max(policy.penaltyMs ?? 0, policy.intervalMs) * SLACK;
    this.notBefore = Math.max(
      this.notBefore,
      now + penalty * this.penalties + this.apart(policy.intervalMs, random),
    );
  }

  /** Penalties waited for after a refusal. */
  protected readonly penalties: number = 1;
  protected recover(): void {
    this.stretch = 1;
  }
  protected yieldPlace(): void {
    this.stretch = 1;
  }
  protected abstract apart(intervalMs: number, random: number): number;
}

/** Goes on at the full rate after the penalty and a random part of an interval. */
export class FullRate extends Rule {
  protected override apart(intervalMs: number, random: number): number {
    return random * intervalMs;
  }
}

/** Halves its share, by chance apart, and takes half as much again with every request that passes. */
export class QuickRecovery extends Rule {
  protected override yieldPlace(): void {
    this.stretch = Math.min(8, this.stretch * 2);
  }
  protected override recover(): void {
    this.stretch = Math.max(1, this.stretch / 1.5);
  }
  protected override apart(intervalMs: number, random: number): number {
    return random * intervalMs * this.stretch;
  }
}

/** The same, waiting a second penalty, then shortening its interval by a quarter of the allowed one at a time. */
export class AdditiveRecovery extends Rule {
  protected override readonly penalties = 2;
  protected override yieldPlace(): void {
    this.stretch = Math.min(8, this.stretch * 2);
  }
  protected override recover(): void {
    this.stretch = Math.max(1, this.stretch - 0.25);
  }
  protected override apart(intervalMs: number, random: number): number {
    return random * intervalMs * this.stretch;
  }
}

/** A full penalty and a random phase, then a doubled interval that it holds until the end. */
export class HeldInterval extends Rule {
  protected override yieldPlace(): void {
    this.stretch = Math.min(8, this.stretch * 2);
  }
  protected override recover(): void {
    return undefined;
  }
  protected override apart(intervalMs: number, random: number): number {
    return random * intervalMs * this.stretch;
  }
}

/** Waits twice as long at random with every refusal in a row, as a network card does; full rate after one that passed. */
export class RandomBackoff extends Rule {
  private refusals = 0;
  protected override yieldPlace(): void {
    this.refusals = Math.min(6, this.refusals + 1);
  }
  protected override recover(): void {
    this.refusals = 0;
  }
  protected override apart(intervalMs: number, random: number): number {
    return random * intervalMs * 2 ** this.refusals;
  }
}
