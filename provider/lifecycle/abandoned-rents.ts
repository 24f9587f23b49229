import { parseLaunchLabel } from "../rules/launch-token";
import type { Session } from "./session";

/** How often live instances are looked through for machines of abandoned rents, in ms. */
const LOOK_EVERY_MS = 10_000;

/**
 * Rents whose answer was lost and whose machine did not show in time. The service may still carry one out, so as long
 * as this process works the account's list is looked through, and a machine that carries an abandoned label is
 * destroyed.
 */
export class AbandonedRents {
  private readonly labels = new Set<string>();
  private users = 0;
  private isRunning = false;
  private stop: AbortController | undefined;

  constructor(private readonly session: Session) {}

  add(label: string): void {
    this.labels.add(label);
    this.start();
  }

  has(label: string): boolean {
    return this.labels.has(label);
  }

  /** The looking goes on while any launch is under way: between the first `join` and the last `leave`. */
  join(): () => void {
    this.users += 1;
    this.start();
    return () => {
      this.users -= 1;
      if (this.users === 0) this.stop?.abort();
    };
  }

  /** Destroys every live machine that carries an abandoned label; gives their ids. */
  async sweep(): Promise<number[]> {
    if (this.labels.size === 0) return [];
    const { instances } = await this.session.snapshots.list({ begunAfter: this.session.clock.now() });
    const found = [...instances.values()].filter(
      (record) =>
        record.label !== undefined &&
        parseLaunchLabel(record.label) !== undefined &&
        this.labels.has(record.label),
    );
    await Promise.all(found.map(async (record) => this.session.client.destroyInstance(record.id)));
    return found.map((record) => record.id);
  }

  private start(): void {
    if (this.isRunning || this.labels.size === 0 || this.users === 0) return;
    this.isRunning = true;
    void this.run().finally(() => {
      this.isRunning = false;
    });
  }

  private async run(): Promise<void> {
    this.stop = new AbortController();
    const { signal } = this.stop;
    while (!signal.aborted) {
      try {
        await this.session.clock.sleep(LOOK_EVERY_MS, signal);
        await this.sweep();
      } catch {
        // Aborted: the loop ends. A failed look is taken again at the next interval; the launch itself goes on.
      }
    }
  }
}
