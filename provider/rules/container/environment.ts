import { z } from "zod";
import { orUnknown } from "../validation/argument-schemas";
import { isRecord } from "../validation/is-record";
import { containsUnknown, isUnknown } from "../validation/unknown";

/** Longest `NAME=value` of an instance's environment, in characters. Source: the service's request limits. */
export const ENTRY_LIMIT = 256;
/** Longest environment as a whole, in characters. Source: the service's request limits. */
export const ENVIRONMENT_LIMIT = 32_768;

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What is wrong with a name that breaks the rule. Only its start is shown: it may be a whole `NAME=secret`. */
function nameMistake(name: string): string {
  if (/^-p(\s|$)/.test(name)) return '`env` holds a port mapping: give it in `ports`, as "host:container"';
  if (name.startsWith("-")) return "`env` holds a docker flag: `env` takes variable names and values only";
  const begin = /^\w*/.exec(name)?.[0] ?? "";
  const which = begin === "" ? "one does not" : `the one that starts with "${begin}" does not`;
  return `Expected every name in \`env\` to match ${NAME.source.slice(1, -1)}, but ${which}`;
}

const nameSchema = z.string().superRefine((name, context) => {
  if (!NAME.test(name)) context.addIssue(nameMistake(name));
});

function* lengthMistakes(env: Readonly<Record<string, unknown>>, entryLimit: number): Generator<string> {
  let total = 0;
  for (const [name, content] of Object.entries(env)) {
    if (typeof content !== "string" || isUnknown(content)) continue;
    const length = name.length + 1 + content.length;
    total += length;
    if (length > entryLimit) {
      yield `Expected \`env.${name}\` to be at most ${entryLimit} characters with its name, got ${length}`;
    } else if (content.includes("\0")) {
      yield `Expected \`env.${name}\` to hold no zero byte`;
    }
  }
  if (total > ENVIRONMENT_LIMIT && !containsUnknown(env)) {
    yield `Expected \`env\` to be at most ${ENVIRONMENT_LIMIT} characters in all, got ${total}`;
  }
}

/** `env`: a `Record<string, string>` of variables. Messages name the variable, never its value. */
export function environmentSchema({ entry = Infinity }: { readonly entry?: number } = {}) {
  return z
    .record(nameSchema, orUnknown(z.string()), {
      error: "to be an object of variable names and their values",
    })
    .superRefine(
      (env, context) => {
        for (const mistake of lengthMistakes(env, entry)) context.addIssue(mistake);
      },
      { when: ({ value }) => isRecord(value) },
    );
}
