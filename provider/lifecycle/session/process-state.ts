import { PreviewTotal } from "./preview-total";
import type { ReadConfig } from "../settings/settings";
import type { ProcessMemory } from "./process-memory";
import type { Session } from "./session";

/**
 * What the whole process shares. It hangs on one name of `globalThis`, because two copies of the package, or two
 * module registries, may be loaded: pacing, claims and the list of rented machines must be one all the same.
 */
export interface ProcessState extends ProcessMemory {
  /** The stack's configuration, as `configure` received it. */
  config: ReadConfig | undefined;
  /** By base URL and key. */
  readonly sessions: Map<string, Session>;
  /** The program's process, as the last `check` heard of it. */
  programPid: number | undefined;
  /** Cancels one operation in flight each. */
  readonly operations: Set<AbortController>;
  /** By token: when a resource was checked, and how many creates were in flight then. */
  readonly checks: Map<string, { readonly at: number; readonly inFlight: number }>;
  /** Takes down the watch over program and engine; undefined while it does not run. */
  stopWatch: (() => void) | undefined;
  signalsHandled: boolean;
  hasNamedParallel: boolean;
}

declare global {
  var pulumiVastaiProcess: ProcessState | undefined;
}

export function processState(): ProcessState {
  return (globalThis.pulumiVastaiProcess ??= newProcessState());
}

export function newProcessState(): ProcessState {
  return {
    config: undefined,
    sessions: new Map(),
    programPid: undefined,
    operations: new Set(),
    engineGone: new AbortController(),
    namedTokens: new Set(),
    namedInstances: new Set(),
    recordedOwners: new Map(),
    previewsCreation: false,
    previewTotal: new PreviewTotal(),
    checks: new Map(),
    look: undefined,
    stopWatch: undefined,
    signalsHandled: false,
    hasNamedParallel: false,
  };
}
