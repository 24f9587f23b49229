import { hasCode, ProviderError } from "../../errors";
import { templateFlags } from "../../rules/template/template-changes";
import { parseTemplateInputs, type TemplateInputs } from "../../rules/template/template-inputs";
import type { TemplateRecord } from "../../rules/template/template-record";
import { packOnstart } from "../../rules/container/onstart-packing";
import type { Properties } from "../engine/engine-values";
import type { Operation } from "../session/operation";
import { PartialFailure } from "../engine/partial-failure";
import { EngineGone } from "../engine/gone";
import { retryStatus } from "../session/retry-status";
import { findTemplate } from "./find";
import { templateOutputs } from "./outputs";
import { HIDDEN } from "../../state/hidden";
import { CLOCK_SKEW_MS, LATE_TEMPLATE_MS } from "../../rules/service-facts";

/** How often a template is searched for after a lost reply, in ms. */
const LOOK_EVERY_MS = 5000;

/**
 * Creates a template, and reads back what the service filled in. For equal content the service may return a template that
 * exists: one that existed before is refused, because two resources would share one record and one delete would hit
 * both.
 *
 * @throws TEMPLATE_EXISTS
 */
export async function createTemplate(
  operation: Operation,
  properties: Properties,
): Promise<{ id: string; outs: Record<string, unknown> }> {
  const { session, deadline, signal } = operation;
  signal.throwIfAborted();
  await session.requireOwner({}, `The resource ${operation.name}`, signal);
  const inputs = parseTemplateInputs(properties);
  const account = await session.account();
  const owner = { account, baseUrl: session.settings.baseUrl };
  // A generated name is unique; a given one may be in use already.
  const before =
    properties[HIDDEN.autoName] === undefined ? await sameName(operation, inputs.name, account) : [];
  const sentAt = session.clock.now();
  const created = await post(operation, inputs, before, account, sentAt);
  if (before.some(({ id }) => id === created.id) || session.createdTemplates.has(created.id)) {
    throw new ProviderError(
      "TEMPLATE_EXISTS",
      `A template with exactly this content exists already (id ${String(created.id)}, hash "${created.hashId}"), and the service ` +
        "returned it instead of creating one. Two resources cannot share one record: give this one another `name`, or " +
        `read the existing one with Template.get("…", "${String(created.id)}").`,
    );
  }
  session.createdTemplates.add(created.id);
  try {
    const record = await findTemplate(session, created.id, { deadline, signal });
    if (session.process.engineGone.signal.aborted) throw new EngineGone();
    return { id: String(created.id), outs: templateOutputs(properties, record ?? created, owner) };
  } catch (error) {
    // Nobody can record it any more: a template that is in no state would block the next one.
    if (session.process.engineGone.signal.aborted) {
      await session.client.deleteTemplate(created.id, { isUrgent: true }).catch(() => undefined);
    }
    const reason = error instanceof Error ? error : new Error(String(error));
    throw new PartialFailure(String(created.id), templateOutputs(properties, created, owner), reason);
  }
}

async function post(
  operation: Operation,
  inputs: TemplateInputs,
  before: readonly TemplateRecord[],
  account: number | undefined,
  sentAt: number,
): Promise<{ id: number; hashId: string }> {
  const { session, report, deadline, signal } = operation;
  try {
    return await session.client.createTemplate(templateBody(inputs), {
      deadline,
      signal,
      onRetry: retryStatus("waiting to create", report, session.clock),
    });
  } catch (error) {
    if (!hasCode(error, "ANSWER_LOST")) throw error;
    const isNew = (record: TemplateRecord): boolean =>
      before.every(({ id }) => id !== record.id) &&
      !session.createdTemplates.has(record.id) &&
      (record.createdAt === undefined || record.createdAt >= (sentAt - CLOCK_SKEW_MS) / 1000);
    const found = await findLost(operation, inputs.name, account, isNew);
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    throw new ProviderError(
      "ANSWER_LOST",
      `Whether the template "${inputs.name}" was created is not known: the answer was lost (${error.message}), and ` +
        `${found.length === 0 ? "no template" : `${String(found.length)} templates`} of that name created since then can be found. ` +
        "Check your templates in the service's console, delete what is there by that name, then run the command again.",
      { cause: error },
    );
  }
}

/** The POST is never sent again: its template may show late. */
async function findLost(
  operation: Operation,
  name: string,
  account: number | undefined,
  isNew: (record: TemplateRecord) => boolean,
): Promise<TemplateRecord[]> {
  const { clock } = operation.session;
  const until = Math.min(operation.deadline, clock.now() + LATE_TEMPLATE_MS);
  for (;;) {
    const isLast = clock.now() >= until;
    const found = (await sameName(operation, name, account)).filter(isNew);
    if (found.length > 0 || isLast) return found;
    operation.report.status("lost answer: searching for the template");
    await clock.sleep(Math.min(LOOK_EVERY_MS, Math.max(1, until - clock.now())), operation.signal);
  }
}

/** Templates of this account and name. */
async function sameName(
  { session, deadline, signal }: Operation,
  name: string,
  account: number | undefined,
): Promise<TemplateRecord[]> {
  const creator = account === undefined ? {} : { creatorId: { eq: account } };
  const found = await session.client.findTemplates({ name: { eq: name }, ...creator }, { deadline, signal });
  return found.filter(
    (record) => record.name === name && (account === undefined || record.creatorId === account),
  );
}

/** The whole request, with the credentials that the API requires even where they are empty. */
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
