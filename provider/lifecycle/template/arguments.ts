import { TEMPLATE_FIELDS } from "../../rules/template/template-changes";
import { plain, type Properties } from "../engine/engine-values";

/** Every argument of a template, as it stands in a state. */
export const TEMPLATE_ARGUMENTS: readonly string[] = [...TEMPLATE_FIELDS, "env", "ports", "dockerOptions"];

/** What is not an argument, but an input: computed by `check` or copied by the class. */
const HIDDEN_INPUTS: readonly string[] = [
  "launchHash",
  "__autoName",
  "__urn",
  "__resourceName",
  "__timeouts",
];

/** The inputs among the properties of a template. */
export function templateInputsOf(properties: Properties): Record<string, unknown> {
  const names = [...TEMPLATE_ARGUMENTS, ...HIDDEN_INPUTS];
  return plain(Object.fromEntries(names.map((name) => [name, properties[name]])));
}
