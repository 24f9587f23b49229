import { newProcessState, processState, type ProcessState } from "../../lifecycle/session/process-state";
import type { ReadConfig } from "../../lifecycle/settings/settings";

/** What the whole process shares, and what a dynamic provider has to remember itself, since the engine passes little. */
export interface DynamicProcess extends ProcessState {
  /** The stack's configuration, as `configure` received it. */
  config: ReadConfig | undefined;
  /** The program's process, as of the last `check`. */
  programPid: number | undefined;
  /** Cancels one operation in flight each. */
  readonly operations: Set<AbortController>;
  /** By URN: when a resource was checked, and how many creates were in flight then. */
  readonly checks: Map<string, { readonly at: number; readonly inFlight: number }>;
  /** Stops the watch over program and engine; undefined while it does not run. */
  stopWatch: (() => void) | undefined;
  signalsHandled: boolean;
  hasNamedParallel: boolean;
}

/** This process: what all copies of the package share, with what is missing of it added. */
export function dynamicProcess(): DynamicProcess {
  const state = processState();
  return isDynamic(state) ? state : withOwn(state);
}

function isDynamic(state: ProcessState): state is DynamicProcess {
  return "operations" in state;
}

/** A fresh process. */
export function newDynamicProcess(): DynamicProcess {
  return withOwn(newProcessState());
}

/** What stands there already, by another copy of the package, stays. */
function withOwn(state: ProcessState): DynamicProcess {
  const own = {
    config: undefined,
    programPid: undefined,
    operations: new Set<AbortController>(),
    checks: new Map<string, { at: number; inFlight: number }>(),
    stopWatch: undefined,
    signalsHandled: false,
    hasNamedParallel: false,
  };
  return Object.assign(state, { ...own, ...state });
}
