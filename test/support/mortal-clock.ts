import type { Clock } from "../../provider/wire/clock";

/** The time of one process: once the process is killed, nothing that sleeps in it ever wakes. */
export class MortalClock implements Clock {
  private readonly death = new AbortController();

  constructor(private readonly world: Clock) {}

  isDead(): boolean {
    return this.death.signal.aborted;
  }

  now(): number {
    return this.world.now();
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (this.isDead()) return never();
    try {
      await this.world.sleep(
        ms,
        signal === undefined ? this.death.signal : AbortSignal.any([signal, this.death.signal]),
      );
    } catch (error) {
      if (this.isDead()) return never();
      throw error;
    }
    if (this.isDead()) return never();
  }

  /** Drops everything the process was about to do. */
  kill(): void {
    this.death.abort(new Error("killed"));
  }
}

/** What a dead process waits for. */
export async function never(): Promise<never> {
  return new Promise<never>(() => undefined);
}
