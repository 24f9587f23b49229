import type { Properties } from "../engine/engine-values";
import type { Operation } from "../session/operation";
import { ownerIn } from "../session/owner";
import { retryStatus } from "../session/retry-status";
import { templateNumber } from "./read";

/**
 * Deletes a template. One that is gone already is success, with a key of the account that it was recorded with.
 *
 * @throws WRONG_ACCOUNT, and every refusal: the state keeps the template
 */
export async function removeTemplate(operation: Operation, id: string, props: Properties): Promise<void> {
  const { session, report, deadline } = operation;
  await session.requireOwner(ownerIn(props), `Template ${id}`);
  await session.client.deleteTemplate(templateNumber(id), {
    deadline,
    onRetry: retryStatus("deleting", report, session.clock),
  });
}
