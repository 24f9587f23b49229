import { formatPrice, HOURS_A_MONTH } from "../rules/rental-price";
import type { SendLine } from "./progress";

/**
 * What all machines of one program cost together: said once, on the stack's row of a preview, when the last machine that
 * the program has declared is known. Without a preview nothing is declared, and nothing is said.
 */
export class PreviewTotal {
  private declared = 0;
  private readonly known = new Set<string>();
  private newMachines = 0;
  private newUsd = 0;
  private keptMachines = 0;
  private keptUsd = 0;
  /** A machine whose price is not shown: the sum is the least. */
  private isLeast = false;

  /** How many machines the program had declared when it declared one of them. */
  expect(machines: number | undefined): void {
    this.declared = Math.max(this.declared, machines ?? 0);
  }

  /** @param hourlyUsd undefined where the offer shows no price */
  addNew(hourlyUsd: number | undefined): void {
    this.newMachines += 1;
    this.newUsd += hourlyUsd ?? 0;
    this.isLeast ||= hourlyUsd === undefined;
  }

  /** A machine that is rented already, and stays. */
  addKept(hourlyUsd: number | undefined): void {
    if (this.declared === 0) return;
    this.keptMachines += 1;
    this.keptUsd += hourlyUsd ?? 0;
    this.isLeast ||= hourlyUsd === undefined;
  }

  /** All is known of one machine. */
  close(urn: string | undefined, send: SendLine): void {
    if (this.declared === 0 || urn === undefined) return;
    this.known.add(urn);
    const stack = stackOf(urn);
    if (stack === undefined || this.known.size < this.declared || this.newMachines === 0) return;
    send({ urn: stack, message: this.sentence(), severity: "info", ephemeral: false });
  }

  private sentence(): string {
    const total = this.newUsd + this.keptUsd;
    const machines = this.newMachines + this.keptMachines;
    const ofNew =
      this.keptMachines === 0 ? "" : ` (${String(this.newMachines)} new, ${formatPrice(this.newUsd)})`;
    return (
      `Total: ${String(machines)} ${machines === 1 ? "machine" : "machines"}, ${this.isLeast ? "at least " : ""}` +
      `${formatPrice(total)}, $${(total * HOURS_A_MONTH).toFixed(2)} a month${ofNew}`
    );
  }
}

/** The URN of the stack that a resource is in. */
function stackOf(urn: string): string | undefined {
  const [, stack, project] = /^urn:pulumi:([^:]+)::([^:]+)::/.exec(urn) ?? [];
  if (stack === undefined || project === undefined) return undefined;
  return `urn:pulumi:${stack}::${project}::pulumi:pulumi:Stack::${project}-${stack}`;
}
