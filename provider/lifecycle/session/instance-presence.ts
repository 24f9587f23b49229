import type { CallOptions, ServiceClient } from "../../client/service-client";
import { hasCode } from "../../errors";
import { isReleased, type InstanceRecord } from "../../rules/instance/instance-record";
import type { Clock } from "../../wire/clock";
import type { ServiceTime } from "../../wire/service-time";
import type { InstanceSnapshots } from "./instance-snapshots";
import { NEWBORN_MS } from "../../rules/service-facts";

/** Between two reads of a machine where there is no list as a witness, in ms. */
const SECOND_READ_MS = 5000;

/** What is known of a machine in addition to the service's replies. */
export interface PresenceQuestion extends CallOptions {
  /** ms of the service's time; undefined where it is not known, which means long ago. */
  readonly rentedAt?: number | undefined;
  /** Whether the service has acknowledged its end: what it shows of a new machine is then no mere delay. */
  readonly isDestroyed?: boolean;
}

/** `gone`: two witnesses say so. `unclear`: it is not shown, and that proves nothing yet. */
export type Presence =
  /** `isContradicted`: shown by the list, though a read by id had just not shown it. */
  | { readonly is: "there"; readonly record: InstanceRecord; readonly isContradicted: boolean }
  | { readonly is: "gone" }
  | { readonly is: "unclear"; readonly why: string };

/**
 * Whether a machine is there. The one place where "gone" is concluded: a read by id has to say so, and a list that was
 * started afterwards must not show it; where there is no list, a second read, seconds later. What a service does not
 * show of a machine in its first minute proves nothing, unless its end was acknowledged and it had been shown before.
 */
export class InstancePresence {
  private readonly shown = new Set<number>();

  constructor(
    private readonly client: Pick<ServiceClient, "getInstance">,
    private readonly snapshots: InstanceSnapshots,
    private readonly clock: Clock,
    private readonly serviceTime: Pick<ServiceTime, "now">,
  ) {}

  /** Some reply of the service has shown this machine. */
  noteShown(id: number): void {
    this.shown.add(id);
  }

  /** Reads by id, and consults the second witness where that does not show the machine. @throws every failure to read */
  async of(id: number, question: PresenceQuestion = {}): Promise<Presence> {
    const record = await this.client.getInstance(id, question);
    return record !== undefined && !isReleased(record)
      ? { is: "there", record, isContradicted: false }
      : this.afterRead(id, record, question);
  }

  /**
   * The second witness, after a read by id that has just shown `record`: nothing, or a machine that is released.
   * @throws every failure to list
   */
  async afterRead(
    id: number,
    record: InstanceRecord | undefined,
    question: PresenceQuestion = {},
  ): Promise<Presence> {
    if (record === undefined && this.isNewborn(id, question)) {
      return { is: "unclear", why: "the service may not show a machine in its first minute" };
    }
    const begunAfter = this.snapshots.mark();
    try {
      const { instances } = await this.snapshots.list({ begunAfter }, question);
      const listed = instances.get(id);
      return listed === undefined || isReleased(listed)
        ? { is: "gone" }
        : { is: "there", record: listed, isContradicted: true };
    } catch (error) {
      if (!hasCode(error, "UNSUPPORTED")) throw error;
    }
    await this.clock.sleep(SECOND_READ_MS, question.signal);
    const again = await this.client.getInstance(id, question);
    return again === undefined || isReleased(again)
      ? { is: "gone" }
      : { is: "there", record: again, isContradicted: true };
  }

  private isNewborn(id: number, { rentedAt, isDestroyed = false }: PresenceQuestion): boolean {
    if (rentedAt === undefined || this.serviceTime.now() - rentedAt >= NEWBORN_MS) return false;
    return !isDestroyed || !this.shown.has(id);
  }
}

/** The client, recording every machine that a reply shows. */
export function noting(client: ServiceClient, note: (id: number) => void): ServiceClient {
  const noted = <T extends readonly InstanceRecord[] | undefined>(records: T): T => {
    for (const { id } of records ?? []) note(id);
    return records;
  };
  return {
    ...client,
    getInstance: async (id, options) => {
      const record = await client.getInstance(id, options);
      if (record !== undefined) note(record.id);
      return record;
    },
    listInstances: async (ids, options) => noted(await client.listInstances(ids, options)),
    readInstances: async (choose, options) => noted(await client.readInstances(choose, options)),
    instancePages: async function* (options) {
      for await (const page of client.instancePages(options)) {
        noted(page.instances);
        yield page;
      }
    },
  };
}
