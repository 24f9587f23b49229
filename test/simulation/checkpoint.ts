import { isRecord, stringsOf, type Properties } from "../../provider/lifecycle/engine/engine-values";
import { TYPE_TOKEN } from "../../provider/state/type-token";
import type { Which } from "./history";

/** What the engine keeps of one resource. */
export interface ResourceRecord {
  readonly urn: string;
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
  readonly initErrors: readonly string[];
  /** Replaced, and still to be deleted. */
  readonly delete: boolean;
  /** Deleted, and its replacement not made yet. */
  readonly pendingReplacement: boolean;
  /** Where it was made. */
  readonly home: Home;
}

/** An account of a deployment. */
export interface Home {
  readonly account: Which;
  readonly deployment: Which;
}

/** A call whose result was not recorded. */
export interface PendingOperation {
  readonly type: "creating" | "updating" | "deleting";
  readonly resource: ResourceRecord;
}

/** A stack's state, as the engine writes it down. */
export interface Checkpoint {
  readonly resources: readonly ResourceRecord[];
  readonly pending: readonly PendingOperation[];
}

export const EMPTY: Checkpoint = { resources: [], pending: [] };

/** Tokens of launches that a state knows of. */
export function tokensOf({ resources, pending }: Checkpoint): Set<string> {
  const all = [...resources, ...pending.map(({ resource }) => resource)];
  return new Set(
    all.flatMap(({ inputs }) => (typeof inputs["__token"] === "string" ? [inputs["__token"]] : [])),
  );
}

export function nameOf(urn: string): string {
  return urn.split("::").at(-1) ?? urn;
}

export function urnOf(stack: string, name: string): string {
  return `urn:pulumi:${stack}::project::${TYPE_TOKEN.Instance}::${name}`;
}

const PROVIDER_TYPE = "pulumi:providers:pulumi-nodejs";

function providerOf(stack: string, { account, deployment }: Home): { urn: string; id: string } {
  return {
    urn: `urn:pulumi:${stack}::project::${PROVIDER_TYPE}::default`,
    id: `account${String(account)}deployment${String(deployment)}`,
  };
}

/** The state as `pulumi stack export` prints it. */
export function exported(stack: string, { resources, pending }: Checkpoint): string {
  const homes = [...resources, ...pending.map(({ resource }) => resource)].map(({ home }) => home);
  const providers = new Map(homes.map((home) => [providerOf(stack, home).id, providerOf(stack, home)]));
  const write = ({ home, ...record }: ResourceRecord): object => {
    const { urn, id } = providerOf(stack, home);
    return { type: TYPE_TOKEN.Instance, custom: true, provider: `${urn}::${id}`, ...record };
  };
  return JSON.stringify({
    version: 3,
    deployment: {
      resources: [
        ...[...providers.values()].map((provider) => ({ ...provider, custom: true, type: PROVIDER_TYPE })),
        ...resources.map(write),
      ],
      pending_operations: pending.map(({ type, resource }) => ({ type, resource: write(resource) })),
    },
  });
}

/** The state that such a text holds. */
export function imported(text: string): Checkpoint {
  const { deployment }: { deployment: Properties } = JSON.parse(text) as { deployment: Properties };
  const list = (value: unknown): Properties[] => (Array.isArray(value) ? value.filter(isRecord) : []);
  return {
    resources: list(deployment["resources"])
      .filter(({ type }) => type === TYPE_TOKEN.Instance)
      .map(recordOf),
    pending: list(deployment["pending_operations"]).flatMap(({ type, resource }) =>
      type === "creating" && isRecord(resource) ? [{ type, resource: recordOf(resource) }] : [],
    ),
  };
}

function recordOf(record: Properties): ResourceRecord {
  const home = /::account([01])deployment([01])$/.exec(String(record["provider"]));
  const which = (text: string | undefined): Which => (text === "1" ? 1 : 0);
  return {
    urn: String(record["urn"]),
    id: typeof record["id"] === "string" ? record["id"] : "",
    inputs: isRecord(record["inputs"]) ? record["inputs"] : {},
    outputs: isRecord(record["outputs"]) ? record["outputs"] : {},
    initErrors: stringsOf(record["initErrors"]),
    delete: record["delete"] === true,
    pendingReplacement: record["pendingReplacement"] === true,
    home: { account: which(home?.[1]), deployment: which(home?.[2]) },
  };
}
