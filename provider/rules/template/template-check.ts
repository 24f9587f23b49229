import { checkArguments, type CheckedInputs } from "../validation/check-arguments";
import { misplacedFilter } from "../offer/misplaced-filter";
import { checkTemplateTogether } from "./template-check-together";
import { templateInputsSchema, type TemplateInputs } from "./template-inputs";

/** Root arguments of a template whose values may be secret. */
export const SECRET_TEMPLATE_ARGUMENTS = [
  "env",
  "onstart",
  "argsStr",
  "dockerOptions",
  "dockerLoginUser",
  "dockerLoginPass",
] as const satisfies readonly (keyof TemplateInputs)[];

/**
 * Every mistake in the arguments of a template, and the arguments normalized: null is left out, `private` is true
 * where it is not given, filters and ports are in their canonical spelling. A value that is not known yet is never a mistake.
 * `secrets`: further arguments whose values are in no message.
 */
export function checkTemplateInputs(
  raw: Readonly<Record<string, unknown>>,
  secrets: readonly string[] = [],
): CheckedInputs {
  const secretRoots = [...SECRET_TEMPLATE_ARGUMENTS, ...secrets];
  return checkArguments(
    templateInputsSchema,
    raw,
    secretRoots,
    checkTemplateTogether,
    misplacedFilter("extraFilters"),
  );
}
