import type { Clock } from "../../provider/wire/clock";

interface Timer {
  /** When it is due. */
  readonly due: number;
  /** When it fires. */
  readonly at: number;
  readonly fire: () => void;
}

export interface FakeClockOptions {
  /** Of how far the clock moves with a reading, and of how far a timer misses its time. Default 1. */
  readonly seed?: number;
  /** Neither moves nor misses: for calculations whose result is compared digit by digit. Default false. */
  readonly isExact?: boolean;
}

const FLUSHES = 8;
/** How far a reading moves the clock, as time passes between two lines of a program. */
const LEAST_STEP_MS = 0.001;
const MOST_STEP_MS = 0.2;
/** How early or late a timer fires, as Node's do. */
const MOST_OFF_MS = 1;

async function flush(): Promise<void> {
  for (let round = 0; round < FLUSHES; round += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/**
 * A clock that a test moves. As in a real process no two readings are equal, each a few microseconds after the one
 * before, and a timer fires up to a millisecond early or late: always the same with the same seed. Timers fire in the
 * order of their time, then of their making.
 */
export class FakeClock implements Clock {
  private readonly timers = new Set<Timer>();
  private currentMs: number;
  private state: number;
  private readonly isExact: boolean;

  constructor(startMs = 1_700_000_000_000, { seed = 1, isExact = false }: FakeClockOptions = {}) {
    this.currentMs = startMs;
    this.isExact = isExact;
    this.state = 1 + ((seed * 7_919) % 2_147_483_646);
  }

  now(): number {
    if (!this.isExact) {
      this.currentMs += LEAST_STEP_MS + this.random() * (MOST_STEP_MS - LEAST_STEP_MS);
    }
    return this.currentMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abandon = (): void => {
        this.timers.delete(timer);
        reject(signal?.reason instanceof Error ? signal.reason : new Error(String(signal?.reason)));
      };
      const due = this.currentMs + Math.max(0, ms);
      const off = this.isExact ? 0 : (2 * this.random() - 1) * MOST_OFF_MS;
      const timer: Timer = {
        due,
        at: Math.max(this.currentMs, due + off),
        fire: () => {
          signal?.removeEventListener("abort", abandon);
          resolve();
        },
      };
      this.timers.add(timer);
      if (signal?.aborted === true) {
        abandon();
        return;
      }
      signal?.addEventListener("abort", abandon, { once: true });
    });
  }

  /** How many sleeps have not ended yet. */
  pending(): number {
    return this.timers.size;
  }

  /** Lets `ms` pass, with every timer that is due by then firing on the way. */
  async advance(ms: number): Promise<void> {
    const end = this.currentMs + ms;
    await flush();
    for (let timer = this.next(); timer !== undefined && isBy(timer, end); timer = this.next()) {
      await this.jump(timer);
    }
    this.currentMs = Math.max(this.currentMs, end);
  }

  /**
   * Jumps from timer to timer until `promise` settles, and gives its result. Rejects where it is unsettled and nothing
   * sleeps, or where more than `maxMs` (default: no limit) would have to pass.
   */
  async runUntil<T>(promise: Promise<T>, options: { readonly maxMs?: number } = {}): Promise<T> {
    const end = this.currentMs + (options.maxMs ?? Number.POSITIVE_INFINITY);
    const state = { settled: false };
    const settle = (): void => {
      state.settled = true;
    };
    promise.then(settle, settle);
    await flush();
    while (!state.settled) {
      const timer = this.next();
      if (timer === undefined) {
        throw new Error("FakeClock: the promise is unsettled and nothing sleeps");
      }
      if (!isBy(timer, end)) {
        throw new Error(`FakeClock: the promise is unsettled after ${options.maxMs ?? 0} ms`);
      }
      await this.jump(timer);
    }
    return promise;
  }

  /** Jumps to the next timer. Rejects where nothing sleeps. */
  async step(): Promise<void> {
    await flush();
    const timer = this.next();
    if (timer === undefined) throw new Error("FakeClock: nothing sleeps");
    await this.jump(timer);
  }

  private async jump(timer: Timer): Promise<void> {
    this.timers.delete(timer);
    this.currentMs = Math.max(this.currentMs, timer.at);
    timer.fire();
    await flush();
  }

  private next(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.timers) {
      if (first === undefined || timer.at < first.at) {
        first = timer;
      }
    }
    return first;
  }

  private random(): number {
    this.state = (this.state * 16_807) % 2_147_483_647;
    return this.state / 2_147_483_647;
  }
}

/** Whether the timer belongs to the time until `end`: one that fires late is not left for the next part. */
function isBy({ due, at }: Timer, end: number): boolean {
  return Math.min(due, at) <= end;
}
