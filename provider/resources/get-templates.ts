import * as pulumi from "@pulumi/pulumi";
import type { TemplateFilters } from "../rules/template/template-filters";
import type { TemplateResult } from "../rules/template/template-result";
import { settled, vastaiConfig } from "./get-offers";
import type { NestedArgs } from "./nested-inputs";

/** A search for templates. */
export interface TemplateQuery {
  /** What a template has to be; all filters must hold. `{}`: every template that the account can see. */
  readonly filters: TemplateFilters;
}

/** A `TemplateFilters` of which any part may be an `Output`. */
export type TemplateFiltersArgs = NestedArgs<TemplateFilters>;

/** A `TemplateQuery` of which any part may be an `Output`. */
export type TemplateQueryArgs = NestedArgs<TemplateQuery>;

/** What the `Output` form of the search waits for. */
export interface GetTemplatesOutputOptions {
  /**
   * Resources that must exist before the search is sent.
   * @default none: the search is sent as soon as its arguments are known
   */
  dependsOn?: pulumi.Input<pulumi.Input<pulumi.Resource>[]>;
}

/**
 * Searches templates, the account's own and public ones, by their fields; gives an empty list where none matches.
 *
 * @remarks
 * Sends one request, in previews too, at most one every 3 s (the service's limit). Registry passwords are in no result.
 *
 * @param query - what a template has to be
 * @returns the templates, as the service orders them
 * @throws `INVALID_INPUT` where the filters break a rule, naming every mistake
 * @throws `PERMISSION_DENIED` where the key lacks the permission `user_read`, which the service requires here
 * @throws `INVALID_SETTING`, `MISSING_API_KEY`, `LOGIN_REFUSED` or `SESSION_EXPIRED` where the settings or the key cannot
 * be used
 * @throws `RATE_LIMITED`, `UNREACHABLE`, `SERVICE_ERROR`, `UNEXPECTED_REPLY` or `REFUSED` where the service gives no
 * answer that can be used
 *
 * @example
 * ```ts
 * import { getTemplates, type TemplateResult } from "pulumi-vastai";
 *
 * async function mostUsed(name: string): Promise<TemplateResult | undefined> {
 *   const found = await getTemplates({ filters: { name, recommended: true } });
 *   return found.sort((one, other) => (other.countCreated ?? 0) - (one.countCreated ?? 0))[0];
 * }
 *
 * export const hashId = mostUsed("PyTorch").then((template) => template?.hashId);
 * ```
 */
export async function getTemplates(query: TemplateQuery): Promise<TemplateResult[]> {
  const { programSession, searchTemplates } = await import("../lifecycle/data-sources/program-session.js");
  return searchTemplates(programSession(vastaiConfig()), query.filters);
}

/**
 * `getTemplates` with inputs at any depth of the filters, giving an `Output`.
 *
 * @remarks
 * While an argument is not known yet, as may be in a preview, nothing is sent and the output is not known either. The
 * output fails with the codes of `getTemplates`.
 *
 * @param query - what a template has to be
 * @param options - resources that must exist before the search
 * @returns the templates, as `getTemplates` gives them
 *
 * @example
 * ```ts
 * import { getTemplatesOutput, Template } from "pulumi-vastai";
 *
 * const trainer = new Template("trainer", { name: "trainer", image: "ubuntu:24.04" });
 *
 * export const sameName = getTemplatesOutput({ filters: { name: trainer.name } }, { dependsOn: [trainer] }).apply(
 *   (found) => found.length,
 * );
 * ```
 */
export function getTemplatesOutput(
  query: pulumi.Input<TemplateQueryArgs>,
  options: GetTemplatesOutputOptions = {},
): pulumi.Output<TemplateResult[]> {
  return pulumi
    .all([pulumi.output(query), settled(options.dependsOn)])
    .apply(async ([plainQuery]) => getTemplates(plainQuery));
}
