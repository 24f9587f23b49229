import { LAUNCH_ARGUMENTS, launchHash } from "../../rules/template/launch-fingerprint";
import { checkTemplateInputs } from "../../rules/template/template-check";
import { parseTemplateInputs } from "../../rules/template/template-inputs";
import { containsUnknown, UNKNOWN } from "../../rules/validation/unknown";
import { plain, secret, stringOf, withoutHidden, type Properties } from "../engine/engine-values";
import type { Call } from "../engine/call";
import type { Checked } from "../resource-lifecycle";
import { HIDDEN } from "../../state/hidden";
import { DEFAULT_DISK_GB } from "../../rules/service-facts";

/**
 * Validates, normalizes, and adds what can be known to the inputs: the default name, the default disk and the
 * fingerprint of what shapes a machine, so that a preview can tell which instances an edit replaces. Sends no request.
 */
export function checkTemplate(
  call: Call,
  olds: Properties,
  news: Properties,
  randomBytes: (size: number) => Uint8Array,
): Checked {
  const given = withoutHidden(news);
  const autoName = given["name"] === undefined ? generatedName(call, olds, randomBytes) : undefined;
  const { inputs, failures } = checkTemplateInputs(
    {
      recommendedDiskSpace: DEFAULT_DISK_GB,
      ...plain(given),
      ...(autoName === undefined ? {} : { name: autoName }),
    },
    call.secrets,
  );
  return {
    inputs: plain({
      ...inputs,
      launchHash: failures.length > 0 ? undefined : secret(fingerprint(inputs)),
      [HIDDEN.autoName]: autoName,
    }),
    failures,
  };
}

/** Random, so not known in a preview; kept through every update. */
function generatedName(
  { name, isPreview }: Call,
  olds: Properties,
  randomBytes: (size: number) => Uint8Array,
): string {
  const old = stringOf(olds[HIDDEN.autoName]);
  if (old !== undefined) return old;
  if (isPreview) return UNKNOWN;
  return `${name.slice(0, 180)}-${Buffer.from(randomBytes(4)).toString("hex").slice(0, 7)}`;
}

/** A name, a text or a login that is not known yet leaves the fingerprint known. */
function fingerprint(inputs: Properties): string {
  if (LAUNCH_ARGUMENTS.some((name) => containsUnknown(inputs[name]))) return UNKNOWN;
  const known = Object.entries(inputs).filter(([, value]) => !containsUnknown(value));
  return launchHash(parseTemplateInputs({ name: "", private: true, ...Object.fromEntries(known) }));
}
