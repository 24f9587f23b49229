import type { Clock } from "./clock";
import { PaceLane } from "./pace-lane";
import type { PacePolicy, PaceRefusal } from "./pacing-types";
import type { PaceShare } from "./pace-share";
import { PaceTicket } from "./pace-ticket";
import { SharedTurn } from "./shared-turn";
import { TurnMissedError } from "./turn-missed-error";

/** Two at most: the next in line, and the one behind it where the turn has come and the first is not ready yet. */
const MOST_PREPARING = 2;

export interface TurnOptions {
  /** Rejects with the signal's reason while the request waits. A request that has started is left alone. */
  readonly signal?: AbortSignal | undefined;
  /** Clock time in ms after which the request is not started. */
  readonly deadline: number;
  /** From `Pacer.place`; a request that is sent again keeps its place. Default: the end of the line. */
  readonly place?: number | undefined;
  /** Called once the request is next in line; its turn waits for it. */
  readonly prepare?: (() => Promise<void>) | undefined;
  /** Starts at once, whatever the interval. It still counts against later requests. */
  readonly isUrgent?: boolean | undefined;
  /** Read once the request has started: what it uses up, so that other processes leave it alone. */
  readonly uses?: (() => number | undefined) | undefined;
  /** What an error of the request says about the pace; undefined where it says nothing. */
  readonly refusalOf: (error: unknown) => PaceRefusal | undefined;
}

interface Waiting {
  readonly lane: PaceLane;
  readonly turn: SharedTurn;
  /** Sorted: smaller priority, then earlier place. */
  readonly tickets: PaceTicket[];
}

/**
 * Starts requests as close together as the service allows, lane by lane, first come, first served within a priority.
 * One pacer serves everything in a process that uses one account, and agrees with those of other processes where they
 * have a `share`.
 */
