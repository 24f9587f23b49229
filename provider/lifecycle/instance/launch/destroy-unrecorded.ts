import { ProviderError } from "../../../errors";
import { settledAt } from "../../../rules/instance/unconfirmed-rent";
import type { UnconfirmedRent } from "../../../state/unconfirmed-rent";
import { silentReport } from "../../engine/progress";
import type { Session } from "../../session/session";
import { pollUnconfirmed } from "../../session/unconfirmed-rents";
import { destroyAndConfirm } from "../../session/destroy";

/** How long the last destroys may take, in ms: then the process exits. */
const LAST_MS = 60_000;
/** Between two polls for the machine of a lost rent: soon at first, in ms. */
const POLL_MS = 2000;
const LATER_POLL_MS = 10_000;

/**
 * Destroys what a launch rented, or may have, when nobody can record it any more: at once, and ahead of pacing. Never
 * fails: nobody would receive the error.
 */
export async function destroyUnrecorded(session: Session, token: string): Promise<void> {
  const deadline = session.clock.now() + LAST_MS;
  const { rental, isAnswered } = session.launchOf(token);
  const open = session.unconfirmed.of(token);
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
    ...open.map(async (rent) => destroyUnconfirmed(session, rent)),
  ]);
}

/** The machine of a rent whose answer was lost, as soon as it shows: nobody else knows of it, so it is worth waiting for. */
async function destroyUnconfirmed(session: Session, rent: UnconfirmedRent): Promise<void> {
  const { clock, serviceTime } = session;
  const soonUntil = clock.now() + LAST_MS;
  const deadline = clock.now() + Math.max(0, settledAt(rent) - serviceTime.now()) + LAST_MS;
  while (clock.now() < deadline) {
    const options = { deadline, isLast: true, report: silentReport };
    const open = await quietly(pollUnconfirmed(session, [rent], options));
    if (open?.length === 0) return;
    await clock.sleep(clock.now() < soonUntil ? POLL_MS : LATER_POLL_MS);
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
