import type { Clock } from "./clock";
import type { Transport } from "./transport";
import { TransportError } from "./transport-error";

/**
 * Gives every request `timeoutMs`, counted from its start, and abandons it then, even where the transport ignores
 * the signal. An abandoned request may have been carried out.
 */
export function timingOut(transport: Transport, clock: Clock, timeoutMs: number): Transport {
  return async (request) => {
    const abandon = new AbortController();
    const over = new AbortController();
    const signal =
      request.signal === undefined ? abandon.signal : AbortSignal.any([request.signal, abandon.signal]);
    const timeout = async (): Promise<never> => {
      await clock.sleep(timeoutMs, AbortSignal.any([over.signal, signal]));
      throw new TransportError("timeout", true, `No reply came within ${timeoutMs / 1000} s`);
    };
    const reply = transport({ ...request, signal });
    reply.catch(() => undefined);
    try {
      return await Promise.race([reply, timeout()]);
    } finally {
      over.abort(new Error("the reply is here"));
      abandon.abort(new Error("the request was abandoned"));
    }
  };
}
