import { LAUNCH_HASH, TEMPLATE_ARGUMENTS } from "../../state/output-names";
import { plain, type Properties } from "../engine/engine-values";
import { HIDDEN } from "../../state/hidden";

/** What is not an argument, but an input: computed by `check` or copied by the class. */
const HIDDEN_INPUTS: readonly string[] = [
  LAUNCH_HASH,
  HIDDEN.autoName,
  HIDDEN.urn,
  HIDDEN.resourceName,
  HIDDEN.timeouts,
];

/** The inputs among the properties of a template. */
export function templateInputsOf(properties: Properties): Record<string, unknown> {
  const names = [...TEMPLATE_ARGUMENTS, ...HIDDEN_INPUTS];
  return plain(Object.fromEntries(names.map((name) => [name, properties[name]])));
}
