import { isReleased, type InstanceRecord } from "../../rules/instance/instance-record";
import { parseLaunchLabel } from "../../rules/instance/launch-token";
import type { Properties } from "../engine/engine-values";
import { numericId, type InterruptedCreation } from "./interrupted-creation";
import { CLOCK_SKEW_MS } from "../../rules/service-facts";

/** What live machines show about one interrupted creation. */
export interface InstanceMatch {
  readonly creation: InterruptedCreation;
  /** By its token: certainly the machine of this creation. The latest that was rented. */
  readonly certain?: InstanceRecord | undefined;
  /** Further machines with the same token: rents that were discarded, or carried out late. */
  readonly surplus: readonly InstanceRecord[];
  /** Not by its token, but by exactly the requested label, and not older than the creation. */
  readonly possible: readonly InstanceRecord[];
}

/** Compares interrupted creations with the account's live machines. */
export function matchInstances(
  creations: readonly InterruptedCreation[],
  live: readonly InstanceRecord[],
  resources: readonly Properties[],
): InstanceMatch[] {
  const known = new Set(resources.map(numericId));
  const held = live.filter((record) => !isReleased(record));
  return creations
    .filter(({ kind }) => kind === "instance")
    .map((creation) => {
      const [certain, ...surplus] = held
        .filter((record) => creation.token !== undefined && launchOf(record)?.token === creation.token)
        .toSorted((left, right) => attemptOf(right) - attemptOf(left) || right.id - left.id);
      const possible = certain === undefined ? held.filter((record) => mayBe(creation, record, known)) : [];
      return { creation, certain, surplus, possible };
    });
}

/** The token in a machine's label and which rent of its launch it was. */
export function launchOf(record: InstanceRecord): ReturnType<typeof parseLaunchLabel> {
  return record.label === undefined ? undefined : parseLaunchLabel(record.label);
}

function attemptOf(record: InstanceRecord): number {
  return launchOf(record)?.attempt ?? 0;
}

/** An explicit label replaces the launch label in the very last call, so a machine may carry it already. */
function mayBe(
  { askedName, notBefore }: InterruptedCreation,
  record: InstanceRecord,
  known: ReadonlySet<number | undefined>,
): boolean {
  if (askedName === undefined || record.label !== askedName || known.has(record.id)) return false;
  return record.startDate === undefined || record.startDate * 1000 >= notBefore - CLOCK_SKEW_MS;
}
