import { HIDDEN } from "../../state/hidden";
import { TEMPLATE_SERVICE_OUTPUTS } from "../../state/output-names";
import { plain, type Properties } from "../engine/engine-values";

const NOT_INPUTS = new Set<string>([
  ...TEMPLATE_SERVICE_OUTPUTS,
  HIDDEN.account,
  HIDDEN.baseUrl,
  HIDDEN.drift,
  HIDDEN.asked,
]);

/** The inputs among the properties of a template. */
export function templateInputsOf(properties: Properties): Record<string, unknown> {
  return plain(Object.fromEntries(Object.entries(properties).filter(([name]) => !NOT_INPUTS.has(name))));
}
