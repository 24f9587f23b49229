import { isRecord, stringsOf } from "../../lifecycle/engine/engine-values";
import { sentenceOf } from "../../lifecycle/engine/error-sentence";
import { PartialFailure } from "../../lifecycle/engine/partial-failure";

/**
 * What the engine is given where a call fails. The SDK prints an error's stack to the user for check, diff, read and
 * delete: the sentence is meant for them, our stack is not.
 */
export function engineError(error: unknown): Error {
  const shown = partialFailure(error) ?? otherFailure(error);
  shown.stack = "";
  return shown;
}

/** Told by its shape: another copy of the package may have thrown it, and what it names is billed. */
function partialFailure(error: unknown): PartialFailure | undefined {
  if (!(error instanceof Error) || !("id" in error) || !("properties" in error) || !("reasons" in error))
    return undefined;
  const { id, properties, reasons, cause } = error;
  if (typeof id !== "string" || !isRecord(properties)) return undefined;
  const reason = cause instanceof Error ? cause : new Error(stringsOf(reasons).join("; "));
  return new PartialFailure(id, properties, reason);
}

function otherFailure(error: unknown): Error {
  return error instanceof Error ? new Error(sentenceOf(error), { cause: error }) : new Error(String(error));
}
