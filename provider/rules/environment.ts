import { custom, isRecord, type Rule } from "./argument-rules";
import type { Findings } from "./findings";
import { containsUnknown, isUnknown } from "./unknown";

/** Longest `NAME=value` of an instance's environment, in characters. Source: the service's request limits. */
export const ENTRY_LIMIT = 256;
/** Longest environment as a whole, in characters. Source: the service's request limits. */
export const ENVIRONMENT_LIMIT = 32_768;

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

function refuseName(name: string, path: string, findings: Findings): void {
  if (/^-p(\s|$)/.test(name)) {
    findings.add(path, `\`${path}\` holds a port mapping: give it in \`ports\`, as "host:container"`);
    return;
  }
  if (name.startsWith("-")) {
    findings.add(path, `\`${path}\` holds a docker flag: \`${path}\` takes variable names and values only`);
    return;
  }
  const begin = /^\w*/.exec(name)?.[0] ?? "";
  const which = begin === "" ? "one does not" : `the one that begins "${begin}" does not`;
  findings.add(path, `Expected every name in \`${path}\` to match ${NAME.source.slice(1, -1)}, but ${which}`);
}

/**
 * A map of variable names to text. Messages name the variable, never its value, and of a name that breaks the rule
 * only its beginning: it may be a whole `NAME=secret`. Values of null count as absent.
 */
export function environmentRule(
  limits: { readonly entry?: number } = {},
): Rule<Readonly<Record<string, string>>> {
  const { entry: entryLimit = Infinity } = limits;
  return custom((value, path, findings) => {
    if (!isRecord(value)) {
      findings.expected(path, "to be a map of variable names to text", value);
      return value;
    }
    const checked: Record<string, unknown> = {};
    let total = 0;
    for (const [name, content] of Object.entries(value)) {
      if (content === null || content === undefined) continue;
      checked[name] = content;
      if (!NAME.test(name)) refuseName(name, path, findings);
      else if (isUnknown(content)) continue;
      else if (typeof content !== "string") findings.expected(`${path}.${name}`, "to be text", content);
      else {
        const length = name.length + 1 + content.length;
        total += length;
        if (length > entryLimit) {
          const rule = `to be at most ${entryLimit} characters with its name`;
          findings.add(path, `Expected \`${path}.${name}\` ${rule}, got ${length}`);
        } else if (content.includes("\0")) {
          findings.add(path, `Expected \`${path}.${name}\` to hold no zero byte`);
        }
      }
    }
    if (total > ENVIRONMENT_LIMIT && !containsUnknown(value)) {
      findings.add(
        path,
        `Expected \`${path}\` to be at most ${ENVIRONMENT_LIMIT} characters in all, got ${total}`,
      );
    }
    return checked;
  });
}
