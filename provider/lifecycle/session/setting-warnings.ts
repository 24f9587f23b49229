import { SETTING_NAMES } from "../settings/settings";
import { nearMatch } from "../../rules/validation/near-match";

/** What a stack's configuration may hold. */
const SETTINGS = SETTING_NAMES.map((name) => `vastai:${name}`);

/** Set by the language host: which keys of the configuration are secret, as a JSON list. */
const SECRET_KEYS_VARIABLE = "PULUMI_CONFIG_SECRET_KEYS";

/**
 * What is wrong with the settings of these names in the stack's configuration, each with the command that fixes it: a name
 * that is no setting, and an API key in plain text. Nothing where it is not known.
 */
export function settingWarnings(
  names: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string[] {
  const secretKeys = listOf(environment[SECRET_KEYS_VARIABLE]);
  const unknown = names.filter((name) => !SETTINGS.includes(name)).map(describeUnknown);
  const isPlain =
    secretKeys !== undefined && names.includes("vastai:apiKey") && !secretKeys.includes("vastai:apiKey");
  return [...unknown, ...(isPlain ? [PLAIN_KEY] : [])];
}

const PLAIN_KEY =
  "vastai:apiKey is in plain text in the stack's configuration, and so in its state. Make it a secret with " +
  "`pulumi config set --secret vastai:apiKey`, and create a new key at the service if the old one was shared.";

function describeUnknown(name: string): string {
  const meant = nearMatch(name, SETTINGS);
  const secret = meant === "vastai:apiKey" ? "--secret " : "";
  const advice =
    meant === undefined
      ? `Settings are ${SETTINGS.join(", ")}; remove it with \`pulumi config rm ${name}\`.`
      : `Did you mean \`${meant}\`? Set that with \`pulumi config set ${secret}${meant}\`, and remove this one with ` +
        `\`pulumi config rm ${name}\`.`;
  return `\`${name}\` is not a setting of pulumi-vastai and has no effect. ${advice}`;
}

function listOf(text: string | undefined): unknown[] | undefined {
  if (text === undefined) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined; // not a list of a known engine
  }
}
