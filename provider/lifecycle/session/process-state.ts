import { PreviewTotal } from "./preview-total";
import type { ProcessMemory } from "./process-memory";
import type { Session } from "./session";

/**
 * What the whole process shares. It hangs on one name of `globalThis`, because two copies of the package, or two
 * module registries, may be loaded: pacing, claims and the list of rented machines must still be shared.
 */
export interface ProcessState extends ProcessMemory {
  /** By base URL and key. */
  readonly sessions: Map<string, Session>;
}

declare global {
  var pulumiVastaiProcess: ProcessState | undefined;
}

export function processState(): ProcessState {
  return (globalThis.pulumiVastaiProcess ??= newProcessState());
}

export function newProcessState(): ProcessState {
  return {
    sessions: new Map(),
    engineGone: new AbortController(),
    namedTokens: new Set(),
    namedInstances: new Set(),
    recordedOwners: new Map(),
    previewsCreation: false,
    previewTotal: new PreviewTotal(),
    look: undefined,
  };
}
