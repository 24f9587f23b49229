/** An error's sentence with its stable code behind it, which is all that an engine passes on. */
export function sentenceOf(error: Error): string {
  const code = codeOf(error);
  return code === undefined || error.message.endsWith(`[${code}]`)
    ? error.message
    : `${error.message} [${code}]`;
}

/** The code of an error, or of its cause. */
function codeOf(error: Error): string | undefined {
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.cause instanceof Error ? codeOf(error.cause) : undefined;
}
