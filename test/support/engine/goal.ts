import type { ReadResourceRequest, RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";

import { fromProgram, fromStruct, type PropertyMap } from "./property-values";
import { newResourceState, qualifiedTypeOf, STACK_TYPE, type ResourceState } from "./resource-state";

/** What a program asks for: the state it wants, and how to get there. */
export interface Goal {
  state: ResourceState;
  name: string;
  aliases: string[];
  /** The option of that name, where it was given. */
  deleteBeforeReplace?: boolean;
}

const DURATION_UNITS: Record<string, number> = { h: 3_600, m: 60, s: 1, ms: 0.001 };

/** Seconds of a duration such as `1h30m` or `10s`. */
function seconds(duration: string): number {
  return [...duration.matchAll(/([\d.]+)(ms|h|m|s)/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (DURATION_UNITS[unit ?? "s"] ?? 1),
    0,
  );
}

/** The URN of a resource below its parent. */
export function urnOf(stack: string, project: string, parent: string, type: string, name: string): string {
  const parentType = parent === "" ? "" : qualifiedTypeOf(parent);
  const prefix = parentType === "" || parentType === STACK_TYPE ? "" : `${parentType}$`;
  return `urn:pulumi:${stack}::${project}::${prefix}${type}::${name}`;
}

/** The goal of a registration. */
export function goalOf(request: RegisterResourceRequest, stack: string, project: string): Goal {
  const type = request.getType();
  const name = request.getName();
  const parent = request.getParent();
  const timeouts = request.getCustomtimeouts();
  const propertyDependencies: Record<string, string[]> = {};
  request.getPropertydependenciesMap().forEach((value, key) => {
    propertyDependencies[key] = value.getUrnsList();
  });
  const state: ResourceState = {
    ...newResourceState(urnOf(stack, project, parent, type, name), type),
    custom: request.getCustom(),
    parent,
    inputs: fromProgram(fromStruct(request.getObject())),
    dependencies: request.getDependenciesList().toSorted(),
    propertyDependencies,
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
    ignoreChanges: request.getIgnorechangesList(),
    replaceOnChanges: request.getReplaceonchangesList(),
    hideDiff: request.getHidediffsList(),
    deletedWith: request.getDeletedwith(),
    protect: request.getProtect() ?? false,
    retainOnDelete: request.getRetainondelete() ?? false,
    customTimeouts: Object.fromEntries(
      [
        ["create", seconds(timeouts?.getCreate() ?? "")] as const,
        ["update", seconds(timeouts?.getUpdate() ?? "")] as const,
        ["delete", seconds(timeouts?.getDelete() ?? "")] as const,
      ].filter(([, value]) => value > 0),
    ),
  };
  return {
    state,
    name,
    aliases: request.getAliasurnsList(),
    ...(request.getDeletebeforereplacedefined()
      ? { deleteBeforeReplace: request.getDeletebeforereplace() }
      : {}),
  };
}

/** The state that a `get` asks to be read. */
export function readGoalOf(request: ReadResourceRequest, stack: string, project: string): ResourceState {
  const inputs: PropertyMap = fromProgram(fromStruct(request.getProperties()));
  const urn = urnOf(stack, project, request.getParent(), request.getType(), request.getName());
  return {
    ...newResourceState(urn, request.getType()),
    custom: true,
    external: true,
    id: request.getId(),
    inputs,
    parent: request.getParent(),
    dependencies: request.getDependenciesList().toSorted(),
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
  };
}
