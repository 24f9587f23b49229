import { isRecord } from "../../rules/validation/is-record";

/**
 * Docker-flag text from whichever form the service chose: the text itself, a list of words, a list of pairs, or an
 * object, where `-p 80:80` as a name is a flag of its own. What is none of these is undefined.
 */
export function readFlagText(env: unknown): string | undefined {
  if (typeof env === "string") {
    return env;
  }
  if (Array.isArray(env) && env.every((item) => typeof item === "string")) {
    return env.join(" ");
  }
  const pairs: unknown[] | undefined = isRecord(env)
    ? Object.entries(env)
    : Array.isArray(env)
      ? env
      : undefined;
  return pairs?.flatMap(toFlag).join(" ");
}

function toFlag(pair: unknown): string[] {
  const words: readonly unknown[] = Array.isArray(pair) ? pair : [];
  const [name, value] = words;
  if (typeof name !== "string") {
    return [];
  }
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return [name.startsWith("-") ? name : `-e ${name}='${text.replaceAll("'", `'\\''`)}'`];
}
