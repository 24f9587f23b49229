import type { Clock } from "./clock";
import type { Transport } from "./transport";

/** A `Date` header has whole seconds, and a reply takes time to arrive: less than this is no difference, in ms. */
const TOLERANCE_MS = 5000;

/**
 * The service's own time, as its replies show it. Times in a state are of this clock: between two
 * commands the clock of a machine may be set, or the commands may run on two machines.
 */
export class ServiceTime {
  private offsetMs = 0;
  private isTold = false;
  /** A later time that one reply showed: a gateway's clock may be wrong, so another has to agree. */
  private proposedMs: number | undefined;

  constructor(private readonly clock: Clock) {}

  /** Milliseconds since the epoch. */
  now(): number {
    return this.clock.now() + this.offsetMs;
  }

  /**
   * A reply's date is never later than the time at which it arrives, however long it took (a laptop may have
   * slept): of several the latest is right.
   */
  private note(offsetMs: number): void {
    const rounded = Math.abs(offsetMs) < TOLERANCE_MS ? 0 : offsetMs;
    const isLater = rounded > this.offsetMs + TOLERANCE_MS;
    const isConfirmed = this.proposedMs !== undefined && Math.abs(rounded - this.proposedMs) < TOLERANCE_MS;
    if (!this.isTold || (isLater && isConfirmed)) this.offsetMs = rounded;
    else if (isLater) this.proposedMs = rounded;
    this.isTold = true;
  }

  /** Sets the time by the replies that have a `Date`: by the first, and by a later time where two agree. */
  toldBy(transport: Transport): Transport {
    return async (request) => {
      const reply = await transport(request);
      // A proxy that replies instead of the service has a clock of its own.
      if (reply.dateMs !== undefined && reply.status < 500) {
        this.note(reply.dateMs - this.clock.now());
      }
      return reply;
    };
  }
}
