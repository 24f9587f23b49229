/** Text that a shell does not change. `~` and `#` are missing: at the start of a word they are special. */
const PLAIN = /^[A-Za-z0-9_@%+:,./-]+$/;
/** Text that a shell does not change between double quotes. */
const TAME = /^[^$`"\\!\p{Cc}]*$/u;

/** The words of a command line as a POSIX shell splits them, without expanding anything; or why it cannot. */
export function splitWords(
  text: string,
): { readonly words: readonly string[] } | { readonly mistake: string } {
  const words: string[] = [];
  let word: string | undefined;
  let rest = text;
  while (rest !== "") {
    const piece = nextPiece(rest);
    if ("mistake" in piece) return piece;
    rest = rest.slice(piece.length);
    if (piece.content !== undefined) word = (word ?? "") + piece.content;
    else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  return { words: word === undefined ? words : [...words, word] };
}

/** A part of a word, or white space between words (no content). */
type Piece = { readonly length: number; readonly content?: string } | { readonly mistake: string };

function nextPiece(text: string): Piece {
  const space = /^[ \t\n\r]+/.exec(text)?.[0];
  if (space !== undefined) return { length: space.length };
  switch (text.charAt(0)) {
    case "'": {
      const end = text.indexOf("'", 1);
      return end < 0
        ? { mistake: "a single quote is not closed" }
        : { length: end + 1, content: text.slice(1, end) };
    }
    case '"': {
      const quoted = /^"((?:[^"\\]|\\[\s\S])*)"/.exec(text);
      if (quoted === null) return { mistake: "a double quote is not closed" };
      const [whole, inside = ""] = quoted;
      return { length: whole.length, content: inside.replaceAll(/\\([$`"\\\n])/g, withoutBackslash) };
    }
    case "\\":
      if (text.length === 1) return { mistake: "it ends with a backslash" };
      return { length: 2, content: withoutBackslash("", text.charAt(1)) };
    default: {
      const plain = /^[^ \t\n\r'"\\]+/.exec(text)?.[0] ?? "";
      return { length: plain.length, content: plain };
    }
  }
}

/** A backslash escapes the next character, and removes a line break. */
function withoutBackslash(_: string, character: string): string {
  return character === "\n" ? "" : character;
}

function quote(text: string): string {
  if (PLAIN.test(text)) return text;
  return TAME.test(text) ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * A word quoted so that a POSIX shell reads it back. Of `NAME=value` and `--flag=value` only the value is quoted, and with
 * double quotes where they suffice, as the service's own templates have it.
 */
export function quoteWord(word: string): string {
  const [, name, value] = /^([A-Za-z0-9_.-]+=)([\s\S]*)$/.exec(word) ?? [];
  return name === undefined || value === undefined ? quote(word) : name + quote(value);
}
