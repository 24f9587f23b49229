/**
 * `connect`: no connection was made. `untrusted`: the other side's certificate was refused. `broken`: the connection
 * ended before the reply did.
 */
export type TransportFailure = "connect" | "untrusted" | "timeout" | "broken" | "too-large" | "redirect";

/** No usable reply came back. */
export class TransportError extends Error {
  override readonly name: string = "TransportError";

  constructor(
    readonly kind: TransportFailure,
    /** Whether the service may have received the request. Only false rules out that it acted. */
    readonly maySent: boolean,
    message: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}
