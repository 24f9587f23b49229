import { numberOf, stringOf, type Properties } from "../engine/engine-values";
import { TYPE_TOKEN } from "../../state/type-token";
import { propertiesOf, type Checkpoint } from "./checkpoint";
import { HIDDEN } from "../../state/hidden";

/** A creation of ours that the engine started and never recorded. */
export interface InterruptedCreation {
  readonly kind: "instance" | "template";
  readonly urn: string;
  /** The resource's name in the program. */
  readonly name: string;
  /** The resource's record, without id and outputs. */
  readonly resource: Properties;
  readonly inputs: Properties;
  /** Of an instance: what its label carries until the launch is done. */
  readonly token?: string | undefined;
  /** The requested label or template name; undefined where there is none, or where it is a secret. */
  readonly askedName?: string | undefined;
  /** Whether nobody else can have chosen `askedName`: it was generated, with a random part. */
  readonly isNameOurs: boolean;
  /** epoch ms before which it cannot have started: whatever it depends on existed first */
  readonly notBefore: number;
}

/** The creations of ours among the pending operations. The engine carries one over through later updates. */
export function interruptedCreations(checkpoint: Checkpoint): InterruptedCreation[] {
  const creations = checkpoint.pending
    .filter(({ type }) => type === "creating")
    .flatMap(({ resource }): InterruptedCreation[] => {
      const kind = kindOf(resource);
      const urn = stringOf(resource["urn"]);
      if (kind === undefined || urn === undefined) return [];
      const inputs = propertiesOf(resource, "inputs");
      return [
        {
          kind,
          urn,
          name: urn.split("::").at(-1) ?? urn,
          resource,
          inputs,
          token: stringOf(inputs[HIDDEN.token]),
          askedName: stringOf(inputs[kind === "instance" ? "label" : "name"]),
          isNameOurs: inputs[HIDDEN.autoName] !== undefined && inputs[HIDDEN.autoName] === inputs["name"],
          notBefore: begunAfter(checkpoint, resource),
        },
      ];
    });
  return creations.filter(
    (creation, index) => creations.findIndex((other) => isSame(other, creation)) === index,
  );
}

/** Creations that an import would forget although they are not ours. */
export function otherCreations(checkpoint: Checkpoint): string[] {
  return checkpoint.pending
    .filter(({ type, resource }) => type === "creating" && kindOf(resource) === undefined)
    .map(({ resource }) => stringOf(resource["urn"]) ?? "a resource without URN");
}

function kindOf(resource: Properties): InterruptedCreation["kind"] | undefined {
  if (resource["type"] === TYPE_TOKEN.Instance) return "instance";
  return resource["type"] === TYPE_TOKEN.Template ? "template" : undefined;
}

/** A launch recorded twice is one launch. */
function isSame(left: InterruptedCreation, right: InterruptedCreation): boolean {
  return left.urn === right.urn && left.token === right.token && left.askedName === right.askedName;
}

function begunAfter({ resources }: Checkpoint, resource: Properties): number {
  const named = [resource["parent"], ...listOf(resource["dependencies"])];
  const times = resources
    .filter(({ urn }) => named.includes(urn))
    .map((dependency) => Date.parse(stringOf(dependency["created"]) ?? ""));
  return Math.max(0, ...times.filter((time) => !Number.isNaN(time)));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The contract number or template id of a resource of the state; undefined for an id that is no number. */
export function numericId(resource: Properties): number | undefined {
  const id = stringOf(resource["id"]);
  return id !== undefined && /^[1-9]\d*$/.test(id) ? numberOf(Number(id)) : undefined;
}
