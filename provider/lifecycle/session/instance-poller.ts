import type { ServiceClient } from "../../client/service-client";
import { hasCode } from "../../errors";
import type { InstanceRecord } from "../../rules/instance/instance-record";
import type { Clock } from "../../wire/clock";
import type { InstanceSnapshots } from "./instance-snapshots";
import { LIST_PAGE, LOADING_POLL_MS } from "../../rules/service-facts";

/**
 * The service advises to poll a loading machine every 10 s. During a short wait polls are more frequent, so that the
 * poll that finds the machine ready is late by a tenth of the wait at most. The shortest wait counts:
 * what was rented last is ready last, and everything waits for it.
 */
const FIRST_POLL_MS = 2000;
const POLL_PART = 1 / 10;
/** The shortest interval where several wait, in ms. */
const SEVERAL_POLL_MS = 5000;
/** While more than this many wait and others join them, the last is probably not among them yet. */
const MANY = 4;
const JOINING_MS = 10_000;
/** A caller that returns within this time after a poll continues the same wait, in ms. */
const SAME_WAIT_MS = 1000;
/** How long to try a list before the machines are polled one by one, in ms. */
const LIST_MS = 15_000;
/** Between polls of a machine that is to stop, start or be destroyed, in ms. */
const CHANGE_POLL_MS = 2000;
/** The least interval, however fast the account may be: a machine does not change faster. */
const SHORTEST_POLL_MS = 1000;

interface Waiter {
  readonly id: number;
  /** clock ms before which a poll shows nothing new */
  readonly notBefore: number;
  readonly resolve: (record: InstanceRecord | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Polls all instances that the process waits for, with one request for all of them where possible. */
export class InstancePoller {
  private readonly waiters = new Set<Waiter>();
  private isRunning = false;
  private wake: AbortController | undefined;
  private hasList = true;
  /** By instance: clock ms since when it is waited for, and until when. */
  private readonly waits = new Map<number, { readonly since: number; lastAt: number }>();

  constructor(
    private readonly client: Pick<ServiceClient, "listInstances" | "getInstance">,
    private readonly clock: Clock,
    private readonly pacing: number,
    private readonly snapshots?: Pick<InstanceSnapshots, "list" | "mark" | "shownCount">,
  ) {}

  /**
   * A poll of an instance that is to change: soon at first, then often enough not to miss it. Neither is faster
   * than a machine changes, however fast the account may be, except for the first poll.
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
   * The next poll of an instance; undefined where the service says that there is none. `afterMs` is how long from now
   * a poll would show nothing new; by default a tenth of the shortest wait, from 2 s, or 5 s for several, to 10 s.
   */
  async next(
    id: number,
    options: { signal?: AbortSignal | undefined; afterMs?: number } = {},
  ): Promise<InstanceRecord | undefined> {
    const { signal } = options;
    signal?.throwIfAborted();
    this.noteWait(id);
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
        const wait = this.waits.get(id);
        if (wait !== undefined) wait.lastAt = this.clock.now();
        signal?.removeEventListener("abort", abort);
      };
      signal?.addEventListener("abort", abort, { once: true });
      this.waiters.add(waiter);
      if (this.isRunning) this.wake?.abort();
      else void this.run();
    });
  }

  private noteWait(id: number): void {
    const now = this.clock.now();
    for (const [other, { lastAt }] of this.waits) {
      const waits = [...this.waiters].some((waiter) => waiter.id === other);
      if (!waits && now - lastAt > SAME_WAIT_MS) this.waits.delete(other);
    }
    if (!this.waits.has(id)) this.waits.set(id, { since: now, lastAt: now });
  }

  private pollMs(): number {
    const youngest = Math.max(...[...this.waits.values()].map(({ since }) => since));
    const waited = this.clock.now() - youngest;
    if (this.waits.size > MANY && waited < JOINING_MS) return LOADING_POLL_MS;
    const shortest = this.waits.size > 1 ? SEVERAL_POLL_MS : FIRST_POLL_MS;
    return Math.min(LOADING_POLL_MS, Math.max(shortest, waited * POLL_PART));
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    try {
      while (this.waiters.size > 0) {
        const due = Math.min(...[...this.waiters].map((waiter) => waiter.notBefore));
        const pause = due - this.clock.now();
        if (pause > 0) {
          this.wake = new AbortController();
          // A new waiter may want an earlier poll: the sleep is cut short and the next due time recomputed.
          await this.clock.sleep(pause, this.wake.signal).catch(() => undefined);
          continue;
        }
        await this.look([...this.waiters]);
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
        listed = await this.list(ids);
      } catch (error) {
        // The read by id reports the failure for its own machine.
        if (hasCode(error, "UNSUPPORTED")) this.hasList = false;
      }
    }
    const shown = waiters.filter((waiter) => listed.has(waiter.id));
    for (const waiter of shown) waiter.resolve(listed.get(waiter.id));
    const missing = waiters.filter((waiter) => !listed.has(waiter.id) && this.waiters.has(waiter));
    await Promise.all(missing.map(async (waiter) => this.lookById(waiter)));
  }

  /** Where the whole list is as short as the part that is waited for, it is read: it serves others too. */
  private async list(ids: readonly number[]): Promise<ReadonlyMap<number, InstanceRecord>> {
    const { snapshots } = this;
    const count = snapshots?.shownCount();
    if (snapshots !== undefined && count !== undefined && count <= Math.max(LIST_PAGE, ids.length)) {
      const wanted = { begunAfter: snapshots.mark() };
      return (await snapshots.list(wanted, { patienceMs: LIST_MS })).instances;
    }
    const records = await this.client.listInstances(ids, { patienceMs: LIST_MS });
    return new Map(records.map((record) => [record.id, record]));
  }

  private async lookById(waiter: Waiter): Promise<void> {
    try {
      waiter.resolve(await this.client.getInstance(waiter.id));
    } catch (error) {
      waiter.reject(error);
    }
  }
}
