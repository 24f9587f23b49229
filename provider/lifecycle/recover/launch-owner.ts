import { keyOfToken, nameInLabel, parseLaunchLabel, resourceKey } from "../../rules/instance/launch-token";
import { stringOf, type Properties } from "../engine/engine-values";
import { TYPE_TOKEN } from "../../state/type-token";
import { propertiesOf, type Checkpoint } from "./checkpoint";
import { HIDDEN } from "../../state/hidden";

const TYPE = TYPE_TOKEN.Instance;

/**
 * The URN of the resource of this stack whose launches put such a label on their machines; undefined where none can have.
 * Tokens of the state decide; else, the key being a hash, the URNs that the resource may have had are tried: those of the state,
 * and one of the label's name, by itself and below everything that is in the state.
 */
export function launchOwner(label: string, checkpoint: Checkpoint, organization: string): string | undefined {
  const launch = parseLaunchLabel(label);
  if (launch === undefined) return undefined;
  const recorded = recordsOf(checkpoint).find((resource) => {
    const token = stringOf(propertiesOf(resource, "inputs")[HIDDEN.token]);
    return token !== undefined && keyOfToken(token) === launch.key;
  });
  if (recorded !== undefined) return stringOf(recorded["urn"]);
  return [...urnsFor(nameInLabel(label) ?? "", checkpoint)].find((urn) => {
    const { stack, project } = partsOf(urn);
    return resourceKey({ organization, project, stack, urn }) === launch.key;
  });
}

function recordsOf({ resources, pending }: Checkpoint): Properties[] {
  return [...resources, ...pending.map(({ resource }) => resource)];
}

function urnsFor(name: string, checkpoint: Checkpoint): Set<string> {
  const known = recordsOf(checkpoint)
    .map((resource) => stringOf(resource["urn"]))
    .filter((urn) => urn !== undefined);
  const parents = known.map((urn) => {
    const { stack, project, type } = partsOf(urn);
    return `urn:pulumi:${stack}::${project}::${type}$${TYPE}::${name}`;
  });
  const plain = known.slice(0, 1).map((urn) => {
    const { stack, project } = partsOf(urn);
    return `urn:pulumi:${stack}::${project}::${TYPE}::${name}`;
  });
  return new Set([...known.filter((urn) => partsOf(urn).type.endsWith(TYPE)), ...plain, ...parents]);
}

/** Of `urn:pulumi:<stack>::<project>::<type chain>::<name>`. */
function partsOf(urn: string): { stack: string; project: string; type: string } {
  const [stack = "", project = "", type = ""] = urn.replace(/^urn:pulumi:/, "").split("::");
  return { stack, project, type };
}
