import { ProviderError } from "../../errors";
import type { UnconfirmedRent } from "../../rules/unconfirmed-rent";
import { silentReport } from "../progress";
import type { Session } from "../session";
import { pollUnconfirmed } from "../unconfirmed-rents";
import { destroyAndConfirm } from "./destroy";

/** How long the last destroys may take, in ms: then the process exits. */
const LAST_MS = 60_000;
const POLL_MS = 2000;

/**
 * Destroys what a launch rented, or may have, when nobody can record it any more: at once, and ahead of pacing. Never
 * fails: there is nobody to tell.
 */
export async function destroyUnrecorded(session: Session, token: string): Promise<void> {
  const deadline = session.clock.now() + LAST_MS;
  const { rental, isAnswered } = session.launchOf(token);
  const searched = session.unconfirmed.searchedOf(token);
  await Promise.all([
    rental === undefined || isAnswered
      ? undefined
      : quietly(
          destroyAndConfirm(session, rental.instanceId, {
            deadline,
            isLast: true,
            rentedAt: rental.rentedAt,
          }),
        ),
    searched === undefined ? undefined : destroyUnconfirmed(session, searched, deadline),
    quietly(session.unconfirmed.sweep(true)),
  ]);
}

/** The machine of a rent whose answer was lost, as soon as it shows. */
async function destroyUnconfirmed(session: Session, rent: UnconfirmedRent, deadline: number): Promise<void> {
  while (session.clock.now() < deadline) {
    const options = { deadline, isLast: true, report: silentReport };
    const open = await quietly(pollUnconfirmed(session, [rent], options));
    if (open?.length === 0) return;
    await session.clock.sleep(POLL_MS);
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
