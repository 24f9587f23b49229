import type { CallOptions, ServiceClient } from "../../client/service-client";
import type { InstanceRecord } from "../../rules/instance/instance-record";
import type { Clock } from "../../wire/clock";
import { SNAPSHOT_MAX_AGE_MS, type InstanceSnapshots } from "./instance-snapshots";
import { abortable } from "./abortable";
import { LIST_PAGE } from "../../rules/service-facts";

/** Pages up to which a list is read to its end for as many waiting reads: more may follow. */
const SHORT_LIST = 8;
/** A failed request for several leaves time for the reads by id. */
const PATIENCE: CallOptions = { patienceMs: 30_000 };

interface Read {
  readonly id: number;
  readonly resolve: (record: InstanceRecord | undefined) => void;
}

/** Reads that follow each other closely, as those of a refresh do. */
interface Series {
  /** Pages of the whole list. */
  readonly pages: number;
  requests: number;
  lastAt: number;
}

/**
 * Combines reads of single instances. The engine asks for a few at a time and never says how many will come. So the
 * first page of the list tells how long the list is: a short one is read to its end and serves all reads that follow;
 * a long one is left for requests that name the instances that are waited for, until those have cost as much as the list
 * would have. A read alone, and the first of a series one by one, asks by id. What a list lacks is read by id before anything is concluded.
 */
export class InstanceReads {
  private readonly waiting: Read[] = [];
  private isServing = false;
  private series: Series | undefined;
  private aloneAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly client: Pick<ServiceClient, "getInstance" | "instancePages" | "readInstances">,
    private readonly snapshots: InstanceSnapshots,
    private readonly clock: Clock,
  ) {}

  /** One instance; undefined where the service says that there is none. */
  async read(id: number, options: CallOptions = {}): Promise<InstanceRecord | undefined> {
    const { signal } = options;
    const known = this.snapshots.fresh()?.instances.get(id);
    const listed = known ?? (await abortable(this.together(id), signal));
    return listed ?? (await this.client.getInstance(id, options));
  }

  private together(id: number): Promise<InstanceRecord | undefined> {
    return new Promise((resolve) => {
      this.waiting.push({ id, resolve });
      if (!this.isServing) void this.serve();
    });
  }

  private async serve(): Promise<void> {
    this.isServing = true;
    // Reads that the engine asks for together arrive in the same turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) {
      try {
        await this.next();
      } catch {
        this.readById(); // the read by id says what is wrong, about its id
      }
    }
    this.isServing = false;
  }

  /** Resolves some of the waiting reads, or all. */
  private async next(): Promise<void> {
    const snapshot = this.snapshots.fresh();
    if (snapshot !== undefined) {
      this.answer(snapshot.instances);
      return;
    }
    const series = this.currentSeries();
    if (series === undefined) {
      const now = this.clock.now();
      const follows = now - this.aloneAt <= SNAPSHOT_MAX_AGE_MS;
      if (this.waiting.length > 1 || follows) {
        await this.begin();
      } else {
        this.aloneAt = now;
        this.readById();
      }
    } else if (series.requests < series.pages) {
      await this.named(series);
    } else {
      this.answer((await this.snapshots.list({ maxAgeMs: 0 }, PATIENCE)).instances);
    }
  }

  private currentSeries(): Series | undefined {
    const { series } = this;
    return series !== undefined && this.clock.now() - series.lastAt <= SNAPSHOT_MAX_AGE_MS
      ? series
      : undefined;
  }

  private async begin(): Promise<void> {
    const started = this.snapshots.start();
    const pages = this.client.instancePages(PATIENCE);
    const first = await pages.next();
    if (first.done === true) {
      this.readById();
      return;
    }
    const { instances, pages: count } = first.value;
    if (count === undefined || count <= Math.min(SHORT_LIST, this.waiting.length)) {
      this.answer((await this.snapshots.complete(started, instances, pages)).instances);
      return;
    }
    await pages.return(undefined);
    this.series = { pages: count, requests: 1, lastAt: this.clock.now() };
    const shown = new Map(instances.map((instance) => [instance.id, instance]));
    this.answer(
      shown,
      this.waiting.filter(({ id }) => shown.has(id)),
    );
  }

  /** Requests the waiting ones when the request's turn has come. */
  private async named(series: Series): Promise<void> {
    let asked: Read[] = [];
    const choose = (): number[] => {
      asked = this.waiting.slice(0, LIST_PAGE);
      return asked.map(({ id }) => id);
    };
    const records = await this.client.readInstances(choose, PATIENCE);
    series.requests = records === undefined ? series.pages : series.requests + 1;
    series.lastAt = this.clock.now();
    if (records !== undefined) this.answer(new Map(records.map((record) => [record.id, record])), asked);
  }

  private answer(
    shown: ReadonlyMap<number, InstanceRecord>,
    reads: readonly Read[] = [...this.waiting],
  ): void {
    for (const read of reads) {
      this.waiting.splice(this.waiting.indexOf(read), 1);
      read.resolve(shown.get(read.id));
    }
  }

  /** Leaves those that wait to their own reads by id. */
  private readById(): void {
    this.answer(new Map());
  }
}
