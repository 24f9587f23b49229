import { quoteWord, splitWords } from "./shell-words";

/** The contents of a template's docker-flag text. */
export interface DockerFlags {
  /** `-e NAME=value`; if a name is given twice the last counts, as in docker. */
  readonly env: Readonly<Record<string, string>>;
  /** `-p host:container`, in order. */
  readonly ports: readonly string[];
  /** Every other flag and its values, in order, as a command line. */
  readonly options: string;
}

/**
 * The docker-flag text of variables, ports and other flags, in this order, quoted so that a POSIX shell splits it into
 * the same words. Options that cannot be split (`dockerFlagsMistake`) are appended as they are.
 */
export function renderDockerFlags(flags: {
  readonly env?: DockerFlags["env"] | undefined;
  readonly ports?: DockerFlags["ports"] | undefined;
  readonly options?: string | undefined;
}): string {
  const { env = {}, ports = [], options = "" } = flags;
  const variables = Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const words = [...variables, ...ports.flatMap((port) => ["-p", port])].map(quoteWord);
  return [...words, canonicalOptions(options)].filter((part) => part !== "").join(" ");
}

function canonicalOptions(options: string): string {
  const split = splitWords(options);
  return "mistake" in split ? options.trim() : split.words.map(quoteWord).join(" ");
}

/** Why a text is no docker-flag text, after "because"; undefined where it is one. */
export function dockerFlagsMistake(text: string): string | undefined {
  const split = splitWords(text);
  return "mistake" in split ? split.mistake : undefined;
}

/**
 * Parses a docker-flag text: `-e`, `--env`, `-p` and `--publish`, each with its value in the next word, after `=`
 * or attached. Everything else stays in `options`. A text that cannot be split is all options.
 */
export function parseDockerFlags(text: string): DockerFlags {
  const split = splitWords(text);
  if ("mistake" in split) return { env: {}, ports: [], options: text };
  const env = new Map<string, string>();
  const ports: string[] = [];
  const options: string[] = [];
  for (let index = 0; index < split.words.length; index += 1) {
    const word = split.words[index] ?? "";
    const flag = flagOf(word, split.words[index + 1]);
    if (flag === undefined) {
      options.push(word);
      continue;
    }
    if (flag.kind === "port") ports.push(flag.value);
    else {
      const at = flag.value.indexOf("=");
      env.set(flag.value.slice(0, at), flag.value.slice(at + 1));
    }
    if (flag.isNextWord) index += 1;
  }
  return { env: Object.fromEntries(env), ports, options: options.map(quoteWord).join(" ") };
}

interface Flag {
  readonly kind: "variable" | "port";
  readonly value: string;
  readonly isNextWord: boolean;
}

/** The variable or port that a word starts; undefined for every other word, and for one that is no `NAME=value` or no port. */
function flagOf(word: string, next: string | undefined): Flag | undefined {
  const [, short, long, attached] = /^(?:-([ep])|--(env|publish)(?==|$))=?([\s\S]*)$/.exec(word) ?? [];
  if (short === undefined && long === undefined) return undefined;
  const kind = short === "e" || long === "env" ? "variable" : "port";
  const isNextWord = word === `-${short ?? ""}` || word === `--${long ?? ""}`;
  const value = isNextWord ? next : attached;
  if (value === undefined || (kind === "variable" && value.indexOf("=") < 1)) return undefined;
  if (kind === "port" && !/^[\d[]/.test(value)) return undefined;
  return { kind, value, isNextWord };
}
