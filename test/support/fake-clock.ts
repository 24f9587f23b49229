import type { Clock } from "../../provider/wire/clock";

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

const FLUSHES = 8;

async function flush(): Promise<void> {
  for (let round = 0; round < FLUSHES; round += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** A clock that stands still until a test moves it. Timers fire in the order of their time, then of their making. */
export class FakeClock implements Clock {
  private readonly timers = new Set<Timer>();
  private currentMs: number;

  constructor(startMs = 1_700_000_000_000) {
    this.currentMs = startMs;
  }

  now(): number {
    return this.currentMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abandon = (): void => {
        this.timers.delete(timer);
        reject(signal?.reason instanceof Error ? signal.reason : new Error(String(signal?.reason)));
      };
      const timer: Timer = {
        at: this.currentMs + Math.max(0, ms),
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

  /** Lets `ms` pass, with every timer on the way firing at its own time. */
  async advance(ms: number): Promise<void> {
    const end = this.currentMs + ms;
    await flush();
    for (let timer = this.next(); timer !== undefined && timer.at <= end; timer = this.next()) {
      await this.jump(timer);
    }
    this.currentMs = end;
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
      if (timer.at > end) {
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
    this.currentMs = timer.at;
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
}
