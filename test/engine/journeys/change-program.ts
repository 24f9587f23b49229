import { ARGUMENTS, type Arguments, type ChangeRow } from "./change-row";

/** Whether the rows stand as before their edit or as after it. */
export type Turn = "before" | "after";

/** The resource's name of a row. */
export function nameOfRow(index: number): string {
  return `row${String(index + 1).padStart(2, "0")}`;
}

/** The name of the template next to the instance. */
export function templateNameOfRow(index: number): string {
  return `${nameOfRow(index)}-base`;
}

/**
 * All rows in one program. Of its texts, `$template` and `$hashId` are the template of the row, `$derived` a copy of its
 * hash; `{ $late }` is a value that the preview of the edit cannot know.
 */
export const CHANGE_PROGRAM = `
const { turn, rows } = require("./rows.json");
const clue = new Template("clue", { image: "acme/clue", readme: turn });
for (const { name, base, args, options } of rows) {
  const template = base && new Template(name + "-base", base);
  const texts = template && { $template: template, $hashId: template.hashId, $derived: template.hashId.apply((hash) => hash) };
  const filled = (value) => {
    if (typeof value === "string") return texts?.[value] ?? value;
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value !== "object" || value === null) return value;
    if ("$late" in value) return clue.hashId.apply(() => value.$late);
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one)]));
  };
  new Instance(name, filled(args), options);
}
`;

/** The rows as the program reads them. `words` are the texts with a `$` that the world has to fill in. */
export function rowsFile(rows: readonly ChangeRow[], turn: Turn, words: readonly Arguments[]): string {
  const listed = rows.map((row, index) => ({
    name: nameOfRow(index),
    base: row.template?.[turn],
    args: { ...ARGUMENTS, ...row[turn] },
    options: row.options?.[turn],
  }));
  const own = (index: number): Arguments => words[index] ?? {};
  const filled = listed.map((row, index) => replaceWords(row, own(index)));
  return JSON.stringify({ turn, rows: filled });
}

function replaceWords(value: unknown, words: Arguments): unknown {
  if (typeof value === "string") return value in words ? words[value] : value;
  if (Array.isArray(value)) return value.map((one) => replaceWords(one, words));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceWords(one, words)]));
}
