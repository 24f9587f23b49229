import type { Operation } from "../operation";
import { destroyAndConfirm, isReleased } from "./destroy";

/**
 * Destroys what carries one of these labels, and confirms it. A list is read that was begun now.
 * @throws DESTROY_FAILED; a list that cannot be read
 */
export async function destroyLabelled(operation: Operation, labels: readonly string[]): Promise<void> {
  if (labels.length === 0) return;
  const { session, deadline, signal, report } = operation;
  const { instances } = await session.snapshots.list(
    { begunAfter: session.clock.now() },
    { deadline, signal },
  );
  const found = [...instances.values()].filter(
    (record) => record.label !== undefined && labels.includes(record.label) && !isReleased(record),
  );
  await Promise.all(
    found.map(async ({ id, label }) => {
      await destroyAndConfirm(session, id, { deadline, signal });
      report.note(
        `Destroyed instance ${String(id)} (label "${label ?? ""}"): the service carried out a rent after its answer was lost ` +
          "and the launch had gone on.",
        "warning",
      );
    }),
  );
}
