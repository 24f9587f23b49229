import { sentenceOf } from "../../lifecycle/engine/error-sentence";
import { PartialFailure } from "../../lifecycle/engine/partial-failure";

/**
 * The error for the engine where a call fails. The SDK prints an error's stack to the user for check, diff, read and
 * delete: the message is meant for them, our stack is not.
 */
export function engineError(error: unknown): Error {
  const shown = shownError(error);
  shown.stack = "";
  return shown;
}

function shownError(error: unknown): Error {
  if (error instanceof PartialFailure) return new PartialFailure(error.id, error.properties, error.cause);
  return error instanceof Error ? new Error(sentenceOf(error), { cause: error }) : new Error(String(error));
}
