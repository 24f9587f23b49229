import type { CallOptions, ServiceClient } from "../client/service-client";
import type { InstanceRecord } from "../rules/instance-record";
import type { Clock } from "../wire/clock";
import { abortable } from "./market";

/** Reads that are asked for at once share a list not older than this. */
export const SNAPSHOT_MAX_AGE_MS = 5000;

/** All live instances of the account at one time. */
export interface InstanceSnapshot {
  /** clock ms at which the list was begun and ended */
  readonly begunAt: number;
  readonly endedAt: number;
  readonly instances: ReadonlyMap<number, InstanceRecord>;
}

/**
 * The account's instances, read once for all who ask. A list that does not show an id proves nothing: lists lag and
 * are paged, so the id is asked for by itself before anything is concluded.
 */
export class InstanceSnapshots {
  private latest: InstanceSnapshot | undefined;
  private inFlight: Promise<InstanceSnapshot> | undefined;
  private pendingReads = 0;

  constructor(
    private readonly client: Pick<ServiceClient, "listInstances" | "getInstance">,
    private readonly clock: Clock,
  ) {}

  /**
   * A list begun after `begunAfter` (clock ms), or one not older than `maxAgeMs`.
   * @throws UNSUPPORTED where the deployment has no list
   */
  async list(
    wanted: { begunAfter: number } | { maxAgeMs: number },
    options: CallOptions = {},
  ): Promise<InstanceSnapshot> {
    const isGood = (snapshot: InstanceSnapshot | undefined): snapshot is InstanceSnapshot =>
      snapshot !== undefined &&
      ("begunAfter" in wanted
        ? snapshot.begunAt >= wanted.begunAfter
        : this.clock.now() - snapshot.endedAt <= wanted.maxAgeMs);
    if (isGood(this.latest)) return this.latest;
    if (this.inFlight !== undefined) {
      const flying = await abortable(this.inFlight, options.signal);
      if (isGood(flying)) return flying;
    }
    this.inFlight ??= this.ask(options.deadline);
    return abortable(this.inFlight, options.signal);
  }

  /**
   * One instance, undefined where the service says that there is none. A single read asks by id; several at once share
   * one list where there is one.
   */
  async read(id: number, options: CallOptions = {}): Promise<InstanceRecord | undefined> {
    this.pendingReads += 1;
    try {
      // Reads that the engine asks for together arrive in the same turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      const shared = await this.sharedList(options);
      return shared?.instances.get(id) ?? (await this.client.getInstance(id, options));
    } finally {
      this.pendingReads -= 1;
    }
  }

  private async sharedList(options: CallOptions): Promise<InstanceSnapshot | undefined> {
    const isFresh =
      this.latest !== undefined && this.clock.now() - this.latest.endedAt <= SNAPSHOT_MAX_AGE_MS;
    if (!isFresh && this.inFlight === undefined && this.pendingReads < 2) return undefined;
    try {
      return await this.list({ maxAgeMs: SNAPSHOT_MAX_AGE_MS }, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (error instanceof Error) return undefined; // the read by id says what is wrong, about this id
      throw error;
    }
  }

  private ask(deadline: number | undefined): Promise<InstanceSnapshot> {
    const begunAt = this.clock.now();
    return this.client
      .listInstances(undefined, { deadline })
      .then((records) => {
        this.latest = {
          begunAt,
          endedAt: this.clock.now(),
          instances: new Map(records.map((record) => [record.id, record])),
        };
        return this.latest;
      })
      .finally(() => {
        this.inFlight = undefined;
      });
  }
}
