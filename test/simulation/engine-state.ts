import type { Checkpoint, PendingOperation, ResourceRecord } from "./checkpoint";
import type { Stack } from "./stack";

/** A record that the engine works on. */
export type Working = { -readonly [Key in keyof ResourceRecord]: ResourceRecord[Key] };

/** The state while a command runs: written down after every step, until the engine is gone. */
export class EngineState {
  readonly resources: Working[];
  private readonly left: readonly PendingOperation[];
  private readonly under = new Set<PendingOperation>();
  private isFrozen: boolean;

  constructor(
    private readonly stack: Stack,
    isPreview: boolean,
  ) {
    this.resources = stack.checkpoint.resources.map((record) => ({ ...record }));
    this.left = stack.checkpoint.pending.filter(({ type }) => type === "creating");
    this.isFrozen = isPreview;
  }

  pendingBefore(): readonly PendingOperation[] {
    return this.left;
  }

  /** Writes down that a call is made, then what it changed and that it ended. */
  async during<T>(type: PendingOperation["type"], resource: Working, call: () => Promise<T>): Promise<T> {
    const operation = { type, resource };
    this.under.add(operation);
    this.write();
    try {
      return await call();
    } finally {
      this.under.delete(operation);
      this.write();
    }
  }

  settle(now: Working, before?: Working): void {
    const index = before === undefined ? -1 : this.resources.indexOf(before);
    if (index < 0) this.resources.push(now);
    else this.resources[index] = now;
    this.write();
  }

  remove(record: Working): void {
    const index = this.resources.indexOf(record);
    if (index >= 0) this.resources.splice(index, 1);
    this.write();
  }

  freeze(): void {
    this.isFrozen = true;
  }

  write(): void {
    if (this.isFrozen) return;
    const pending = [...this.left, ...this.under].map(({ type, resource }) => ({
      type,
      resource: { ...resource },
    }));
    const checkpoint: Checkpoint = { resources: this.resources.map((record) => ({ ...record })), pending };
    this.stack.checkpoint = checkpoint;
  }
}
