import { formatPrice, HOURS_A_MONTH } from "../../rules/offer/rental-price";
import type { SendLine } from "../engine/progress";

/** $/h by URN; undefined where the price is not shown. */
type Prices = Map<string, number | undefined>;

/**
 * What all machines of one program cost together: reported once, on the stack's row of a preview, when the last machine that
 * the program has declared is known. Without a preview nothing is declared, and nothing is reported.
 */
export class PreviewTotal {
  private declared = 0;
  private readonly known = new Set<string>();
  private readonly rented: Prices = new Map();
  private readonly kept: Prices = new Map();

  /** How many machines the program had declared when it declared one of them. */
  expect(machines: number | undefined): void {
    this.declared = Math.max(this.declared, machines ?? 0);
  }

  /** A machine that would be rented. */
  addNew(urn: string, hourlyUsd: number | undefined): void {
    this.kept.delete(urn);
    this.rented.set(urn, hourlyUsd);
  }

  /** A machine that is rented already, and stays, unless it turns out to be replaced. */
  addKept(urn: string, hourlyUsd: number | undefined): void {
    this.kept.set(urn, hourlyUsd);
  }

  /** All is known of one machine. */
  close(urn: string, send: SendLine): void {
    if (this.declared === 0) return;
    this.known.add(urn);
    const stack = stackOf(urn);
    if (stack === undefined || this.known.size < this.declared || this.rented.size === 0) return;
    send({ urn: stack, message: this.sentence(), severity: "info", ephemeral: false });
  }

  private sentence(): string {
    const prices = [...this.rented.values(), ...this.kept.values()];
    const total = sum(prices);
    const missing = this.known.size - prices.length;
    const count =
      missing > 0 ? `${String(prices.length)} of ${String(this.known.size)}` : String(prices.length);
    const notes = [
      this.kept.size > 0
        ? `${String(this.rented.size)} new, ${formatPrice(sum([...this.rented.values()]))}`
        : undefined,
      missing > 0 ? `${String(missing)} without an offer` : undefined,
    ].filter((note) => note !== undefined);
    return (
      `Total: ${count} ${count === "1" ? "machine" : "machines"}, ${prices.includes(undefined) ? "at least " : ""}` +
      `${formatPrice(total)}, $${(total * HOURS_A_MONTH).toFixed(2)} a month` +
      (notes.length === 0 ? "" : ` (${notes.join("; ")})`)
    );
  }
}

function sum(prices: readonly (number | undefined)[]): number {
  return prices.reduce<number>((total, price) => total + (price ?? 0), 0);
}

/** The URN of the stack that a resource is in. */
function stackOf(urn: string): string | undefined {
  const [, stack, project] = /^urn:pulumi:([^:]+)::([^:]+)::/.exec(urn) ?? [];
  if (stack === undefined || project === undefined) return undefined;
  return `urn:pulumi:${stack}::${project}::pulumi:pulumi:Stack::${project}-${stack}`;
}
