import type { CallOptions, ServiceClient } from "../../client/service-client";
import type { InstanceRecord } from "../../rules/instance/instance-record";
import type { Clock } from "../../wire/clock";
import type { ServiceTime } from "../../wire/service-time";
import { abortable } from "./abortable";

/** Reads share a list not older than this. */
export const SNAPSHOT_MAX_AGE_MS = 5000;
/** The list that all launches, or all deletes, of a process share may be this old, in ms. */
export const SHARED_LIST_MAX_AGE_MS = 30_000;

/** All live instances of the account at one time. */
export interface InstanceSnapshot {
  /** Counts the lists that this process began. The first is 1. */
  readonly number: number;
  /** clock ms at which the list was started and ended */
  readonly begunAt: number;
  readonly endedAt: number;
  /** ms of the service's time at which it was started */
  readonly serviceTime: number;
  readonly instances: ReadonlyMap<number, InstanceRecord>;
}

/** A list that was started, before its reply. */
export type StartedSnapshot = Omit<InstanceSnapshot, "endedAt" | "instances">;

/** The account's instances, read once for all callers. A list that lacks an id proves nothing alone: lists lag. */
export class InstanceSnapshots {
  private latest: InstanceSnapshot | undefined;
  private inFlight: { readonly number: number; readonly answer: Promise<InstanceSnapshot> } | undefined;
  private following: Promise<InstanceSnapshot> | undefined;
  private started = 0;
  private firstAt = Number.POSITIVE_INFINITY;

  constructor(
    private readonly client: Pick<ServiceClient, "listInstances">,
    private readonly clock: Clock,
    private readonly serviceTime: Pick<ServiceTime, "now">,
  ) {}

  /** Marks this moment, whatever the clock says: for lists that have to be started after it. */
  mark(): number {
    return this.started;
  }

  /**
   * A list started after a mark, or `orAfterMs` after the first list of this process, or one not older than `maxAgeMs`.
   * @throws UNSUPPORTED where the deployment has no list; UNEXPECTED_REPLY where the list is not whole
   */
  async list(
    wanted: { readonly begunAfter: number; readonly orAfterMs?: number } | { readonly maxAgeMs: number },
    options: CallOptions = {},
  ): Promise<InstanceSnapshot> {
    const isGood = (snapshot: InstanceSnapshot | undefined): snapshot is InstanceSnapshot =>
      snapshot !== undefined &&
      ("begunAfter" in wanted
        ? snapshot.number > wanted.begunAfter ||
          snapshot.begunAt - this.firstAt >= (wanted.orAfterMs ?? Number.POSITIVE_INFINITY)
        : this.clock.now() - snapshot.endedAt <= wanted.maxAgeMs);
    if (isGood(this.latest)) return this.latest;
    const { inFlight } = this;
    if (inFlight === undefined) return abortable(this.ask(options), options.signal);
    if (!("begunAfter" in wanted) || inFlight.number > wanted.begunAfter) {
      return abortable(inFlight.answer, options.signal);
    }
    // One list, started when this one has ended, serves all who call until then.
    this.following ??= inFlight.answer
      .catch(() => undefined)
      .then(async () => {
        this.following = undefined;
        return this.ask(options);
      });
    return abortable(this.following, options.signal);
  }

  /** How many instances the latest list showed. */
  shownCount(): number | undefined {
    return this.latest?.instances.size;
  }

  /** A list fresh enough for a read now: one that took long to fetch stays fresh for as long. */
  fresh(): InstanceSnapshot | undefined {
    const { latest } = this;
    if (latest === undefined) return undefined;
    const goodForMs = Math.max(SNAPSHOT_MAX_AGE_MS, latest.endedAt - latest.begunAt);
    return this.clock.now() - latest.endedAt <= goodForMs ? latest : undefined;
  }

  /** To be called before the first page of a list is requested that `complete` may finish. */
  start(): StartedSnapshot {
    this.started += 1;
    if (this.started === 1) this.firstAt = this.clock.now();
    return { number: this.started, begunAt: this.clock.now(), serviceTime: this.serviceTime.now() };
  }

  /** The rest of a list whose first page is already read. */
  async complete(
    started: StartedSnapshot,
    first: readonly InstanceRecord[],
    rest: AsyncIterable<{ readonly instances: readonly InstanceRecord[] }>,
  ): Promise<InstanceSnapshot> {
    const records = [...first];
    for await (const { instances } of rest) records.push(...instances);
    return this.keep(started, records);
  }

  private ask({ deadline, patienceMs }: CallOptions): Promise<InstanceSnapshot> {
    const started = this.start();
    const answer = this.client
      .listInstances(undefined, { deadline, patienceMs })
      .then((records) => this.keep(started, records))
      .finally(() => {
        if (this.inFlight?.number === started.number) this.inFlight = undefined;
      });
    this.inFlight = { number: started.number, answer };
    return answer;
  }

  private keep(started: StartedSnapshot, records: readonly InstanceRecord[]): InstanceSnapshot {
    const snapshot = {
      ...started,
      endedAt: this.clock.now(),
      instances: new Map(records.map((record) => [record.id, record])),
    };
    if (this.latest === undefined || this.latest.number < snapshot.number) this.latest = snapshot;
    return snapshot;
  }
}