export class Pacer {
  private readonly lanes = new Map<string, Waiting>();
  /** Of all lanes: the shortest round trip, in ms. */
  private shortestMs = Number.POSITIVE_INFINITY;
  private places = 0;
  private pumping = false;
  private wake: { readonly at: number; readonly cancel: AbortController } | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly random: () => number = Math.random,
    private readonly share?: PaceShare,
  ) {}

  /** A place at the end of the line. */
  place(): number {
    this.places += 1;
    return this.places;
  }

  /**
   * Calls `start` when the request may be sent. A `start` that throws releases the turn unused. Rejects with `TurnMissedError` as soon as it is certain that no turn comes before the deadline.
   */
  run<T>(policy: PacePolicy, options: TurnOptions, start: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const waiting = this.waitingOf(policy.lane);
      const launch = (): void => {
        const startedAt = this.clock.now();
        let sent: Promise<T>;
        try {
          sent = start();
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
          return;
        }
        waiting.lane.started(startedAt);
        waiting.turn.started(policy, options.uses?.());
        this.watch(sent, waiting, policy, options, startedAt).then(resolve, reject);
      };
      const ticket = new PaceTicket(policy, options, options.place ?? this.place(), launch, reject);
      ticket.onChange = () => this.pumpSoon();
      if (ticket.abandonOnAbort()) {
        return;
      }
      if (options.isUrgent === true) {
        ticket.launch();
        this.pumpSoon();
      } else {
        insert(waiting.tickets, ticket);
        this.pumpSoon();
      }
    });
  }

  private async watch<T>(
    sent: Promise<T>,
    { lane, turn }: Waiting,
    policy: PacePolicy,
    options: TurnOptions,
    startedAt: number,
  ): Promise<T> {
    const passed = (): void => {
      const now = this.clock.now();
      lane.passed(startedAt, now, this.shortestMs);
      this.shortestMs = Math.min(this.shortestMs, now - startedAt);
      turn.passed(policy, now);
    };
    try {
      const result = await sent;
      passed();
      return result;
    } catch (error) {
      const refusal = options.refusalOf(error);
      if (refusal === undefined) {
        passed();
      } else {
        turn.refused(policy, lane.refused(policy, refusal, startedAt, this.clock.now(), this.random()));
      }
      throw error;
    } finally {
      this.pumpSoon();
    }
  }

  /** After the current microtask, so that among simultaneous requests the more urgent goes first. */
  private pumpSoon(): void {
    if (!this.pumping) {
      this.pumping = true;
      queueMicrotask(() => {
        this.pumping = false;
        this.pump();
      });
    }
  }

  /** Reads the clock once: a turn that came due between two readings would be neither used nor waited for. */
  private pump(): void {
    const now = this.clock.now();
    for (const waiting of this.lanes.values()) {
      this.sweep(waiting, now);
    }
    for (let next = this.nextReady(now); next !== undefined; next = this.nextReady(now)) {
      remove(next.waiting.tickets, next.ticket);
      next.ticket.launch();
    }
    for (const [name, { turn }] of this.lanes) {
      turn.end(name);
    }
    this.arm(now);
  }

  private sweep({ lane, turn, tickets }: Waiting, now: number): void {
    for (const [ahead, ticket] of [...tickets].entries()) {
      const due = Math.max(now, turn.nextStart(ticket.policy));
      if (ticket.isSettled || due > ticket.deadline) {
        remove(tickets, ticket);
        ticket.fail(new TurnMissedError(lane.interval(ticket.policy), ahead));
      }
    }
  }

  private nextReady(now: number): { readonly waiting: Waiting; readonly ticket: PaceTicket } | undefined {
    let best: { readonly waiting: Waiting; readonly ticket: PaceTicket } | undefined;
    for (const waiting of this.lanes.values()) {
      const ticket = readyTicket(waiting, now);
      if (ticket === undefined || !waiting.turn.isOurs(ticket.policy)) continue;
      if (best === undefined || ticket.goesBefore(best.ticket)) {
        best = { waiting, ticket };
      }
    }
    return best;
  }

  /** Sleeps until the next start or deadline that anybody waits for. A timer that fires early is set again. */
  private arm(now: number): void {
    let at = Number.POSITIVE_INFINITY;
    for (const { turn, tickets } of this.lanes.values()) {
      for (const ticket of tickets) {
        const due = turn.nextStart(ticket.policy);
        at = Math.min(at, due > now ? due : at, ticket.deadline + 1);
      }
    }
    if (this.wake?.at === at) {
      return;
    }
    this.wake?.cancel.abort(new Error("another time to wake was set"));
    this.wake = undefined;
    if (at === Number.POSITIVE_INFINITY) {
      return;
    }
    const wake = { at, cancel: new AbortController() };
    this.wake = wake;
    const awake = (): void => {
      if (this.wake === wake) {
        this.wake = undefined;
        this.pump();
      }
    };
    this.clock.sleep(at - now, wake.cancel.signal).then(awake, () => undefined);
  }

  private waitingOf(lane: string): Waiting {
    const known = this.lanes.get(lane);
    if (known !== undefined) {
      return known;
    }
    const own = new PaceLane();
    const turn = new SharedTurn(this.share, this.clock, own, () => this.pump());
    const made: Waiting = { lane: own, turn, tickets: [] };
    this.lanes.set(lane, made);
    return made;
  }
}

/** The first that can start now. Begins to prepare what is next in line. */
function readyTicket({ turn, tickets }: Waiting, now: number): PaceTicket | undefined {
  let preparing = 0;
  for (const ticket of tickets) {
    const isDue = turn.nextStart(ticket.policy) <= now;
    if (preparing < MOST_PREPARING && (preparing === 0 || isDue)) {
      ticket.prepare();
    }
    if (ticket.isReady) {
      return isDue ? ticket : undefined;
    }
    preparing += ticket.isPreparing ? 1 : 0;
  }
  return undefined;
}

function insert(tickets: PaceTicket[], ticket: PaceTicket): void {
  const behind = tickets.findIndex((other) => ticket.goesBefore(other));
  tickets.splice(behind === -1 ? tickets.length : behind, 0, ticket);
}

function remove(tickets: PaceTicket[], ticket: PaceTicket): void {
  const index = tickets.indexOf(ticket);
  if (index !== -1) {
    tickets.splice(index, 1);
  }
}
