import { hasCode, ProviderError } from "../../errors";
import { templateFlags } from "../../rules/template-changes";
import type { TemplateInputs } from "../../rules/template-inputs";
import { parseTemplateInputs } from "../../rules/template-inputs-schema";
import type { TemplateRecord } from "../../rules/template-record";
import { packOnstart } from "../../rules/onstart-packing";
import { stringOf, type Properties } from "../engine-values";
import type { Operation } from "../operation";
import { PartialFailure } from "../partial-failure";
import { findTemplate } from "./find";
import { templateOutputs } from "./outputs";

/** How far the service's clock may be behind ours when a lost create is looked for, in s. */
const CLOCK_SKEW_S = 300;

/**
 * Creates a template, and reads back what the service filled in. Equal content may be answered with a template that
 * exists: one that was there before is refused, because two resources would share one record and one delete would hit
 * both.
 *
 * @throws TEMPLATE_EXISTS
 */
export async function createTemplate(
  operation: Operation,
  properties: Properties,
): Promise<{ id: string; outs: Record<string, unknown> }> {
  const { session, deadline, signal } = operation;
  await session.requireAccount(
    undefined,
    `The resource ${stringOf(properties["__resourceName"]) ?? ""}`.trim(),
  );
  const inputs = parseTemplateInputs(properties);
  const account = await session.account();
  // A generated name is ours alone; one that was given may be somebody's already.
  const before =
    properties["__autoName"] === undefined ? await sameName(operation, inputs.name, account) : [];
  const sentAt = session.clock.now();
  signal.throwIfAborted();
  const created = await post(operation, inputs, before, account, sentAt);
  if (before.some(({ id }) => id === created.id) || session.createdTemplates.has(created.id)) {
    throw new ProviderError(
      "TEMPLATE_EXISTS",
      `A template with exactly this content exists already (id ${String(created.id)}, hash "${created.hashId}"), and the service ` +
        "answered with it instead of making one. Two resources cannot share one record: give this one another `name`, or " +
        `read the existing one with Template.get("…", "${String(created.id)}").`,
    );
  }
  session.createdTemplates.add(created.id);
  try {
    const record = await findTemplate(session, created.id, { deadline });
    return { id: String(created.id), outs: templateOutputs(properties, record ?? created, account) };
  } catch (error) {
    const reason = error instanceof Error ? error : new Error(String(error));
    throw new PartialFailure(String(created.id), templateOutputs(properties, created, account), reason);
  }
}

async function post(
  operation: Operation,
  inputs: TemplateInputs,
  before: readonly TemplateRecord[],
  account: number | undefined,
  sentAt: number,
): Promise<{ id: number; hashId: string }> {
  const { session, deadline } = operation;
  try {
    return await session.client.createTemplate(templateBody(inputs), { deadline });
  } catch (error) {
    if (!hasCode(error, "ANSWER_LOST")) throw error;
    const found = (await sameName(operation, inputs.name, account)).filter(
      (record) =>
        before.every(({ id }) => id !== record.id) &&
        !session.createdTemplates.has(record.id) &&
        (record.createdAt === undefined || record.createdAt >= sentAt / 1000 - CLOCK_SKEW_S),
    );
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    throw new ProviderError(
      "ANSWER_LOST",
      `Whether the template "${inputs.name}" was created is not known: the answer was lost (${error.message}), and ` +
        `${found.length === 0 ? "no template" : `${String(found.length)} templates`} of that name made since then can be found. ` +
        "Look at your templates in the service's console, delete what is there by that name, then run the command again.",
      { cause: error },
    );
  }
}

/** Templates of this account and name. */
async function sameName(
  { session, deadline }: Operation,
  name: string,
  account: number | undefined,
): Promise<TemplateRecord[]> {
  const creator = account === undefined ? {} : { creatorId: { eq: account } };
  const found = await session.client.findTemplates({ name: { eq: name }, ...creator }, { deadline });
  return found.filter(
    (record) => record.name === name && (account === undefined || record.creatorId === account),
  );
}

/** Everything that is asked, with the credentials that the interface requires even where they are empty. */
function templateBody({ env, ports, dockerOptions, onstart, ...inputs }: TemplateInputs) {
  const packed = onstart === undefined ? undefined : packOnstart(onstart);
  const flags = templateFlags({
    ...(env && { env }),
    ...(ports && { ports }),
    ...(dockerOptions !== undefined && { dockerOptions }),
  });
  return {
    dockerLoginRepo: "",
    dockerLoginUser: "",
    dockerLoginPass: "",
    ...inputs,
    ...(flags === "" ? {} : { env: flags }),
    // `check` has refused a script that does not fit.
    ...(packed === undefined || "tooLong" in packed ? {} : { onstart: packed.text }),
  };
}
