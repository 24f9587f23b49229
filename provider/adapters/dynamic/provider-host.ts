import type { SendLine } from "../../lifecycle/engine/progress";
import type { Session } from "../../lifecycle/session/session";
import type { ReadConfig } from "../../lifecycle/settings/settings";
import type { Clock } from "../../wire/clock";
import type { DynamicProcess } from "./dynamic-process";

/** What the resource providers need of the process that they run in. */
export interface ProviderHost {
  process(): DynamicProcess;
  /** The session for a stack's configuration. @throws MISSING_API_KEY, INVALID_SETTING */
  session(config: ReadConfig): Session;
  /** Lines in the resources' rows. */
  readonly send: SendLine;
  /** The world's own time, whatever a test's time scale: engine and program live by it. */
  readonly clock: Clock;
  /** Starts to watch program and engine; does nothing where it has started. */
  watch(): void;
  /** The random part of tokens and generated names. */
  readonly randomBytes: (size: number) => Uint8Array;
}
