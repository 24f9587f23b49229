import type { CheckFailure } from "../../rules/validation/check-failure";
import { checkInstanceInputs } from "../../rules/instance/instance-check";
import { makeToken } from "../../rules/instance/launch-token";
import { isUnknown, UNKNOWN } from "../../rules/validation/unknown";
import { plain, secret, stringOf, withoutHidden, type Properties } from "../engine/engine-values";
import type { Call } from "../engine/call";
import type { Checked } from "../resource-lifecycle";
import { HIDDEN } from "../../state/hidden";

/** Validates, normalizes, and adds what can be known to the inputs, because only inputs are known in a preview. */
export function checkInstance(
  call: Call,
  olds: Properties,
  news: Properties,
  randomBytes: (size: number) => Uint8Array,
): Checked {
  const { template, ...args } = withoutHidden(news);
  // The rules know one hash, whichever argument gave it.
  const given = template === undefined ? args : { ...args, templateHashId: template };
  const { inputs, failures } = checkInstanceInputs(given, call.secrets);
  const named = template === undefined ? failures : failures.map(underTemplate);
  const { templateHashId, ...rest } = inputs;
  const bothGiven = template !== undefined && args["templateHashId"] !== undefined;
  return {
    inputs: plain({
      ...rest,
      ...(template === undefined ? { templateHashId } : { template: templateHashId }),
      [HIDDEN.template]: news[HIDDEN.template],
      [HIDDEN.templateLaunchHash]: secret(news[HIDDEN.templateLaunchHash]),
      [HIDDEN.token]: tokenFor(call, olds, randomBytes),
    }),
    failures: bothGiven
      ? [
          ...named,
          { property: "template", reason: "Expected one of `template` and `templateHashId`, got both" },
        ]
      : named,
  };
}

function underTemplate(failure: CheckFailure): CheckFailure {
  return {
    property: failure.property === "templateHashId" ? "template" : failure.property,
    reason: failure.reason.replaceAll("`templateHashId`", "`template`"),
  };
}

/** One token, one machine: kept through every update, new for a replacement; random, so not known in a preview. */
function tokenFor(
  { urn, organization, isPreview }: Call,
  olds: Properties,
  randomBytes: (size: number) => Uint8Array,
): string {
  const old = stringOf(olds[HIDDEN.token]);
  if (old !== undefined) return old;
  if (isPreview || urn === undefined || isUnknown(urn)) return UNKNOWN;
  const [stack = "", project = ""] = urn.replace(/^urn:pulumi:/, "").split("::");
  const owner = { organization: organization ?? "organization", project, stack, urn };
  return makeToken(owner, randomBytes(16));
}
