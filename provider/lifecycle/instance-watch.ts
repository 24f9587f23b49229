import type { ServiceClient } from "../client/service-client";
import { hasCode } from "../errors";
import type { InstanceRecord } from "../rules/instance-record";
import type { Clock } from "../wire/clock";

/**
 * The service's own advice for polling a machine that loads is 10 s. A short wait is looked at more often, so that the
 * look that finds the machine ready comes late by an eighth of the wait at most.
 */
const LONGEST_POLL_MS = 10_000;
const FIRST_POLL_MS = 2500;
const POLL_PART = 1 / 8;
/** Waiters that come back within this time after a look go on with the same wait, in ms. */
const SAME_WAIT_MS = 1000;
/** Between looks at a machine that was told to stop, start or go, in ms. */
const CHANGE_POLL_MS = 2000;
/** However fast the account may be: a machine does not change faster. */
const SHORTEST_POLL_MS = 1000;

interface Waiter {
  readonly id: number;
  /** clock ms before which a look tells nothing new */
  readonly notBefore: number;
  readonly resolve: (record: InstanceRecord | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Looks at all instances that somebody in the process waits for, with one request for all of them where it can. */
export class InstanceWatch {
  private readonly waiters = new Set<Waiter>();
  private isRunning = false;
  private wake: AbortController | undefined;
  private hasList = true;
  /** clock ms: since when somebody waits, and the last look */
  private waitBegan = Number.NEGATIVE_INFINITY;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private isLooking = false;

  constructor(
    private readonly client: Pick<ServiceClient, "listInstances" | "getInstance">,
    private readonly clock: Clock,
    private readonly pacing: number,
  ) {}

  /**
   * A look at an instance that was told to change: soon at first, then often enough not to miss it. Neither is faster
   * than a machine changes, however fast the account may be, but for the first look.
   */
  async change(
    id: number,
    options: { signal?: AbortSignal | undefined; isFirst: boolean },
  ): Promise<InstanceRecord | undefined> {
    const { signal, isFirst } = options;
    const pacedMs = CHANGE_POLL_MS * this.pacing;
    return this.next(id, { signal, afterMs: isFirst ? pacedMs : Math.max(SHORTEST_POLL_MS, pacedMs) });
  }

  /**
   * The next look at an instance; undefined where the service says that there is none. `afterMs` is how long from now
   * a look would tell nothing new; by default an eighth of the time since anybody began to wait, from 2.5 s to 10 s.
   */
  async next(
    id: number,
    options: { signal?: AbortSignal | undefined; afterMs?: number } = {},
  ): Promise<InstanceRecord | undefined> {
    const { signal } = options;
    signal?.throwIfAborted();
    const afterMs = Math.max(
      options.afterMs ?? this.pollMs() * this.pacing,
      Math.min(SHORTEST_POLL_MS, options.afterMs ?? Infinity),
    );
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        id,
        notBefore: this.clock.now() + afterMs,
        resolve: (record) => {
          leave();
          resolve(record);
        },
        reject: (error) => {
          leave();
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      };
      const abort = (): void => waiter.reject(signal?.reason);
      const leave = (): void => {
        this.waiters.delete(waiter);
        signal?.removeEventListener("abort", abort);
      };
      signal?.addEventListener("abort", abort, { once: true });
      this.waiters.add(waiter);
      if (this.isRunning) this.wake?.abort();
      else void this.run();
    });
  }

  private pollMs(): number {
    const now = this.clock.now();
    const isOver = !this.isLooking && now - this.lookedAt > SAME_WAIT_MS;
    if (this.waiters.size === 0 && isOver) this.waitBegan = now;
    return Math.min(LONGEST_POLL_MS, Math.max(FIRST_POLL_MS, (now - this.waitBegan) * POLL_PART));
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    try {
      while (this.waiters.size > 0) {
        const due = Math.min(...[...this.waiters].map((waiter) => waiter.notBefore));
        const pause = due - this.clock.now();
        if (pause > 0) {
          this.wake = new AbortController();
          // A new waiter may want an earlier look: the sleep is cut short and the next due time computed afresh.
          await this.clock.sleep(pause, this.wake.signal).catch(() => undefined);
          continue;
        }
        this.isLooking = true;
        await this.look([...this.waiters]);
        this.isLooking = false;
        this.lookedAt = this.clock.now();
      }
    } finally {
      this.isRunning = false;
    }
  }

  private async look(waiters: readonly Waiter[]): Promise<void> {
    const ids = [...new Set(waiters.map((waiter) => waiter.id))];
    let listed: ReadonlyMap<number, InstanceRecord> = new Map();
    if (this.hasList && ids.length > 1) {
      try {
        const records = await this.client.listInstances(ids);
        listed = new Map(records.map((record) => [record.id, record]));
      } catch (error) {
        if (!hasCode(error, "UNSUPPORTED")) {
          for (const waiter of waiters) waiter.reject(error);
          return;
        }
        this.hasList = false;
      }
    }
    const shown = waiters.filter((waiter) => listed.has(waiter.id));
    for (const waiter of shown) waiter.resolve(listed.get(waiter.id));
    const missing = waiters.filter((waiter) => !listed.has(waiter.id) && this.waiters.has(waiter));
    await Promise.all(missing.map(async (waiter) => this.lookById(waiter)));
  }

  private async lookById(waiter: Waiter): Promise<void> {
    try {
      waiter.resolve(await this.client.getInstance(waiter.id));
    } catch (error) {
      waiter.reject(error);
    }
  }
}
