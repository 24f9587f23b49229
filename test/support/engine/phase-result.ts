import type { Diagnostic, StepRecord } from "./phase-events";
import { isSecret, mapProperties, type PropertyMap } from "./property-values";

/** What an engine can be asked to run. */
export type PhaseName = "preview" | "up" | "refresh" | "destroy";

/** How a phase is to run. */
export interface PhaseOptions {
  /** Calls to the provider at a time. Default 16. */
  parallel?: number;
  /** Refresh and destroy with the configuration of now, not with that of the state. */
  runProgram?: boolean;
  /** On refresh, drop the creations that were never answered. */
  clearPendingCreates?: boolean;
  /** On the Pulumi CLI: where `preview` saves its plan, and what `up` keeps to. */
  plan?: string;
}

/** How a phase ended. */
export interface PhaseResult {
  ok: boolean;
  /** Null where a signal ended the engine. */
  exitCode: number | null;
  steps: StepRecord[];
  diagnostics: Diagnostic[];
  /** What a person would have seen. */
  text: string;
  /** The outputs of the stack. In a preview, unknown ones hold the sentinel and secret ones `[secret]`. */
  outputs: PropertyMap;
}

/** A phase under way. */
export interface RunningPhase {
  result: Promise<PhaseResult>;
  /** Ctrl-C: the first ends the program and waits for what is under way, the second ends the engine. */
  interrupt(): void;
  /** `kill -9` of the engine alone; its children live on. */
  killEngine(): void;
  /** `kill -9` of the engine and everything it started. */
  killAll(): void;
  /** The terminal is closed: SIGHUP to the engine and everything it started, and nobody reads their output any more. */
  hangUp(): void;
  /** `kill -9` of the provider alone: the engine notices, and records nothing of what was under way. */
  killProvider(): void;
  /** Whether the first Ctrl-C has been taken in, so that the next one is the second. */
  isStopping(): boolean;
  /** The processes of the phase that were seen so far: engine, program, provider. The tests' own process is not among them. */
  pids(): number[];
}

/** The outputs of a stack as a phase shows them: secrets in plain text, hidden in a preview. */
export function shownOutputs(outputs: PropertyMap, isPreview: boolean): PropertyMap {
  return mapProperties(outputs, (value) => {
    if (!isSecret(value)) return value;
    return isPreview ? "[secret]" : (value["value"] ?? null);
  });
}
