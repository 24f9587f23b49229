import type { StackStore } from "../../../provider/lifecycle/recover/carry-out";
import { TYPE_TOKEN } from "../../../provider/state/type-token";
import { RecoverStop } from "../../../provider/lifecycle/recover/recover-stop";
import { isRecord } from "../../../provider/lifecycle/engine/engine-values";

/** A resource's record, or that of a pending operation. */
export type Row = Readonly<Record<string, unknown>>;

export const PROVIDER_URN = "urn:pulumi:test::project::pulumi:providers:pulumi-nodejs::default";
export const PROVIDER: Row = {
  urn: PROVIDER_URN,
  custom: true,
  id: "11111111-2222",
  type: "pulumi:providers:pulumi-nodejs",
};
export const STACK: Row = {
  urn: "urn:pulumi:test::project::pulumi:pulumi:Stack::project-test",
  custom: false,
  type: "pulumi:pulumi:Stack",
};

/** A record as the engine has it before `create` has answered. */
export function rowOf(kind: "instance" | "template", name: string, inputs: Row = {}, more: Row = {}): Row {
  const type = kind === "instance" ? TYPE_TOKEN.Instance : TYPE_TOKEN.Template;
  return {
    urn: `urn:pulumi:test::project::${type}::${name}`,
    custom: true,
    type,
    inputs,
    parent: STACK["urn"],
    provider: `${PROVIDER_URN}::11111111-2222`,
    propertyDependencies: {},
    ...more,
  };
}

/** The exported state: stack, provider, then `resources`; every row of `creating` as a pending creation. */
export function stateOf(
  resources: readonly Row[],
  creating: readonly Row[],
  more: readonly { type: string; resource: Row }[] = [],
): string {
  return JSON.stringify({
    version: 3,
    deployment: {
      manifest: { time: "2026-01-01T00:00:00Z" },
      secrets_providers: { type: "passphrase" },
      resources: [STACK, PROVIDER, ...resources],
      pending_operations: [...creating.map((resource) => ({ resource, type: "creating" })), ...more],
    },
  });
}

/** The resources of an exported state. */
export function rowsIn(text: string): Row[] {
  return listIn(text, "resources");
}

/** The pending operations of an exported state. */
export function pendingIn(text: string): Row[] {
  return listIn(text, "pending_operations");
}

function listIn(text: string, name: string): Row[] {
  const exported: unknown = JSON.parse(text);
  const deployment = isRecord(exported) ? exported["deployment"] : undefined;
  const list = isRecord(deployment) ? deployment[name] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** Why the engine would refuse to import such resources; undefined where it would not. */
export function integrityFault(resources: readonly Row[]): string | undefined {
  const before = new Set<unknown>();
  const providers = new Set<unknown>();
  for (const row of resources) {
    const { urn, id, type, provider } = row;
    if (typeof type !== "string") return `${String(urn)} has no type`;
    if (type.startsWith("pulumi:providers:")) providers.add(`${String(urn)}::${String(id)}`);
    if (provider !== undefined && !providers.has(provider)) return `${String(urn)}: unknown provider`;
    for (const named of namesIn(row))
      if (!before.has(named)) return `${String(urn)}: ${String(named)} not before it`;
    before.add(urn);
  }
  const holders = resources.filter((row) => row["delete"] !== true).map(({ urn }) => urn);
  return holders.length === new Set(holders).size ? undefined : "two resources hold one URN";
}

function namesIn(row: Row): unknown[] {
  const byProperty = isRecord(row["propertyDependencies"]) ? Object.values(row["propertyDependencies"]) : [];
  return [row["parent"], row["deletedWith"], row["dependencies"], row["replaceWith"], ...byProperty]
    .flat()
    .filter((urn) => urn !== undefined);
}

/** A stack that takes states as the engine does: whole, drops what is pending, refuses what does not hold together. */
export class FakeStack implements StackStore {
  isLocked = false;
  imports = 0;

  constructor(public text: string) {}

  exportState(): Promise<string> {
    return Promise.resolve(this.text);
  }

  importState(text: string): Promise<void> {
    if (this.isLocked) return Promise.reject(new RecoverStop("STACK_LOCKED", "locked"));
    const fault = integrityFault(rowsIn(text));
    if (fault !== undefined) return Promise.reject(new RecoverStop("IMPORT_REFUSED", fault));
    this.imports += 1;
    const state: unknown = JSON.parse(text);
    const deployment = isRecord(state) && isRecord(state["deployment"]) ? state["deployment"] : {};
    this.text = JSON.stringify({
      ...(isRecord(state) ? state : {}),
      deployment: { ...deployment, pending_operations: [] },
    });
    return Promise.resolve();
  }
}
