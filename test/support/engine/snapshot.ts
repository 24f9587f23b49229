import { writeDeployment, type Deployment } from "./deployment-file";
import type { PendingOperation, ResourceState } from "./resource-state";

/** The state while a phase runs: what this phase settled first, then what it has not reached yet. Written after every step. */
export class Snapshot {
  private readonly settled: ResourceState[] = [];
  private readonly gone = new Set<ResourceState>();
  private readonly pending = new Set<PendingOperation>();
  private frozen = false;

  constructor(
    private readonly path: string | undefined,
    private readonly base: Deployment,
  ) {}

  /** The resources that the phase found and has neither replaced nor deleted. */
  untouched(): ResourceState[] {
    return this.base.resources.filter((resource) => !this.gone.has(resource));
  }

  /** Everything that is in the state now. */
  resources(): ResourceState[] {
    return [...this.settled, ...this.untouched()];
  }

  /** Operations of an earlier phase that never ended, then those under way. */
  pendingOperations(): PendingOperation[] {
    return [...this.base.pendingOperations.filter(({ type }) => type === "creating"), ...this.pending];
  }

  /** Records that a call is about to be made. */
  begin(type: PendingOperation["type"], resource: ResourceState): PendingOperation {
    const operation = { type, resource };
    this.pending.add(operation);
    this.write();
    return operation;
  }

  /** Records that the call came to an end, however it ended. */
  end(operation: PendingOperation): void {
    this.pending.delete(operation);
    this.write();
  }

  /** Puts `now` in place of `before`. */
  settle(now: ResourceState, before?: ResourceState): void {
    if (before !== undefined) this.remove(before);
    this.settled.push(now);
    this.write();
  }

  /** Puts `now` exactly where `before` stands, as a refresh does. */
  exchange(before: ResourceState, now: ResourceState): void {
    this.base.resources[this.base.resources.indexOf(before)] = now;
    this.write();
  }

  /** Takes a resource out of the state. */
  remove(resource: ResourceState): void {
    this.gone.add(resource);
    const index = this.settled.indexOf(resource);
    if (index >= 0) this.settled.splice(index, 1);
    this.write();
  }

  /** Drops the operations that earlier phases left open. */
  clearPending(): void {
    this.base.pendingOperations.length = 0;
    this.write();
  }

  /** From here on nothing is written any more: the engine was killed, or told twice to stop. */
  freeze(): void {
    this.frozen = true;
  }

  /** Writes the state, unless it is a preview's. */
  write(): void {
    if (this.path === undefined || this.frozen) return;
    writeDeployment(this.path, { resources: this.resources(), pendingOperations: this.pendingOperations() });
  }
}
