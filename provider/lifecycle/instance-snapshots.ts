import type { CallOptions, ServiceClient } from "../client/service-client";
import type { InstanceRecord } from "../rules/instance-record";
import type { Clock } from "../wire/clock";
import { abortable } from "./abortable";

/** Reads share a list not older than this. */
export const SNAPSHOT_MAX_AGE_MS = 5000;

/** All live instances of the account at one time. */
export interface InstanceSnapshot {
  /** clock ms at which the list was begun and ended */
  readonly begunAt: number;
  readonly endedAt: number;
  readonly instances: ReadonlyMap<number, InstanceRecord>;
}

/** The account's instances, read once for all who ask. A list that lacks an id proves nothing: lists lag. */
export class InstanceSnapshots {
  private latest: InstanceSnapshot | undefined;
  private inFlight: Promise<InstanceSnapshot> | undefined;

  constructor(
    private readonly client: Pick<ServiceClient, "listInstances">,
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
    this.inFlight ??= this.ask(options);
    return abortable(this.inFlight, options.signal);
  }

  /** A list that is good for reads that are asked for now: what took long to fetch is good for as long. */
  fresh(): InstanceSnapshot | undefined {
    const { latest } = this;
    if (latest === undefined) return undefined;
    const goodForMs = Math.max(SNAPSHOT_MAX_AGE_MS, latest.endedAt - latest.begunAt);
    return this.clock.now() - latest.endedAt <= goodForMs ? latest : undefined;
  }

  /** The rest of a list whose first page, begun at `begunAt`, was good for more. */
  async complete(
    begunAt: number,
    first: readonly InstanceRecord[],
    rest: AsyncIterable<{ readonly instances: readonly InstanceRecord[] }>,
  ): Promise<InstanceSnapshot> {
    const records = [...first];
    for await (const { instances } of rest) records.push(...instances);
    return this.keep(begunAt, records);
  }

  private ask({ deadline, patienceMs }: CallOptions): Promise<InstanceSnapshot> {
    const begunAt = this.clock.now();
    return this.client
      .listInstances(undefined, { deadline, patienceMs })
      .then((records) => this.keep(begunAt, records))
      .finally(() => {
        this.inFlight = undefined;
      });
  }

  private keep(begunAt: number, records: readonly InstanceRecord[]): InstanceSnapshot {
    this.latest = {
      begunAt,
      endedAt: this.clock.now(),
      instances: new Map(records.map((record) => [record.id, record])),
    };
    return this.latest;
  }
}
