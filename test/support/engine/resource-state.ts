import type { PropertyMap } from "./property-values";

/** The type of the root of every stack. */
export const STACK_TYPE = "pulumi:pulumi:Stack";
/** The type of the provider that stands for all dynamic resources. */
export const PROVIDER_TYPE = "pulumi:providers:pulumi-nodejs";

/** What the engine keeps of one resource. */
export interface ResourceState {
  urn: string;
  type: string;
  custom: boolean;
  /** Empty for a component, and in a preview for what does not exist yet. */
  id: string;
  inputs: PropertyMap;
  outputs: PropertyMap;
  /** Empty for the stack and for providers. */
  parent: string;
  /** `urn::id` of the provider; empty for components. */
  provider: string;
  dependencies: string[];
  propertyDependencies: Record<string, string[]>;
  initErrors: string[];
  additionalSecretOutputs: string[];
  aliases: string[];
  ignoreChanges: string[];
  replaceOnChanges: string[];
  hideDiff: string[];
  /** Seconds by operation. */
  customTimeouts: Record<string, number>;
  deletedWith: string;
  protect: boolean;
  retainOnDelete: boolean;
  /** Only read, not owned. */
  external: boolean;
  /** Replaced, and still to be deleted. */
  delete: boolean;
  /** Deleted, and its replacement not made yet. */
  pendingReplacement: boolean;
}

/** A call whose result was never recorded. */
export interface PendingOperation {
  type: "creating" | "updating" | "deleting" | "reading";
  resource: ResourceState;
}

/** A resource with every option at its default. */
export function newResourceState(urn: string, type: string): ResourceState {
  return {
    urn,
    type,
    custom: false,
    id: "",
    inputs: {},
    outputs: {},
    parent: "",
    provider: "",
    dependencies: [],
    propertyDependencies: {},
    initErrors: [],
    additionalSecretOutputs: [],
    aliases: [],
    ignoreChanges: [],
    replaceOnChanges: [],
    hideDiff: [],
    customTimeouts: {},
    deletedWith: "",
    protect: false,
    retainOnDelete: false,
    external: false,
    delete: false,
    pendingReplacement: false,
  };
}

/** The last part of a URN. */
export function nameOf(urn: string): string {
  return urn.split("::").at(-1) ?? urn;
}

/** The chain of types in a URN, from the outermost component in. */
export function qualifiedTypeOf(urn: string): string {
  return urn.split("::")[2] ?? "";
}

/** Everything that must outlive this resource. */
export function allDependencies(resource: ResourceState): string[] {
  return [
    ...resource.dependencies,
    ...Object.values(resource.propertyDependencies).flat(),
    resource.parent,
    resource.deletedWith,
    resource.provider.split("::").slice(0, 4).join("::"),
  ].filter((urn) => urn !== "");
}
