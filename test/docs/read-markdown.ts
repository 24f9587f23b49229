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

/** Every fenced block, in order. */
export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1] ?? "",
    text: match[2] ?? "",
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

/** Targets of links that lead to a file of the project. */
export function localLinks(markdown: string): string[] {
  const targets = [...markdown.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target ?? "");
  return targets.filter((target) => !/^(https?:|#)/.test(target)).map((target) => target.split("#")[0] ?? "");
}
