const MARK = "[secret]";

/** Below this length a secret is only recognized as a whole word, so that the secret "1" does not redact every number. */
const SHORT = 6;

/** Redacts known secrets in whatever is shown. Works on copies. */
export interface Redactor {
  text(text: string): string;
  /** `authorization` and cookies are redacted entirely. */
  headers(headers: Readonly<Record<string, string>>): Record<string, string>;
  /** Strings at any depth, names of fields included. */
  value(value: unknown): unknown;
  /** A redactor that knows these secrets as well. */
  and(secrets: readonly string[]): Redactor;
}

const SECRET_HEADERS: ReadonlySet<string> = new Set([
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
]);

/** Knows these secrets as they are, URL-encoded, and escaped for JSON. Empty ones are ignored. */
export function redactor(secrets: readonly string[]): Redactor {
  const known = [...new Set(secrets)].filter((secret) => secret.trim() !== "");
  const pattern = patternOf(known);
  const text = (given: string): string => (pattern === undefined ? given : given.replace(pattern, MARK));
  const value = (given: unknown): unknown => {
    if (typeof given === "string") {
      return text(given);
    }
    if (Array.isArray(given)) {
      return given.map(value);
    }
    if (typeof given === "object" && given !== null) {
      return Object.fromEntries(Object.entries(given).map(([name, held]) => [text(name), value(held)]));
    }
    return given;
  };
  return {
    text,
    value,
    headers: (given) =>
      Object.fromEntries(
        Object.entries(given).map(([name, held]) => [
          name,
          SECRET_HEADERS.has(name.toLowerCase()) ? MARK : text(held),
        ]),
      ),
    and: (more) => redactor([...known, ...more]),
  };
}

function patternOf(secrets: readonly string[]): RegExp | undefined {
  const forms = new Set(secrets.flatMap(formsOf));
  if (forms.size === 0) {
    return undefined;
  }
  // Longest first: a secret may be the beginning of another.
  const sources = [...forms].toSorted((a, b) => b.length - a.length).map(sourceOf);
  return new RegExp(sources.join("|"), "gu");
}

function formsOf(secret: string): string[] {
  return [
    secret,
    secret.trim(),
    encodeURIComponent(Buffer.from(secret).toString()),
    JSON.stringify(secret).slice(1, -1),
  ];
}

function sourceOf(form: string): string {
  const literal = form.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return form.length < SHORT ? `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])` : literal;
}
