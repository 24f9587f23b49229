import { stringOf, type Properties } from "../engine-values";
import type { Operation } from "../operation";
import { ownerIn } from "../session";
import { destroyAndConfirm } from "./destroy";
import { contractNumber, rentedAtIn } from "./read";
import { settleRents, UNCONFIRMED_ID, unconfirmedIn } from "./settle-rents";

/**
 * Destroys an instance and confirms that it is gone, and waits until no rent of its launch whose answer was lost can show
 * up any more. One that is gone already is success, with a key of the account that it was recorded with.
 *
 * @throws WRONG_ACCOUNT, DESTROY_FAILED, ANSWER_LOST: the state keeps the instance
 */
export async function removeInstance(operation: Operation, id: string, props: Properties): Promise<void> {
  const { session, deadline, signal } = operation;
  const token = stringOf(props["__token"]);
  if (token !== undefined) session.process.namedTokens.add(token);
  await session.requireOwner(ownerIn(props), `Instance ${id}`);
  if (!id.startsWith(UNCONFIRMED_ID)) {
    const instanceId = contractNumber(id);
    // What a state shows of a machine was shown by the service.
    if (props["actualStatus"] !== undefined) session.presence.noteShown(instanceId);
    await destroyAndConfirm(session, instanceId, { deadline, signal, rentedAt: rentedAtIn(props) });
  }
  await settleRents(operation, unconfirmedIn(props, id));
  if (token !== undefined) session.launchOf(token).rental = undefined;
}
