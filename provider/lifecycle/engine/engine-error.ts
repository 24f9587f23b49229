/** An error's sentence with its stable code behind it, which is all that an engine passes on. */
export function sentenceOf(error: Error): string {
  const code = codeOf(error);
  return code === undefined || error.message.endsWith(`[${code}]`)
    ? error.message
    : `${error.message} [${code}]`;
}

/** The code of an error, or of the one that it tells of. */
function codeOf(error: Error): string | undefined {
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.cause instanceof Error ? codeOf(error.cause) : undefined;
}

/**
 * What the engine is given where a call fails. The SDK prints an error's stack to the user for check, diff, read and
 * delete: the sentence is meant for them, our stack is not.
 */
export function engineError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  error.message = sentenceOf(error);
  error.stack = "";
  return error;
}
