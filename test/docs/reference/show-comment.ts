import type { Comment, CommentPart } from "./reflection";

/** The text of a comment, its paragraphs each on one line. */
export function summaryOf(comment: Comment | undefined): string {
  return textOf(comment?.summary ?? []);
}

/** The texts of every tag of one kind, such as `@throws`. */
export function tagsOf(comment: Comment | undefined, tag: string): string[] {
  return (comment?.blockTags ?? [])
    .filter((block) => block.tag === tag)
    .map(({ content }) => textOf(content));
}

/** The text of `@default` as a sentence says it: a value as code, words as they are. */
export function defaultOf(comment: Comment | undefined): string | undefined {
  const [text] = tagsOf(comment, "@default");
  if (text === undefined) return undefined;
  // TypeDoc takes what holds no code for code as a whole.
  const bare = /^```ts\n([\s\S]*)\n```$/.exec(text)?.[1]?.replaceAll(/\s+/g, " ") ?? text;
  return /^(".*"|[\d.]+|true|false|[[{].*)$/.test(bare) ? `\`${bare}\`` : bare;
}

function textOf(parts: readonly CommentPart[]): string {
  return parts
    .map((part) => {
      if (part.kind === "inline-tag") return `\`${part.text}\``;
      // Code is left as it is; a line of words that is broken in the source continues here.
      return part.kind === "code"
        ? part.text
        : part.text.replaceAll(/(?<!\n)\n *(?![\n]|[-*] |\d+\. )/g, " ");
    })
    .join("")
    .trim();
}
