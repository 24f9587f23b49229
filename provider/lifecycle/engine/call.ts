import type { Report } from "./progress";

/**
 * One call of the engine on a resource: what the lifecycle needs in addition to the resource's properties, whichever adapter the
 * call came through.
 */
export interface Call {
  /** Undefined where the engine did not say; then nothing is reported in a row. */
  readonly urn: string | undefined;
  /** The resource's name in its program. */
  readonly name: string;
  /** Undefined where the adapter does not know. */
  readonly organization: string | undefined;
  readonly isPreview: boolean;
  /** Whether a program runs: without one it is a refresh or a destroy, and only the next `pulumi up` acts. */
  readonly hasProgram: boolean;
  /** What the user's `customTimeouts` gives this operation, in ms; undefined for the default. */
  readonly timeoutMs: number | undefined;
  /** Arguments that the program marked secret: no message shows their values. */
  readonly secrets: readonly string[];
  /** Cancels the operation, with a `CANCELLED` error as its reason. */
  readonly signal: AbortSignal;
  readonly report: Report;
}
