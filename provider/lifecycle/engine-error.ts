/**
 * What the engine is given where a call fails. The SDK prints an error's stack to the user for check, diff, read and
 * delete: the sentence is meant for them, our stack is not.
 */
export function engineError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = "code" in error && typeof error.code === "string" ? ` [${error.code}]` : "";
  if (!error.message.endsWith(code)) error.message = `${error.message}${code}`;
  error.stack = "";
  return error;
}
