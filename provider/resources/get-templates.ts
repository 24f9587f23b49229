import * as pulumi from "@pulumi/pulumi";
import type { TemplateFilters } from "../rules/template/template-filters";
import type { TemplateResult } from "../rules/template/template-result";
import { settled, vastaiConfig } from "./get-offers";
import type { NestedInput } from "./nested-inputs";

/** What is searched for. */
export interface GetTemplatesArgs {
  readonly filters: TemplateFilters;
}

/** Options of the `Output` form. */
export interface GetTemplatesOutputOptions {
  /** Resources that have to be there before the search. */
  dependsOn?: pulumi.Input<pulumi.Input<pulumi.Resource>[]>;
}

/**
 * Searches templates, the account's own and public ones, by their fields; an empty list where none matches. The API key
 * needs the permission `user_read`.
 *
 * @throws INVALID_INPUT, MISSING_API_KEY, LOGIN_REFUSED, PERMISSION_DENIED, RATE_LIMITED, UNREACHABLE, SERVICE_ERROR
 */
export async function getTemplates(args: GetTemplatesArgs): Promise<TemplateResult[]> {
  const { programSession, searchTemplates } = await import("../lifecycle/data-sources/program-session.js");
  return searchTemplates(programSession(vastaiConfig()), args.filters);
}

/** `getTemplates` for inputs, at any depth of the filters: unknown while an argument is not known yet. */
export function getTemplatesOutput(
  args: NestedInput<GetTemplatesArgs>,
  options: GetTemplatesOutputOptions = {},
): pulumi.Output<TemplateResult[]> {
  return pulumi
    .all([pulumi.output(args), settled(options.dependsOn)])
    .apply(async ([plainArgs]) => getTemplates(plainArgs));
}
