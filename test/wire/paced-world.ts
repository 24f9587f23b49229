import type { PacePolicy } from "../../provider/wire/pacing-types";
import { Pacer, type TurnOptions } from "../../provider/wire/pacing";
import { FakeClock } from "../support/fake-clock";

export const ACCEPT: PacePolicy = {
  lane: "PUT asks",
  intervalMs: 4_500,
  documentedMs: 4_500,
  penaltyMs: 12_000,
  priority: 2,
};
export const DESTROY: PacePolicy = {
  lane: "DELETE instance",
  intervalMs: 3_000,
  documentedMs: 3_000,
  priority: 0,
};
/** An interval is exceeded by this, since requests may come closer together than they were sent. */
export const SLACK = 1.03;

export class Refused extends Error {
  constructor(readonly thresholdMs?: number) {
    super("429");
  }
}

/** A pacer on a fake clock, and a log of the requests that it started: name, and ms since the start. */
export function pacedWorld(random = () => 0.5) {
  const clock = new FakeClock();
  const pacer = new Pacer(clock, random);
  const start = clock.now();
  const log: [name: string, at: number][] = [];
  const options: TurnOptions = {
    deadline: Number.POSITIVE_INFINITY,
    refusalOf: (error) => (error instanceof Refused ? { thresholdMs: error.thresholdMs } : undefined),
  };
  const run = (name: string, policy: PacePolicy, more: Partial<TurnOptions> = {}, outcome?: Error) =>
    pacer.run(policy, { ...options, ...more }, async () => {
      log.push([name, clock.now() - start]);
      await clock.sleep(100);
      if (outcome !== undefined) throw outcome;
      return name;
    });
  return { clock, pacer, log, run, start };
}
