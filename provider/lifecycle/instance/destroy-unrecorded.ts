import { ProviderError } from "../../errors";
import type { Session } from "../session";
import { destroyAndConfirm, isReleased } from "./destroy";

/** How long the last destroys may take, in ms: then the process exits. */
const LAST_MS = 60_000;
const LOOK_EVERY_MS = 2000;

/**
 * Gives back what a launch rented, or may have, when nobody can record it any more: at once, and ahead of pacing.
 * Never fails: there is nobody to tell.
 */
export async function destroyUnrecorded(session: Session, token: string): Promise<void> {
  const deadline = session.clock.now() + LAST_MS;
  const { rental, doubt, isAnswered } = session.launchOf(token);
  await Promise.all([
    rental === undefined || isAnswered
      ? undefined
      : quietly(destroyAndConfirm(session, rental.instanceId, { deadline, isLast: true })),
    doubt === undefined ? undefined : destroyLost(session, doubt.label, deadline),
    quietly(session.abandoned.sweep(true)),
  ]);
}

/** The machine of a rent whose answer was lost, as soon as it shows. */
async function destroyLost(session: Session, label: string, deadline: number): Promise<void> {
  while (session.clock.now() < deadline) {
    const listed = await quietly(session.snapshots.list({ begunAfter: session.clock.now() }, { deadline }));
    const found = [...(listed?.instances.values() ?? [])].find(
      (record) => record.label === label && !isReleased(record),
    );
    if (found !== undefined) {
      await quietly(destroyAndConfirm(session, found.id, { deadline, isLast: true }));
      return;
    }
    await session.clock.sleep(LOOK_EVERY_MS);
  }
}

async function quietly<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProviderError) return undefined;
    throw error;
  }
}
