import type { PacePolicy, PaceRefusal } from "../../../provider/wire/pacing-types";
import { seededRandom } from "../random";

/** What a rule for a lane is asked and told; `PaceLane` is one. */
export interface LaneRule {
  nextStart(policy: PacePolicy): number;
  started(now: number): void;
  passed(startedAt: number, now: number, elsewhereMs: number): void;
  refused(policy: PacePolicy, refusal: PaceRefusal, startedAt: number, now: number, random: number): void;
}

/**
 * What a refusal does to the lane beside refusing: nothing; a refused request counts like one that passed; it shuts the
 * lane for the penalty; every request that is refused shuts it anew.
 */
export type RefusalEffect = "nothing" | "counts" | "shuts once" | "shuts anew";

export interface Scene {
  readonly rule: () => LaneRule;
  readonly effect: RefusalEffect;
  readonly processes: number;
  /** Requests of all processes together, begun at the same time. */
  readonly requests: number;
  readonly seed: number;
  /** Requests that the service refuses although they came in time, counted from 1 as they arrive. Default: none. */
  readonly strays?: readonly number[];
}

export interface SceneResult {
  /** The time until the last request passed, over the least that is possible. */
  readonly ratio: number;
  readonly seconds: number;
  readonly refusalsPerProcess: number;
  /** The longest time in seconds that any process went without a request that passed. */
  readonly longestWaitSeconds: number;
}

const INTERVAL_MS = 4_500;
/** How long the service refuses everything after a request that came too early, where it does. */
export const PENALTY_SECONDS = 12;
const PENALTY_MS = PENALTY_SECONDS * 1000;
const SHORTEST_TRIP_MS = 60;

interface SimulatedProcess {
  readonly rule: LaneRule;
  waiting: number;
  refusals: number;
  passedAt: number;
  longestMs: number;
}

interface Event {
  readonly at: number;
  readonly happen: () => void;
}

/** The service's side of the lane. */
function lane(effect: RefusalEffect, strays: readonly number[]): (now: number) => boolean {
  let arrived = 0;
  let last = Number.NEGATIVE_INFINITY;
  let shutUntil = Number.NEGATIVE_INFINITY;
  return (now) => {
    arrived += 1;
    if (now >= shutUntil && now - last >= INTERVAL_MS && !strays.includes(arrived)) {
      last = now;
      return true;
    }
    if (effect === "counts") last = now;
    if (effect === "shuts anew" || (effect === "shuts once" && now >= shutUntil)) {
      shutUntil = now + PENALTY_MS;
    }
    return false;
  };
}

/** Plays several processes on one account, each request 30 to 150 ms on its way there, and back. */
export function playScene({ rule, effect, processes, requests, seed, strays = [] }: Scene): SceneResult {
  const random = seededRandom(seed);
  const accepts = lane(effect, strays);
  const policy: PacePolicy = {
    lane: "accept",
    intervalMs: INTERVAL_MS,
    documentedMs: INTERVAL_MS,
    penaltyMs: effect.startsWith("shuts") ? PENALTY_MS : undefined,
    priority: 0,
  };
  const all = Array.from({ length: processes }, (_, index): SimulatedProcess => ({
    rule: rule(),
    waiting: Math.floor(requests / processes) + (index < requests % processes ? 1 : 0),
    refusals: 0,
    passedAt: 0,
    longestMs: 0,
  }));
  const events = new Set<Event>();
  const trip = (): number => SHORTEST_TRIP_MS / 2 + 120 * random();

  const send = (process: SimulatedProcess, startedAt: number): void => {
    process.waiting -= 1;
    process.rule.started(startedAt);
    const at = startedAt + trip();
    const answer = (isAccepted: boolean, back: number): void => {
      if (isAccepted) {
        process.rule.passed(startedAt, back, SHORTEST_TRIP_MS);
        return;
      }
      process.refusals += 1;
      process.waiting += 1;
      process.rule.refused(policy, { thresholdMs: INTERVAL_MS }, startedAt, back, random());
    };
    const arrive = (): void => {
      const isAccepted = accepts(at);
      if (isAccepted) {
        process.longestMs = Math.max(process.longestMs, at - process.passedAt);
        process.passedAt = at;
      }
      const back = at + trip();
      events.add({ at: back, happen: () => answer(isAccepted, back) });
    };
    events.add({ at, happen: arrive });
  };

  const nextEvent = (): Event | undefined => {
    let next: Event | undefined;
    for (const event of events) if (next === undefined || event.at < next.at) next = event;
    for (const process of all) {
      const at = process.waiting > 0 ? Math.max(0, process.rule.nextStart(policy)) : Number.POSITIVE_INFINITY;
      if (at < (next?.at ?? Number.POSITIVE_INFINITY)) next = { at, happen: () => send(process, at) };
    }
    return next;
  };
  const give = 40 * requests * INTERVAL_MS;
  for (let next = nextEvent(); next !== undefined && next.at < give; next = nextEvent()) {
    events.delete(next);
    next.happen();
  }
  const unserved = all.some(({ waiting }) => waiting > 0);
  const end = unserved ? give : Math.max(...all.map(({ passedAt }) => passedAt));
  return {
    ratio: end / ((requests - 1) * INTERVAL_MS),
    seconds: end / 1000,
    refusalsPerProcess: all.reduce((sum, { refusals }) => sum + refusals, 0) / processes,
    longestWaitSeconds: Math.max(...all.map(({ longestMs }) => longestMs)) / 1000,
  };
}
