import { ProviderError } from "../../errors";
import { shownLaunchHash } from "../../rules/template/shown-launch-hash";
import { templateResult } from "../../rules/template/template-result";
import { plain, secret, type Properties } from "../engine/engine-values";
import type { Reading } from "../resource-lifecycle";
import type { Operation } from "../session/operation";
import { ownerIn } from "../session/owner";
import { retryStatus } from "../session/retry-status";
import { findTemplate } from "./find";
import { askedInputs, templateOutputs, templateReading } from "./outputs";

/** @throws NOT_FOUND for a `get`, WRONG_ACCOUNT, and every failure to read: the state stays as it is */
export async function readTemplate(
  operation: Operation,
  id: string,
  props: Properties,
  isGet: boolean,
): Promise<Reading> {
  const { session, report, deadline, signal } = operation;
  await session.requireOwner(isGet ? {} : ownerIn(props), `Template ${id}`, signal);
  const record = await findTemplate(session, templateNumber(id), {
    deadline,
    signal,
    onRetry: retryStatus("reading", report, session.clock),
  });
  if (record === undefined) {
    if (!isGet) return {};
    throw new ProviderError(
      "NOT_FOUND",
      `Template ${id} does not exist, or this account cannot see it. Check the numeric id.`,
    );
  }
  if (isGet) {
    const result = templateResult(record);
    const { id: _id, ...shown } = result;
    const launchHash = secret(shownLaunchHash(result));
    return { id, props: plain({ ...shown, ...templateOutputs({}, record), launchHash }) };
  }
  return { id, props: templateReading(props, record), inputs: askedInputs(props) };
}

/** The numeric id of a template. @throws NOT_FOUND */
export function templateNumber(id: string): number {
  if (/^[1-9]\d{0,14}$/.test(id)) return Number(id);
  throw new ProviderError(
    "NOT_FOUND",
    `Expected the id of a template to be its numeric id, not its hash, got "${id}".`,
  );
}
