import { readFileSync } from "node:fs";
import { join } from "node:path";

import { PROJECT, projectFiles } from "../house/project-files";

/** Stands for what differs from message to message. */
const VARYING = "…";

/** The texts of the code, those joined by `+` as one, each `${…}` as one sign. */
export function messageTexts(): string {
  const sources = projectFiles("provider").filter((path) => path.endsWith(".ts"));
  const code = sources.map((path) => readFileSync(join(PROJECT, path), "utf8")).join("\n");
  return code
    .replaceAll("\\`", "\u0000")
    .replaceAll(/["`]\s*\+\s*["`]/g, "")
    .replaceAll(/\$\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, VARYING)
    .replaceAll("\u0000", "`");
}

/** Whether a text that a page quotes is in the code; what varies may stand for anything short. */
export function isMessage(quoted: string, texts: string): boolean {
  const parts = quoted.split(VARYING).map((part) => part.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(parts.join("[^\\n]{0,120}?")).test(texts);
}

/** The quotations of a page, each on one line. */
export function quotationsIn(markdown: string): string[] {
  return [...markdown.matchAll(/(?:^> .*\n)+/gm)].map(([text]) =>
    text.replaceAll(/^> /gm, "").replaceAll("\n", " ").trim(),
  );
}
