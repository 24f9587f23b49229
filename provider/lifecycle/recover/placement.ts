import { numberOf, stringOf, type Properties } from "../engine/engine-values";
import { propertiesOf } from "./checkpoint";
import { numericId, type InterruptedCreation } from "./interrupted-creation";
import { HIDDEN } from "../../state/hidden";

/** The relation of a found machine or template to the state. */
export type Placement =
  /** The resource is not in the state. */
  | { readonly kind: "new" }
  /** The state has it already, by its id. */
  | { readonly kind: "known" }
  /** It was to replace what the state has under its URN. */
  | { readonly kind: "replacement"; readonly of: string }
  /** It is older than what the state has under its URN: a later launch continued without it. */
  | { readonly kind: "superseded"; readonly by: string };

/** @param bornAt epoch ms at which it was rented or made; undefined where the service does not say */
export function placementOf(
  creation: InterruptedCreation,
  id: number,
  bornAt: number | undefined,
  resources: readonly Properties[],
): Placement {
  if (
    resources.some(
      (resource) => resource["id"] === String(id) && resource["type"] === creation.resource["type"],
    )
  )
    return { kind: "known" };
  const present = resources.find((resource) => resource["urn"] === creation.urn && isLive(resource));
  if (present === undefined) return { kind: "new" };
  const other = stringOf(present["id"]) ?? "?";
  return isYounger(id, bornAt, present)
    ? { kind: "replacement", of: other }
    : { kind: "superseded", by: other };
}

/**
 * By time and by number, both: `start_date` may be that of the container, and that numbers only rise is documented
 * nowhere. When unclear, what runs is not deleted for what was found.
 */
function isYounger(id: number, bornAt: number | undefined, present: Properties): boolean {
  const outputs = propertiesOf(present, "outputs");
  const templateBorn = numberOf(outputs["createdAt"]);
  const presentBorn =
    numberOf(outputs[HIDDEN.rentedAt]) ??
    (templateBorn === undefined ? Date.parse(stringOf(present["created"]) ?? "") : templateBorn * 1000);
  return bornAt !== undefined && bornAt >= presentBorn && id > (numericId(present) ?? Infinity);
}

/** Whether a record holds its URN: not one that is to be deleted, or was deleted to be replaced. */
export function isLive(resource: Properties): boolean {
  return resource["delete"] !== true && resource["pendingReplacement"] !== true;
}
