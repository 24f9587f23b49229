import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";

import { PROJECT } from "../house/project-files";
import { guaranteesPage } from "./guarantees-page";
import { referencePages } from "./reference/reference-pages";
import { derivedFields, type Manifest } from "./repository";

/** Every file that is made and not written, by its path in the project, as it has to be. */
export async function generatedPages(): Promise<Map<string, string>> {
  const pages = [
    ["docs/guarantees.md", guaranteesPage()] as const,
    ...referencePages(),
    ["package.json", withDerivedFields(readFileSync(join(PROJECT, "package.json"), "utf8"))] as const,
  ];
  const formatted = pages.map(async ([path, text]) => [path, await formatFile(path, text)] as const);
  return new Map(await Promise.all(formatted));
}

/** package.json with what follows from the address of the repository. */
function withDerivedFields(text: string): string {
  const manifest = JSON.parse(text) as Manifest;
  return JSON.stringify({ ...manifest, ...derivedFields(manifest) }, null, 2);
}

async function formatFile(path: string, text: string): Promise<string> {
  const filepath = join(PROJECT, path);
  return format(text, { ...(await resolveConfig(filepath)), filepath, proseWrap: "always" });
}
