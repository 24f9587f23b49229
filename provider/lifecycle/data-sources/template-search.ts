import { ProviderError } from "../../errors";
import { templateResult, type TemplateResult } from "../../rules/template/template-result";
import { checkTemplateFilters } from "../../rules/template/template-filters";
import type { Session } from "../session/session";

/**
 * Templates of this account and public ones that match every filter.
 *
 * @throws INVALID_INPUT naming every mistake of the filters
 */
export async function searchTemplates(session: Session, filters: unknown): Promise<TemplateResult[]> {
  const { failures, filters: checked } = checkTemplateFilters(filters);
  if (failures.length > 0) {
    throw new ProviderError(
      "INVALID_INPUT",
      `The template filters cannot be used: ${failures.map(({ reason }) => reason).join("; ")}.`,
    );
  }
  const records = await session.client.findTemplates(checked);
  return records.filter((record) => record.deletedAt === undefined).map(templateResult);
}
