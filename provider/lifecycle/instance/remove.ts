import { parseLaunchLabel } from "../../rules/launch-token";
import { numberOf, stringOf, stringsOf, type Properties } from "../engine-values";
import type { Operation } from "../operation";
import { UNCONFIRMED_ID } from "./create";
import { destroyAndConfirm } from "./destroy";
import { destroyLabelled } from "./destroy-labelled";
import { findLostRent } from "./find-rental";
import { contractNumber } from "./read";

/**
 * Destroys an instance and confirms that it is gone. One that is gone already is success, with a key of the account
 * that it was recorded with.
 *
 * @throws WRONG_ACCOUNT, DESTROY_FAILED: the state keeps the instance
 */
export async function removeInstance(operation: Operation, id: string, props: Properties): Promise<void> {
  const { session, deadline, signal } = operation;
  const token = stringOf(props["__token"]);
  if (token !== undefined) session.process.namedTokens.add(token);
  await session.requireAccount(props["__account"], `Instance ${id}`);
  if (id.startsWith(UNCONFIRMED_ID)) {
    await removeUnconfirmed(operation, id.slice(UNCONFIRMED_ID.length), props);
    return;
  }
  await destroyAndConfirm(session, contractNumber(id), { deadline, signal });
  await destroyLabelled(operation, stringsOf(props["__lostRents"]));
  if (token !== undefined) session.launchOf(token).rental = undefined;
}

/** A rent whose answer was lost: its machine is looked for until it can no longer show up. */
async function removeUnconfirmed(operation: Operation, label: string, props: Properties): Promise<void> {
  if (parseLaunchLabel(label) === undefined) return;
  const sentAt = numberOf(props["__rentedAt"]) ?? 0;
  const found = await findLostRent(operation, { label, sentAt });
  if (found !== undefined) {
    await destroyAndConfirm(operation.session, found.id, {
      deadline: operation.deadline,
      signal: operation.signal,
    });
  }
}
