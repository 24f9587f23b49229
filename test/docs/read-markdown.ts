/** A fenced block of code. */
export interface CodeBlock {
  readonly language: string;
  readonly text: string;
  /** Line of its fence, from 1. */
  readonly line: number;
}

/** A table, its cells trimmed. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Every fenced block, in order, also those in lists. */
export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm)].map((match) => ({
    language: match[2] ?? "",
    text: (match[3] ?? "").replaceAll(new RegExp(`^${match[1] ?? ""}`, "gm"), ""),
    line: markdown.slice(0, match.index).split("\n").length,
  }));
}

/** The table whose first heading cells are these. */
export function tableOf(markdown: string, ...header: readonly string[]): Table {
  const tables = [...markdown.matchAll(/(?:^\|.*\|$\n?)+/gm)].map((match) => parseTable(match[0]));
  const found = tables.filter((table) => header.every((cell, index) => table.header[index] === cell));
  const [table] = found;
  if (table === undefined || found.length > 1) {
    throw new Error(`Expected one table headed ${header.join(", ")}, found ${found.length}`);
  }
  return table;
}

function parseTable(text: string): Table {
  const [header = [], , ...rows] = text
    .trimEnd()
    .split("\n")
    .map((line) =>
      line
        .replaceAll("\\|", "\u0000")
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.replaceAll("\u0000", "|").trim()),
    );
  return { header, rows };
}

/** The `words` in backticks of one column, row by row. */
export function wordsIn(table: Table, column = 0): string[] {
  return table.rows.flatMap((row) =>
    [...(row[column] ?? "").matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? ""),
  );
}

/** A link to a file of the project. */
export interface LocalLink {
  /** As written, relative to the page; empty for the page itself. */
  readonly path: string;
  /** The heading there; empty for the whole page. */
  readonly anchor: string;
}

/** Links that lead to a file of the project, or to a heading. */
export function localLinks(markdown: string): LocalLink[] {
  const prose = markdown.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^https?:/.test(target))
    .map((target) => {
      const [path = "", anchor = ""] = target.split("#");
      return { path, anchor };
    });
}

/** The anchors of a page's headings, as code hosts make them. */
export function anchorsIn(markdown: string): string[] {
  const prose = markdown.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, "");
  return [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}
