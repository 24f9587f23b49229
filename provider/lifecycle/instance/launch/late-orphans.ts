import { ProviderError } from "../../../errors";
import type { InstanceRecord } from "../../../rules/instance/instance-record";
import { parseLaunchLabel } from "../../../rules/instance/launch-token";
import type { Operation } from "../../session/operation";
import { findLabelled, findOrphans } from "./find-rental";
import type { LaunchSpec } from "./launch-spec";
import { NEWBORN_MS } from "../../../rules/service-facts";

/** How long to retry the list, in ms: a running machine is not delayed for it. */
const LAST_LIST_MS = 30_000;

/** What a list after the launch shows in addition to its machine. */
export interface LateFinds {
  readonly orphans: readonly InstanceRecord[];
  /** Machines with exactly the requested label. */
  readonly labelled: readonly InstanceRecord[];
}

const NOTHING: LateFinds = { orphans: [], labelled: [] };

/**
 * Orphans of a resource in addition to the machine that it has launched. A list before the launch may have lagged behind an
 * interrupted one, so one more is searched, as late as possible: started now, or when no list can lag any more.
 *
 * @param ownId the machine
 */
export async function lateOrphans(operation: Operation, spec: LaunchSpec, ownId: number): Promise<LateFinds> {
  const { session, signal, deadline, report } = operation;
  // Of several rents of this launch a refused one may have been carried out anyway.
  const isOneRent = session.launchOf(spec.token).sent <= 1;
  if (spec.ignoreOrphans && isOneRent) return NOTHING;
  const options = { signal, deadline: Math.min(deadline, session.clock.now() + LAST_LIST_MS) };
  try {
    const snapshot = await session.snapshots.list(
      { begunAfter: session.snapshots.mark(), ...(isOneRent ? { orAfterMs: NEWBORN_MS } : {}) },
      options,
    );
    const orphans = await findOrphans(operation, spec, snapshot, ownId);
    const isOwn = ({ label }: InstanceRecord): boolean => parseLaunchLabel(label ?? "")?.token === spec.token;
    return {
      orphans: spec.ignoreOrphans ? orphans.filter(isOwn) : orphans,
      labelled: findLabelled(operation, spec, snapshot).filter(({ id }) => id !== ownId),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ProviderError)) throw error;
    if (error.code !== "UNSUPPORTED") {
      report.note(
        `Could not check whether an interrupted launch left another machine of this resource: ${error.message}`,
        "warning",
      );
    }
    return NOTHING;
  }
}
