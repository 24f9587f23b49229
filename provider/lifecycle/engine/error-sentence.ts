/** An error's message followed by its stable code; the engine passes on nothing else. */
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
