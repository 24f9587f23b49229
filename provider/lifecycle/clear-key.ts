import { processState } from "./process-state";

/** Where the language host says which keys of the configuration are secret, as a JSON list. */
const SECRET_KEYS_VARIABLE = "PULUMI_CONFIG_SECRET_KEYS";

/**
 * A warning where the stack's API key stands in clear text, with the command that mends it; undefined where it is
 * secret, where that cannot be told, or where this process has warned already.
 */
export function clearKeyWarning(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const state = processState();
  const secretKeys = listOf(environment[SECRET_KEYS_VARIABLE]);
  if (state.hasWarnedOfClearKey || secretKeys === undefined || secretKeys.includes("vastai:apiKey"))
    return undefined;
  state.hasWarnedOfClearKey = true;
  return (
    "vastai:apiKey stands in clear text in the stack's configuration, and so in its state. Make it a secret with " +
    "`pulumi config set --secret vastai:apiKey`, and make a new key at the service if the old one was shared."
  );
}

function listOf(text: string | undefined): unknown[] | undefined {
  if (text === undefined) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined; // no list of an engine we know
  }
}
