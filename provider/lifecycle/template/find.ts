import type { CallOptions } from "../../client/service-client";
import type { TemplateRecord } from "../../rules/template/template-record";
import type { Session } from "../session/session";

/** The template with this id, or undefined where the account has none: deleted ones may still be shown. */
export async function findTemplate(
  session: Session,
  id: number,
  options: CallOptions = {},
): Promise<TemplateRecord | undefined> {
  const found = await session.client.findTemplates({ id: { eq: id } }, options);
  return found.find((record) => record.id === id && record.deletedAt === undefined);
}
