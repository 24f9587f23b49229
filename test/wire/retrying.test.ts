import { ProviderError, type ErrorCode } from "../../provider/errors";
import { AnswerLostError, retrying, retryPolicy, type Verdict } from "../../provider/wire/retrying";
import { TransportError, type TransportFailure } from "../../provider/wire/transport-error";
import { TurnMissedError } from "../../provider/wire/turn-missed-error";
import { FakeClock } from "../support/fake-clock";
import { aboutMs } from "../support/matchers";

const code = (name: ErrorCode): ProviderError => new ProviderError(name, name);
const wire = (kind: TransportFailure, maySent: boolean): ProviderError =>
  new ProviderError("UNREACHABLE", kind, { cause: new TransportError(kind, maySent, kind) });

const rows: [failure: string, error: Error, repeatable: Verdict, once: Verdict][] = [
  ["too frequent", code("RATE_LIMITED"), "retry", "retry"],
  ["5xx", code("SERVICE_ERROR"), "retry", "reconcile"],
  ["connection refused", wire("connect", false), "retry", "retry"],
  ["certificate refused", wire("untrusted", false), "fail", "fail"],
  ["a connection that failed when bytes may have left", wire("connect", true), "retry", "reconcile"],
  ["no reply, and nobody tells why", code("UNREACHABLE"), "retry", "reconcile"],
  ["connection lost", wire("broken", true), "retry", "reconcile"],
  ["no reply in time", wire("timeout", true), "retry", "reconcile"],
  ["unreadable body", code("UNEXPECTED_REPLY"), "retry", "reconcile"],
  ["too large a body", wire("too-large", true), "fail", "reconcile"],
  ["redirect", wire("redirect", true), "fail", "reconcile"],
  ["offer gone", code("OFFER_GONE"), "fail", "fail"],
  ["not found", code("NOT_FOUND"), "fail", "fail"],
  ["login refused", code("LOGIN_REFUSED"), "fail", "fail"],
  ["an error of ours", new TypeError("x"), "fail", "fail"],
];

test.each(rows)("after %s", (_failure, error, repeatable, once) => {
  expect(retryPolicy({ repeatable: true }, error)).toBe(repeatable);
  expect(retryPolicy({ repeatable: false }, error)).toBe(once);
});

test("an unreadable body is not requested a fourth time", () => {
  expect(retryPolicy({ repeatable: true }, code("UNEXPECTED_REPLY"), 2)).toBe("retry");
  expect(retryPolicy({ repeatable: true }, code("UNEXPECTED_REPLY"), 3)).toBe("fail");
});

function failing(
  errors: readonly Error[],
  more: {
    deadlineMs?: number;
    intervalMs?: number;
    signal?: AbortSignal;
    repeatable?: boolean;
    giveUpAfterMs?: number;
    onRetry?: (error: unknown) => void;
  } = {},
) {
  const clock = new FakeClock();
  const start = clock.now();
  const times: number[] = [];
  const result = retrying(
    () => {
      times.push(clock.now() - start);
      const error = errors[times.length - 1];
      return error === undefined ? Promise.resolve("done") : Promise.reject(error);
    },
    {
      clock,
      random: () => 0,
      repeatable: more.repeatable ?? true,
      intervalMs: more.intervalMs ?? 0,
      deadline: start + (more.deadlineMs ?? 600_000),
      signal: more.signal,
      giveUpAfterMs: more.giveUpAfterMs,
      onRetry: more.onRetry,
    },
  );
  return { clock, times, result };
}

test("waits double from half a second up to half a minute", async () => {
  const { clock, times, result } = failing(Array.from({ length: 9 }, () => code("SERVICE_ERROR")));
  expect(await clock.runUntil(result)).toBe("done");
  const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000].map(aboutMs));
});

test("the endpoint's interval is the first wait", async () => {
  const { clock, times, result } = failing([code("SERVICE_ERROR")], { intervalMs: 3_000 });
  await clock.runUntil(result);
  expect(times).toEqual([0, 3_000].map(aboutMs));
});

test("who is too frequent waits for the next turn only", async () => {
  const { clock, times, result } = failing([code("RATE_LIMITED"), code("RATE_LIMITED")]);
  await clock.runUntil(result);
  expect(times).toEqual([0, 0, 0].map(aboutMs));
});

test("no try is started after the deadline, and the last error is the result", async () => {
  const { clock, times, result } = failing(
    Array.from({ length: 9 }, () => code("SERVICE_ERROR")),
    { deadlineMs: 2_000 },
  );
  await clock.runUntil(expect(result).rejects.toMatchObject({ code: "SERVICE_ERROR" }));
  expect(times).toEqual([0, 500, 1_500].map(aboutMs));
});

test("a missed turn shows the service's last refusal, or itself where there was none", async () => {
  const missed = new TurnMissedError(1, 0);
  const later = failing([code("RATE_LIMITED"), missed]);
  await later.clock.runUntil(expect(later.result).rejects.toMatchObject({ code: "RATE_LIMITED" }));
  const first = failing([missed]);
  await first.clock.runUntil(expect(first.result).rejects.toBe(missed));
});

test("an abort ends the wait with its reason", async () => {
  const controller = new AbortController();
  const { clock, result } = failing([code("SERVICE_ERROR")], { signal: controller.signal });
  const outcome = expect(result).rejects.toThrow("cancelled");
  await clock.advance(100);
  controller.abort(new Error("cancelled"));
  await outcome;
});

test("a lost answer of what may not be sent twice is a case of its own", async () => {
  const { clock, times, result } = failing([code("SERVICE_ERROR")], { repeatable: false });
  await clock.runUntil(expect(result).rejects.toBeInstanceOf(AnswerLostError));
  expect(times).toEqual([aboutMs(0)]);
});

test("a failing call ends this long after its first failure, and each retry is reported", async () => {
  const said: unknown[] = [];
  const error = code("SERVICE_ERROR");
  const { clock, times, result } = failing(
    Array.from({ length: 9 }, () => error),
    { giveUpAfterMs: 2_000, onRetry: (last) => said.push(last) },
  );
  await clock.runUntil(expect(result).rejects.toBe(error));
  expect(times).toEqual([0, 500, 1_500].map(aboutMs));
  expect(said).toEqual([error, error]);
});

test("being turned away as too frequent is no failure that ends a call early", async () => {
  const { clock, result } = failing(
    Array.from({ length: 9 }, () => code("RATE_LIMITED")),
    { giveUpAfterMs: 0 },
  );
  expect(await clock.runUntil(result)).toBe("done");
});
