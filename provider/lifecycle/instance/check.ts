import { randomBytes as systemRandomBytes } from "node:crypto";
import type { CheckFailure } from "../../rules/validation/check-failure";
import { checkInstanceInputs } from "../../rules/instance/instance-check";
import { makeToken } from "../../rules/instance/launch-token";
import { isUnknown, UNKNOWN } from "../../rules/validation/unknown";
import { plain, secret, stringOf, withoutHidden, type Properties } from "../engine/engine-values";
import { receivedFacts, type ReceivedFacts } from "../engine/program-facts";
import { HIDDEN } from "../../state/hidden";

/**
 * Validates, normalises, and puts what can be known into the inputs, because only inputs are known in a preview. What
 * differs from run to run (the program's process, the preview flag) is taken off. Asks nobody.
 */
export function checkInstance(
  olds: Properties,
  news: Properties,
  randomBytes: (size: number) => Uint8Array = systemRandomBytes,
): { inputs: Record<string, unknown>; failures: CheckFailure[]; facts: ReceivedFacts } {
  const facts = receivedFacts(news);
  const { template, ...args } = withoutHidden(news);
  // The rules know one hash, whichever argument named it.
  const given = template === undefined ? args : { ...args, templateHashId: template };
  const { inputs, failures } = checkInstanceInputs(given, facts.secrets);
  const named = template === undefined ? failures : failures.map(underTemplate);
  const { templateHashId, ...rest } = inputs;
  const bothGiven = template !== undefined && args["templateHashId"] !== undefined;
  return {
    inputs: plain({
      ...rest,
      ...(template === undefined ? { templateHashId } : { template: templateHashId }),
      [HIDDEN.template]: news[HIDDEN.template],
      [HIDDEN.templateLaunchHash]: secret(news[HIDDEN.templateLaunchHash]),
      [HIDDEN.token]: tokenFor(olds, facts, randomBytes),
      [HIDDEN.urn]: facts.urn,
      [HIDDEN.resourceName]: facts.name,
      [HIDDEN.timeouts]: facts.timeouts,
      [HIDDEN.secrets]: facts.secrets.length === 0 ? undefined : facts.secrets,
    }),
    failures: bothGiven
      ? [
          ...named,
          { property: "template", reason: "Expected one of `template` and `templateHashId`, got both" },
        ]
      : named,
    facts,
  };
}

function underTemplate(failure: CheckFailure): CheckFailure {
  return {
    property: failure.property === "templateHashId" ? "template" : failure.property,
    reason: failure.reason.replaceAll("`templateHashId`", "`template`"),
  };
}

/** One token, one machine: kept through every update, new for a replacement; random, so not known in a preview. */
function tokenFor(olds: Properties, facts: ReceivedFacts, randomBytes: (size: number) => Uint8Array): string {
  const old = stringOf(olds[HIDDEN.token]);
  if (old !== undefined) return old;
  if (facts.preview || facts.urn === undefined || isUnknown(facts.urn)) return UNKNOWN;
  const [stack = "", project = ""] = facts.urn.replace(/^urn:pulumi:/, "").split("::");
  return makeToken({ organization: facts.organization, project, stack, urn: facts.urn }, randomBytes(16));
}
