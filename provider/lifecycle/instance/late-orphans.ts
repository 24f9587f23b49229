import { ProviderError } from "../../errors";
import type { InstanceRecord } from "../../rules/instance-record";
import type { Operation } from "../operation";
import { findOrphans } from "./find-rental";
import type { Order } from "./order";

/** How long the list is tried for, in ms: a machine that runs is not kept back for it. */
const LAST_LIST_MS = 30_000;

/** What a killed launch had rented before this process began to list shows in a list by then, in ms. */
const SHOWN_MS = 60_000;

/**
 * Orphans of a resource beside the machine that it has launched. A list before the launch may have lagged behind an
 * interrupted one, so one more is searched, as late as can be: started now, or when nothing can lag behind any more.
 *
 * @param ownId the machine
 */
export async function lateOrphans(
  operation: Operation,
  order: Order,
  ownId: number,
): Promise<InstanceRecord[]> {
  if (order.ignoreOrphans) return [];
  const { session, signal, deadline, report } = operation;
  const options = { signal, deadline: Math.min(deadline, session.clock.now() + LAST_LIST_MS) };
  try {
    const snapshot = await session.snapshots.list(
      { begunAfter: session.snapshots.mark(), orAfterMs: SHOWN_MS },
      options,
    );
    return await findOrphans(operation, order, snapshot, ownId);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ProviderError)) throw error;
    if (error.code !== "UNSUPPORTED") {
      report.note(
        `Could not check whether an interrupted launch left another machine of this resource: ${error.message}`,
        "warning",
      );
    }
    return [];
  }
}
