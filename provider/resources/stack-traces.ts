/**
 * Errors carry no stack trace until `resume` is called. The SDK records one four times for every property of a
 * resource (`debuggablePromise`), against promises that never settle; with the fifty properties of an instance that is
 * most of what declaring one costs: measured again, 7 ms an instance in plain JavaScript and 23 ms under the SDK's ts-node,
 * so that a preview of 200 takes twice as long without this. There is no other way to spare it: outputs that are not named
 * never reach a program. The SDK lowers and restores the same limit in the same constructor. `PULUMI_DEBUG_PROMISE_LEAKS`, which prints those traces, leaves them as they are.
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
