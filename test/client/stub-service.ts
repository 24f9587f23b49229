import { createServiceClient } from "../../provider/client/create-service-client";
import type { ServiceClient } from "../../provider/client/service-client";
import { Pacer } from "../../provider/wire/pacing";
import type { WireReply, WireRequest } from "../../provider/wire/transport";
import { FakeClock } from "../support/fake-clock";

export const API_KEY = "key-0123456789abcdef";

export type Answer = WireReply | Error | "hang";

export interface StubService {
  readonly client: ServiceClient;
  readonly clock: FakeClock;
  readonly requests: WireRequest[];
  /** Clock times of the requests, from the start. */
  readonly times: number[];
  /** Makes the call and lets time pass until it settles. */
  run<T>(call: Promise<T>): Promise<T>;
  /** The error that the call rejects with. */
  failure(call: Promise<unknown>): Promise<Error>;
}

export function reply(status: number, body: unknown): WireReply {
  return { status, text: typeof body === "string" ? body : JSON.stringify(body) };
}

/** A service that gives these replies in turn, the last one forever. */
export function stubService(
  answers: readonly Answer[],
  options: { readonly pacing?: number } = {},
): StubService {
  const clock = new FakeClock();
  const start = clock.now();
  const requests: WireRequest[] = [];
  const times: number[] = [];
  const client = createServiceClient({
    transport: (request) => {
      requests.push(request);
      times.push(clock.now() - start);
      const answer = answers[Math.min(requests.length, answers.length) - 1] ?? reply(500, "");
      if (answer === "hang") {
        return new Promise(() => undefined);
      }
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    clock,
    pacer: new Pacer(clock, () => 0.5),
    pacing: options.pacing ?? 0,
    baseUrl: "https://gpu.test",
    secrets: [API_KEY],
    keySource: "environment variable VAST_API_KEY",
    random: () => 0.5,
  });
  return {
    client,
    clock,
    requests,
    times,
    run: (call) => clock.runUntil(call),
    failure: async (call) => {
      const outcome: unknown = await clock.runUntil(
        call.then(
          () => undefined,
          (error: unknown) => error,
        ),
      );
      if (outcome instanceof Error) {
        return outcome;
      }
      throw new Error("the call succeeded");
    },
  };
}
