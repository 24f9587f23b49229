import { ProviderError } from "../../errors";
import type { InstanceRecord } from "../../rules/instance-record";
import { formatPrice } from "../../rules/rental-price";
import { duration } from "./rental";

/**
 * The error for live machines of a resource that no state this process knows names. They may belong to somebody: a
 * machine that runs is not said to be destroyed first.
 *
 * @param now ms of the service's time
 * @param beside the machine that was rented beside them, if one was
 */
export function orphanFound(orphans: readonly InstanceRecord[], now: number, beside?: number): ProviderError {
  const list = orphans.map((record) => describe(record, now)).join(" and ");
  const ids = orphans.map(({ id }) => `--destroy-id ${String(id)}`).join(" ");
  const isOne = orphans.length === 1;
  const begin =
    beside === undefined
      ? `Nothing was rented: ${list} ${isOne ? "carries" : "carry"} this resource's launch label, and ${isOne ? "is" : "are"} billed.`
      : `Instance ${String(beside)} was rented and is in the state, but ${list} ${isOne ? "carries" : "carry"} this resource's launch ` +
        `label too, and ${isOne ? "is" : "are"} billed.`;
  return new ProviderError(
    "ORPHAN_FOUND",
    `${begin} An interrupted launch may have left ${isOne ? "it" : "them"}; or ${isOne ? "it belongs" : "they belong"} to a launch under ` +
      "way, to a replaced machine that still waits for its deletion, or to another stack with the same project, stack and " +
      "resource names on this account (another backend). `npx pulumi-vastai recover` shows which, and takes what this stack's " +
      "interrupted launches left into the state; `pulumi destroy --target <URN of the resource>` deletes replaced machines that " +
      `wait; \`npx pulumi-vastai recover ${ids}\` destroys what nobody needs; \`launch.ignoreOrphans\` rents beside ` +
      `${isOne ? "it" : "them"}.`,
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
