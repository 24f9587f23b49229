import { isRecord, stringOf, type Properties } from "../engine/engine-values";
import { ownerIn, type RecordedOwner } from "../session/owner";
import { TYPE_TOKEN } from "../../state/type-token";
import { RecoverStop } from "./recover-stop";

/** An operation that the engine started and whose end it never recorded. */
export interface PendingOperation {
  /** `creating`, `updating`, `deleting`, … */
  readonly type: string;
  /** The resource's record, as far as the engine knew it. */
  readonly resource: Properties;
}

/** A stack's state as `pulumi stack export` prints it. Secrets stay encrypted. */
export interface Checkpoint {
  /** Exactly as it was read. */
  readonly text: string;
  readonly exported: Properties;
  readonly deployment: Properties;
  readonly resources: readonly Properties[];
  readonly pending: readonly PendingOperation[];
}

/** Forms of the exported state that are known to hold resources and pending operations as we read them. */
const KNOWN_VERSIONS: readonly unknown[] = [3, 4];

/** @throws RecoverStop STATE_UNREADABLE */
export function readCheckpoint(text: string): Checkpoint {
  const exported = parse(text);
  const { deployment } = exported;
  if (deployment === null) return { text, exported, deployment: {}, resources: [], pending: [] };
  if (!isRecord(deployment)) throw unreadable("it has no deployment");
  if (!KNOWN_VERSIONS.includes(exported["version"])) {
    throw unreadable(`its version is ${JSON.stringify(exported["version"])}, and only 3 and 4 are known`);
  }
  return {
    text,
    exported,
    deployment,
    resources: records(deployment["resources"], "resources"),
    pending: records(deployment["pending_operations"], "pending operations").map((operation) => {
      const { resource } = operation;
      if (!isRecord(resource)) throw unreadable("a pending operation names no resource");
      return { type: stringOf(operation["type"]) ?? "", resource };
    }),
  };
}

/** The properties by that name of a resource's record. */
export function propertiesOf(resource: Properties, name: "inputs" | "outputs"): Properties {
  const properties = resource[name];
  return isRecord(properties) ? properties : {};
}

/** The accounts and deployments that the stack's resources were recorded with. */
export function recordedOwners({ resources }: Checkpoint): RecordedOwner[] {
  return resources.filter(isOurs).map((resource) => ownerIn(propertiesOf(resource, "outputs")));
}

export function isOurs(resource: Properties): boolean {
  return Object.values<unknown>(TYPE_TOKEN).includes(resource["type"]);
}

function parse(text: string): Properties {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unreadable("it is no JSON", error);
  }
  if (isRecord(value)) return value;
  throw unreadable("it is no JSON object");
}

function records(value: unknown, what: string): readonly Properties[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every(isRecord)) return value;
  throw unreadable(`its ${what} are no list of records`);
}

function unreadable(why: string, cause?: unknown): RecoverStop {
  return new RecoverStop(
    "STATE_UNREADABLE",
    `The exported state cannot be read: ${why}. Nothing was changed. Check \`pulumi stack export\`.`,
    cause,
  );
}
