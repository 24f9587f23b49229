/**
 * Errors carry no stack trace until `resume` is called. The SDK records one four times for every property of a
 * resource (`debuggablePromise`), against promises that never settle; with the fifty properties of an instance that is
 * most of what declaring one costs. `PULUMI_DEBUG_PROMISE_LEAKS`, which prints those traces, leaves them as they are.
 */
export class PausedStackTraces {
  private readonly frames = Error.stackTraceLimit;

  constructor() {
    if (process.env["PULUMI_DEBUG_PROMISE_LEAKS"] === undefined) Error.stackTraceLimit = 0;
  }

  resume(): void {
    Error.stackTraceLimit = this.frames;
  }

  /** What was thrown until then, for example by a transformation of the program, with a trace of where it passed through. */
  traced(error: unknown): unknown {
    this.resume();
    if (error instanceof Error) Error.captureStackTrace(error);
    return error;
  }
}
