import { isReleased, type InstanceRecord } from "../../rules/instance/instance-record";
import { parseLaunchLabel } from "../../rules/instance/launch-token";
import { stringOf, type Properties } from "../engine/engine-values";
import { propertiesOf } from "./checkpoint";
import { numericId } from "./interrupted-creation";
import { launchOf } from "./match-instances";
import { HIDDEN } from "../../state/hidden";

/** A live machine that was launched by this package and belongs to none of the given stacks. */
export interface OrphanedInstance {
  readonly record: InstanceRecord;
  /** The resource whose launch rented it, as far as its key shows. */
  readonly launchedFor?: string | undefined;
  /** Its key is of a resource of this stack: an interrupted launch of it left the machine, or a stack of the same names has it. */
  readonly isOfStack: boolean;
}

/**
 * Live machines with a launch label whose id no resource has, and whose token belongs to no interrupted creation and
 * to no resource that still searches for its machine.
 *
 * @param ownerIn the resource of this stack that a launch label belongs to
 */
export function orphanedInstances(
  live: readonly InstanceRecord[],
  resources: readonly Properties[],
  interrupted: readonly (string | undefined)[],
  ownerIn: (label: string) => string | undefined,
): OrphanedInstance[] {
  const ids = new Set(resources.map(numericId));
  const awaited = new Set([
    ...interrupted,
    ...resources.filter((resource) => numericId(resource) === undefined).map(tokenOf),
  ]);
  const urns = new Map(
    resources.map((resource) => [keyOf(tokenOf(resource)), stringOf(resource["urn"])] as const),
  );
  return live.flatMap((record): OrphanedInstance[] => {
    const launch = launchOf(record);
    if (launch === undefined || isReleased(record) || ids.has(record.id) || awaited.has(launch.token))
      return [];
    const owner = ownerIn(record.label ?? "");
    return [{ record, launchedFor: owner ?? urns.get(launch.key), isOfStack: owner !== undefined }];
  });
}

function tokenOf(resource: Properties): string | undefined {
  return stringOf(propertiesOf(resource, "inputs")[HIDDEN.token]);
}

function keyOf(token: string | undefined): string | undefined {
  return token === undefined ? undefined : parseLaunchLabel(`${token}.1`)?.key;
}
