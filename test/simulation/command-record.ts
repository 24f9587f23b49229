import type { CommandName, Which } from "./history";

/** What a step does to a resource, as the engine calls it. */
export type StepName = "create" | "update" | "replace" | "delete" | "same" | "delete-replaced";

/** What a person saw of a command, and what a preview announced. */
export class CommandRecord {
  hasFailed = false;
  /** The engine was killed, or told twice to stop. */
  wasCutShort = false;
  /** The laptop slept, or its clock was set: times say nothing. */
  wasTimeMoved = false;
  readonly errors: string[] = [];
  readonly warnings: string[] = [];
  readonly notes: string[] = [];
  /** By URN. */
  readonly plan = new Map<string, Set<StepName>>();
  /** When (ms of true time) a resource was last answered for, by URN. */
  readonly answeredAt = new Map<string, number>();
  /** Calls that broke a promise by how they ended, or how long they took. */
  readonly complaints: string[] = [];

  constructor(
    readonly name: CommandName,
    readonly stack: Which,
  ) {}

  error(message: string): void {
    this.hasFailed = true;
    this.errors.push(message);
  }

  announce(urn: string, step: StepName): void {
    const known = this.plan.get(urn);
    if (known === undefined) this.plan.set(urn, new Set([step]));
    else known.add(step);
  }

  has(urn: string, ...steps: StepName[]): boolean {
    return steps.some((step) => this.plan.get(urn)?.has(step) === true);
  }

  said(): string[] {
    return [...this.errors, ...this.warnings];
  }
}
