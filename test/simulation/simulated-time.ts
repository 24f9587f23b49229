import type { Clock } from "../../provider/wire/clock";
import { never } from "../support/mortal-clock";
import type { Random } from "./random";

interface Timer {
  at: number;
  readonly order: number;
  readonly fire: () => void;
  /** Stands still while the laptop sleeps. */
  readonly isLocal: boolean;
  isDone: boolean;
}

/** Nothing sleeps, and what is waited for has not come: somebody waits forever. */
export class NothingSleeps extends Error {}
/** More time would have to pass than anything should take. */
export class TooLong extends Error {}

/** How far a timer may be off, in ms, where clocks are as they are in life. */
const EARLY_MS = 1;
const LATE_MS = 4;
/** How much time a reading of the clock may take, in ms. */
const READ_MS = 0.2;

/**
 * The service's time, and the laptop's: its processes stand still while it sleeps, and its clock may be set to another
 * time. Time passes from timer to timer, and everything that is due to happen at one happens before the next.
 */
export class SimulatedTime {
  private timers: Timer[] = [];
  private orders = 0;
  private asleepUntil = 0;
  private skewMs = 0;
  private sleptMs = 0;

  /** @param jitter how clocks move while they are read, and how timers miss their time; exact where there is none */
  constructor(
    private nowMs: number,
    private readonly jitter?: Random,
  ) {}

  /** ms of the service */
  now(): number {
    return this.nowMs;
  }

  /** What the laptop's clock shows, in ms. */
  localNow(): number {
    if (this.jitter !== undefined) this.nowMs += this.jitter.next() * READ_MS;
    return Math.floor(this.nowMs + this.skewMs);
  }

  /** ms for which the laptop slept, in all */
  slept(): number {
    return this.sleptMs;
  }

  isAsleep(): boolean {
    return this.asleepUntil > this.nowMs;
  }

  skew(): number {
    return this.skewMs;
  }

  stepLocalClock(ms: number): void {
    this.skewMs += ms;
  }

  /** From now on, for so long, no process of the laptop runs. */
  sleepLaptop(ms: number): void {
    const before = Math.max(this.nowMs, this.asleepUntil);
    this.asleepUntil = before + ms;
    this.sleptMs += ms;
    for (const timer of this.timers) if (timer.isLocal && !timer.isDone) timer.at += ms;
    this.timers.sort(compare);
  }

  /** A timer of the service, or of the world between. */
  after(ms: number, fire: () => void): () => void {
    return this.add(this.nowMs + Math.max(0, ms), fire, false);
  }

  /** A timer of a process on the laptop. */
  locallyAfter(ms: number, fire: () => void): () => void {
    const missed = this.jitter === undefined ? 0 : this.jitter.next() * (EARLY_MS + LATE_MS) - EARLY_MS;
    const from = Math.max(this.nowMs, this.asleepUntil);
    return this.add(from + Math.max(0, ms + (ms > 0 ? missed : 0)), fire, true);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(ms, resolve);
    });
  }

  /** Lets `ms` pass. */
  async advance(ms: number): Promise<void> {
    await this.run(this.sleep(ms), ms + 1);
  }

  /** Lets time pass until `promise` settles. @throws NothingSleeps, TooLong */
  async run<T>(promise: Promise<T>, maxMs: number): Promise<T> {
    const end = this.nowMs + maxMs;
    let isSettled = false;
    const settle = (): void => {
      isSettled = true;
    };
    promise.then(settle, settle);
    await flush();
    // `isSettled` changes in a callback.
    while (!(isSettled as boolean)) {
      const timer = this.timers.shift();
      if (timer === undefined) throw new NothingSleeps("Nothing sleeps, and the end has not come");
      if (timer.isDone) continue;
      if (timer.at > end) throw new TooLong(`Not at its end after ${String(maxMs / 60_000)} min`);
      timer.isDone = true;
      this.nowMs = Math.max(this.nowMs, timer.at);
      timer.fire();
      await flush();
    }
    return promise;
  }

  private add(at: number, fire: () => void, isLocal: boolean): () => void {
    this.orders += 1;
    const timer: Timer = { at, order: this.orders, fire, isLocal, isDone: false };
    let low = 0;
    let high = this.timers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.timers[middle];
      if (other !== undefined && other.at <= at) low = middle + 1;
      else high = middle;
    }
    this.timers.splice(low, 0, timer);
    return () => {
      timer.isDone = true;
    };
  }
}

function compare(one: Timer, other: Timer): number {
  return one.at - other.at || one.order - other.order;
}

/** Until everything that can happen without time has: promises, and what is put off to the end of a turn. */
async function flush(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  await new Promise<void>((resolve) => setImmediate(resolve));
}

/** The time of one process on the laptop: once it is killed, nothing that sleeps in it ever wakes. */
export class ProcessTime implements Clock {
  private isDead = false;

  private readonly skewAtStart: number;

  constructor(private readonly time: SimulatedTime) {
    this.skewAtStart = time.skew();
  }

  dead(): boolean {
    return this.isDead;
  }

  kill(): void {
    this.isDead = true;
  }

  now(): number {
    // As the real clock of a process: what the machine's time is set to after its start does not move it.
    return this.time.localNow() - (this.time.skew() - this.skewAtStart);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (this.isDead) return never();
    return new Promise((resolve, reject) => {
      const abandon = (): void => {
        cancel();
        if (!this.isDead) {
          reject(signal?.reason instanceof Error ? signal.reason : new Error(String(signal?.reason)));
        }
      };
      const cancel = this.time.locallyAfter(ms, () => {
        signal?.removeEventListener("abort", abandon);
        if (!this.isDead) resolve();
      });
      if (signal?.aborted === true) abandon();
      else signal?.addEventListener("abort", abandon, { once: true });
    });
  }
}
