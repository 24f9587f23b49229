import { planPages } from "./page-plan";
import { readProject } from "./read-project";
import type { Declaration, Project } from "./reflection";
import { PageWriter } from "./write-page";

/** Every page of the reference by its path, before it is formatted. */
export function referencePages(project: Project = readProject()): Map<string, string> {
  const plan = planPages(project);
  const writer = new PageWriter(plan, errorCodesOf(project));
  return new Map(plan.pages.map((page) => [`docs/reference/${page.file}.md`, writer.write(page)]));
}

/** The members of `ErrorCode`. */
function errorCodesOf(project: Project): string[] {
  const exports = (project.children ?? []).flatMap(({ children }) => children ?? []);
  const type = exports.find((one): one is Declaration => one.name === "ErrorCode")?.type;
  if (type?.type !== "union") throw new Error("ErrorCode is no union");
  return type.types.flatMap((member) =>
    member.type === "literal" && typeof member.value === "string" ? [member.value] : [],
  );
}
