import type { Clock } from "./clock";
import type { Transport } from "./transport";

/** A `Date` header has whole seconds, and a reply has been on its way: less than this is no difference, in ms. */
const TOLERANCE_MS = 5000;

/**
 * The service's own time, as far as its replies tell it. Times that are kept in a state are of this clock: between two
 * commands the clock of a machine may be set, or the commands may run on two machines.
 */
export class ServiceTime {
  private offsetMs = 0;

  constructor(private readonly clock: Clock) {}

  /** Milliseconds since the epoch. */
  now(): number {
    return this.clock.now() + this.offsetMs;
  }

  /** Sets the time by every reply that has a `Date`. */
  toldBy(transport: Transport): Transport {
    return async (request) => {
      const reply = await transport(request);
      if (reply.dateMs !== undefined) {
        const offset = reply.dateMs - this.clock.now();
        this.offsetMs = Math.abs(offset) < TOLERANCE_MS ? 0 : offset;
      }
      return reply;
    };
  }
}
