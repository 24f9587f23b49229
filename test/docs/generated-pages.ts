import { join } from "node:path";
import { format, resolveConfig } from "prettier";

import { PROJECT } from "../house/project-files";
import { guaranteesPage } from "./guarantees-page";
import { referencePages } from "./reference/reference-pages";

/** The folder of the pages. */
export const DOCS = join(PROJECT, "docs");

/** Every page that is made and not written, by its path in `docs/`, as it has to be. */
export async function generatedPages(): Promise<Map<string, string>> {
  const pages = [["guarantees.md", guaranteesPage()] as const, ...referencePages()];
  const formatted = pages.map(async ([path, text]) => [path, await formatPage(path, text)] as const);
  return new Map(await Promise.all(formatted));
}

async function formatPage(path: string, text: string): Promise<string> {
  const filepath = join(DOCS, path);
  return format(text, { ...(await resolveConfig(filepath)), filepath, proseWrap: "always" });
}
