import { stringOf, type Properties } from "../engine-values";
import type { InterruptedCreation } from "./interrupted-creation";

/** What a found machine or template is to the state. */
export type Placement =
  /** The resource is not in the state. */
  | { readonly kind: "new" }
  /** The state has it already, by its id. */
  | { readonly kind: "known" }
  /** It was to replace what the state has under its URN. */
  | { readonly kind: "replacement"; readonly of: string }
  /** It is older than what the state has under its URN: a later launch went ahead without it. */
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
  const createdAt = Date.parse(stringOf(present["created"]) ?? "");
  const isYounger = bornAt !== undefined && !Number.isNaN(createdAt) && bornAt >= createdAt;
  return isYounger ? { kind: "replacement", of: other } : { kind: "superseded", by: other };
}

/** Whether a record holds its URN: not one that is to be deleted, or was deleted to be replaced. */
export function isLive(resource: Properties): boolean {
  return resource["delete"] !== true && resource["pendingReplacement"] !== true;
}
