import { ProviderError } from "../../../errors";
import type { InstanceRecord } from "../../../rules/instance/instance-record";
import { formatPrice } from "../../../rules/offer/rental-price";
import { duration } from "../../session/rented-machine";

/**
 * The error for live machines of a resource that are in no state this process knows. They may belong to somebody, so
 * destroying them is not its first advice.
 *
 * @param now ms of the service's time
 * @param beside the machine that was rented in addition to them, if any
 */
export function orphanFound(orphans: readonly InstanceRecord[], now: number, beside?: number): ProviderError {
  const list = orphans.map((record) => describe(record, now)).join(" and ");
  const isOne = orphans.length === 1;
  const [carries, is, it] = isOne ? ["carries", "is", "it"] : ["carry", "are", "them"];
  const label = `${carries} this resource's launch label, ${is} billed, and nothing in this run names ${it}`;
  const begin =
    beside === undefined
      ? `Nothing was rented: ${list} ${label}.`
      : `Instance ${String(beside)} was rented and is in the state, but ${list} ${label}.`;
  return new ProviderError(
    "ORPHAN_FOUND",
    `${begin} Run \`npx pulumi-vastai recover\`: it shows whether an interrupted launch left ${it}, and adopts or destroys ` +
      `${it}. A replaced machine that the state still holds is deleted by \`pulumi destroy --target <URN of the resource>\`. ` +
      `If ${isOne ? "it belongs" : "they belong"} to a launch under way, or to another backend's stack with the same project, ` +
      `stack and resource names, set \`launch.ignoreOrphans\` to rent in addition to ${it}.`,
  );
}

/** `instance 4711 (label "x", running, 4 min old, $0.3512/h)` */
function describe({ id, label, actualStatus, startDate, dphTotal }: InstanceRecord, now: number): string {
  const facts = [
    `label "${label ?? ""}"`,
    actualStatus,
    startDate === undefined ? undefined : `${duration(Math.max(0, now - startDate * 1000))} old`,
    dphTotal === undefined ? undefined : formatPrice(dphTotal),
  ];
  return `instance ${String(id)} (${facts.filter((fact) => fact !== undefined).join(", ")})`;
}
