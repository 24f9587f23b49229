import type { Diagnostic, StepRecord } from "./engine/phase-events";
import type { PhaseName, PhaseOptions, PhaseResult, RunningPhase } from "./engine/phase-result";
import { isMap, type PropertyMap } from "./engine/property-values";

export type { Diagnostic, PhaseName, PhaseOptions, PhaseResult, PropertyMap, RunningPhase, StepRecord };

/** An engine that runs one stack of one project. */
export interface Engine {
  readonly kind: "test engine" | "pulumi CLI";
  /** Starts a phase without waiting for its end, for tests that interrupt it. */
  start(phase: PhaseName, options?: PhaseOptions): RunningPhase;
  preview(options?: PhaseOptions): Promise<PhaseResult>;
  up(options?: PhaseOptions): Promise<PhaseResult>;
  refresh(options?: PhaseOptions): Promise<PhaseResult>;
  destroy(options?: PhaseOptions): Promise<PhaseResult>;
  /** The state as `{ version, deployment: { resources, pending_operations } }`, secrets as ciphertext. */
  exportState(): Promise<PropertyMap>;
  importState(exported: PropertyMap): Promise<void>;
  /** Sets `namespace:key`. */
  setConfig(key: string, value: string, options?: { secret?: boolean }): Promise<void>;
  /** After a `killEngine`: takes away the lock that the dead engine left. */
  unlock(): Promise<void>;
}

/** The steps as `op name`, without those that change nothing and without the stack itself. */
export function changesOf(result: PhaseResult): string[] {
  return result.steps
    .filter(({ op, type, found }) => op !== "same" && found !== "same" && type !== "pulumi:pulumi:Stack")
    .map(({ op, name, found, failed }) => {
      const outcome = failed === true ? " failed" : "";
      return `${op}${found === undefined ? "" : `:${found}`} ${name}${outcome}`;
    });
}

/** The resource of that name in an exported state. */
export function resourceIn(exported: PropertyMap, name: string): PropertyMap {
  const found = resourcesIn(exported).find(({ urn }) => typeof urn === "string" && urn.endsWith(`::${name}`));
  if (found === undefined) throw new Error(`The state has no resource ${name}`);
  return found;
}

/** Every resource of an exported state. */
export function resourcesIn(exported: PropertyMap): PropertyMap[] {
  return listIn(exported, "resources");
}

/** The operations of an exported state that never ended. */
export function pendingIn(exported: PropertyMap): PropertyMap[] {
  return listIn(exported, "pending_operations");
}

function listIn(exported: PropertyMap, name: string): PropertyMap[] {
  const deployment = exported["deployment"];
  const list = isMap(deployment) ? deployment[name] : undefined;
  return Array.isArray(list) ? list.filter(isMap) : [];
}
