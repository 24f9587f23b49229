import { hasCode, ProviderError } from "../../errors";
import { packOnstart } from "../../rules/container/onstart-packing";
import { templateChanges, type TemplateChanges } from "../../rules/template/template-changes";
import { parseTemplateInputs } from "../../rules/template/template-inputs";
import { stringOf, type Properties } from "../engine/engine-values";
import type { Operation } from "../session/operation";
import { ownerIn } from "../session/owner";
import { retryStatus } from "../session/retry-status";
import { findTemplate } from "./find";
import { templateOutputs } from "./outputs";
import { templateNumber } from "./read";
import { HIDDEN } from "../../state/hidden";

/**
 * Edits a template: only what changed is sent. The service gives it a new hash.
 *
 * @throws NOT_FOUND where it is gone, TEMPLATE_CHANGED where the reply is for another template
 */
export async function updateTemplate(
  operation: Operation,
  id: string,
  olds: Properties,
  news: Properties,
): Promise<Record<string, unknown>> {
  const { session } = operation;
  const templateId = templateNumber(id);
  const before = parseTemplateInputs({ private: true, name: "", image: "", ...olds });
  const changes = templateChanges(before, parseTemplateInputs(news));
  const kept = {
    hashId: stringOf(olds["hashId"]) ?? "",
    creatorId: olds["creatorId"],
    createdAt: olds["createdAt"],
    countCreated: olds["countCreated"],
    [HIDDEN.account]: olds[HIDDEN.account],
    [HIDDEN.baseUrl]: olds[HIDDEN.baseUrl],
  };
  if (Object.keys(changes).length === 0) {
    return templateOutputs({ ...news, ...kept }, { id: templateId, hashId: kept.hashId });
  }
  await session.requireOwner(ownerIn(olds), `Template ${id}`);
  const edited = await edit(operation, templateId, kept.hashId, packed(changes));
  if (edited.id !== undefined && edited.id !== templateId) {
    throw new ProviderError(
      "TEMPLATE_CHANGED",
      `The edit of template ${id} changed template ${String(edited.id)} instead. Run \`pulumi refresh\` and check both in the ` +
        "service's console before you edit again.",
    );
  }
  return templateOutputs({ ...news, ...kept }, { id: templateId, hashId: edited.hashId });
}

/** A hash made stale by somebody else's edit is looked up again once, by the id, which stays. */
async function edit(
  { session, deadline, report }: Operation,
  id: number,
  hashId: string,
  changes: TemplateChanges,
): Promise<{ id?: number | undefined; hashId: string }> {
  try {
    return await session.client.editTemplate(hashId, changes, {
      deadline,
      onRetry: retryStatus("editing", report, session.clock),
    });
  } catch (error) {
    if (!hasCode(error, "NOT_FOUND", "UNKNOWN_TEMPLATE")) throw error;
    const current = await findTemplate(session, id, { deadline });
    if (current === undefined) {
      throw new ProviderError(
        "NOT_FOUND",
        `Template ${String(id)} cannot be edited: it is gone. Run \`pulumi refresh\`, then \`pulumi up\` to create it again.`,
        { cause: error },
      );
    }
    if (current.hashId === hashId) throw error;
    report.note(
      `Template ${String(id)} was edited by somebody else since the last refresh; this edit is applied on top of theirs.`,
      "warning",
    );
    return session.client.editTemplate(current.hashId, changes, { deadline });
  }
}

/** A long script is packed on the wire only. */
function packed({ onstart, ...changes }: TemplateChanges): TemplateChanges {
  if (onstart === undefined || onstart === null)
    return onstart === undefined ? changes : { ...changes, onstart };
  const script = packOnstart(onstart);
  return "tooLong" in script ? changes : { ...changes, onstart: script.text };
}
