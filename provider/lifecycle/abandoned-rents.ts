import { parseLaunchLabel } from "../rules/launch-token";
import type { Report } from "./progress";
import type { Session } from "./session";

/** How often live instances are looked through for machines of abandoned rents, in ms. */
const LOOK_EVERY_MS = 10_000;
/** How long after it was abandoned a rent may still show, in ms: far longer than any request lives. */
const WATCHED_MS = 30 * 60_000;

interface AbandonedRent {
  /** clock ms */
  readonly until: number;
  readonly report: Report;
}

/**
 * Rents whose answer was lost and whose machine did not show in time. The service may still carry one out, so while
 * this process lives the account's list is looked through, and a machine that carries an abandoned label is destroyed.
 */
export class AbandonedRents {
  private readonly rents = new Map<string, AbandonedRent>();
  private isRunning = false;

  constructor(private readonly session: Session) {}

  /** `report` is told where a machine shows up after all. */
  add(label: string, report: Report): void {
    this.rents.set(label, { until: this.session.clock.now() + WATCHED_MS, report });
    if (!this.isRunning) void this.run();
  }

  has(label: string): boolean {
    return this.rents.has(label);
  }

  /** Labels of one launch that are still watched for, if any: the state has to know of them when this process ends. */
  labelsOf(token: string): string[] | undefined {
    const labels = [...this.rents.keys()].filter((label) => parseLaunchLabel(label)?.token === token);
    return labels.length === 0 ? undefined : labels;
  }

  /** Destroys every live machine that carries an abandoned label, ahead of pacing where `isLast`; gives their ids. */
  async sweep(isLast = false): Promise<number[]> {
    if (this.rents.size === 0) return [];
    const { snapshots, client, clock } = this.session;
    const { instances } = await snapshots.list({ begunAfter: clock.now() });
    const found = [...instances.values()].flatMap((record) => {
      const rent = record.label === undefined ? undefined : this.rents.get(record.label);
      return rent === undefined ? [] : [{ id: record.id, rent }];
    });
    await Promise.all(
      found.map(async ({ id, rent }) => {
        if ((await client.destroyInstance(id, { isUrgent: isLast })) === "destroyed") {
          rent.report.note(
            `Destroyed instance ${String(id)}: the service carried out a rent after its answer was lost and the launch had gone on.`,
            "warning",
          );
        }
      }),
    );
    return found.map(({ id }) => id);
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.rents.size > 0) {
      await this.session.clock.sleep(LOOK_EVERY_MS);
      try {
        await this.sweep();
      } catch {
        // Taken again at the next interval; the launch itself goes on.
      }
      for (const [label, { until }] of this.rents) {
        if (this.session.clock.now() >= until) this.rents.delete(label);
      }
    }
    this.isRunning = false;
  }
}
