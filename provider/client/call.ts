import { ProviderError } from "../errors";
import type { Clock } from "../wire/clock";
import type { PaceRefusal } from "../wire/pacing-types";
import type { Pacer } from "../wire/pacing";
import { redactor } from "../wire/redacting";
import { AnswerLostError, retrying } from "../wire/retrying";
import { timingOut } from "../wire/timing-out";
import { NotSentError } from "../wire/not-sent-error";
import type { Transport } from "../wire/transport";
import { ENDPOINTS, pacePolicy, type EndpointName } from "./endpoints";
import type { CallFacts } from "./call-facts";
import { answerLost, failureOf, refusalOf, unexpectedReply } from "./refusals";
import { readReply, type Reply } from "./reply";
import type { CallOptions } from "./service-client";

/** What the calls of one client have in common. */
export interface CallContext {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly pacer: Pacer;
  /** Multiplies the documented intervals; 0 starts without any. */
  readonly pacing: number;
  readonly baseUrl: string;
  /** Redacted in every error. */
  readonly secrets: readonly string[];
  /** Where the API key was found, in words for errors. */
  readonly keySource?: string | undefined;
  /** Within 0 and 1; for jitter. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
}

/** One request, and what its reply means. */
export interface ServiceCall<T> {
  /** "offer 4711"; completes "Could not rent …". */
  readonly subject: string;
  /** Takes the place of `{id}` in the path. */
  readonly id?: number;
  readonly query?: Readonly<Record<string, string>>;
  /** What `id` names is used up by the request: other processes of this machine leave it alone. Default false. */
  readonly usesUp?: boolean;
  readonly body?: unknown;
  /** Parts of the body that must not show in an error. */
  readonly secrets?: readonly string[];
  /** undefined: the reply does not have the documented shape. */
  readonly parse: (json: unknown) => T | undefined;
  /** The result of a reply that would otherwise count as a refusal; undefined leaves it a refusal. */
  readonly exception?: (reply: Reply) => T | undefined;
}

const PATIENCE_MS = 120_000;

/** Options of one call, in addition to those of every caller. */
export interface MakeOptions extends CallOptions {
  /** Called once the call is the next in line; its turn waits for it. */
  readonly prepare?: (() => Promise<void>) | undefined;
  /** Called each time the request is sent. */
  readonly onSend?: (() => void) | undefined;
}

/** A call to be made: `begin` is called once, when the request may be sent. */
export interface PlannedCall<T> {
  readonly name: EndpointName;
  /** The subject of an error where the turn of the call never came. */
  readonly subject: string;
  readonly begin: () => ServiceCall<T>;
}

/** Makes one call. What `begin` throws, or the preparation, is not tried again. @throws NotSentError where `begin` does */
export type Perform = <T>(planned: PlannedCall<T>, options?: MakeOptions) => Promise<T>;

/** The ways to make a call. */
export interface Calls {
  readonly make: <T>(name: EndpointName, call: ServiceCall<T>, options?: MakeOptions) => Promise<T>;
  /** `choose` is called once, when the request may be sent; where it returns undefined, nothing is sent. */
  readonly makeChosen: <T>(
    name: EndpointName,
    subject: string,
    choose: () => ServiceCall<T> | undefined,
    options?: MakeOptions,
  ) => Promise<T | undefined>;
}

export function callsBy(perform: Perform): Calls {
  return {
    make: async (name, call, options) => perform({ name, subject: call.subject, begin: () => call }, options),

    makeChosen: async (name, subject, choose, options) => {
      const begin = () => {
        const call = choose();
        if (call === undefined) throw new NotSentError();
        return call;
      };
      try {
        return await perform({ name, subject, begin }, options);
      } catch (error) {
        if (error instanceof NotSentError) return undefined;
        throw error;
      }
    },
  };
}

/**
 * The path of a request, from the outside in: retried by policy; paced, every try of it; timed out; sent; its reply read,
 * a refusal made an error, and the rest parsed. A request that may not be sent twice is not abandoned once it is
 * under way, since its outcome would be unknown; any other is, at its deadline.
 */
export function callMaker(context: CallContext): Perform {
  const { clock, pacer } = context;
  const random = context.random ?? Math.random;
  const redact = redactor(context.secrets);

  return async <T>({ name, subject, begin }: PlannedCall<T>, options: MakeOptions = {}) => {
    const endpoint = ENDPOINTS[name];
    const deadline = options.deadline ?? clock.now() + (options.patienceMs ?? PATIENCE_MS);
    const policy = pacePolicy(endpoint, context.pacing);
    const place = pacer.place();
    let call: ServiceCall<T> | undefined;

    const facts = (): CallFacts => ({
      name,
      endpoint,
      subject: call?.subject ?? subject,
      baseUrl: context.baseUrl,
      keySource: context.keySource,
      redactor: redact.and(call?.secrets ?? []),
    });

    const exchange = async (request: ServiceCall<T>): Promise<T> => {
      const timeoutMs = endpoint.timeoutSeconds * 1000;
      const leftMs = Math.max(1, deadline - clock.now());
      const patience = endpoint.repeatable ? Math.min(timeoutMs, leftMs) : timeoutMs;
      const transport = timingOut(context.transport, clock, patience);
      const reply = readReply(
        await transport({
          method: endpoint.method,
          path: pathOf(endpoint.path, request),
          ...(endpoint.method === "GET" ? {} : { body: request.body ?? {} }),
          signal: endpoint.repeatable ? options.signal : undefined,
        }),
      );
      const exception = request.exception?.(reply);
      if (exception !== undefined) {
        return exception;
      }
      const refusal = refusalOf(reply, facts());
      if (refusal !== undefined) {
        throw refusal;
      }
      const parsed = reply.json === undefined ? undefined : request.parse(reply.json);
      if (parsed === undefined) {
        throw unexpectedReply(facts(), unreadable(reply));
      }
      return parsed;
    };

    const send = (): Promise<T> => {
      call ??= NotSentError.begin(begin);
      options.onSend?.();
      return exchange(call).catch((error: unknown) => {
        throw asError(failureOf(error, facts()));
      });
    };

    const { prepare: given } = options;
    const prepare = given && (async () => NotSentError.prepare(given));

    let isUrgent = options.isUrgent;
    const attempt = (): Promise<T> => {
      const urgentNow = isUrgent;
      isUrgent = false;
      return pacer.run(
        policy,
        {
          signal: options.signal,
          deadline,
          place,
          prepare: call === undefined ? prepare : undefined,
          isUrgent: urgentNow,
          uses: () => (call?.usesUp === true ? call.id : undefined),
          refusalOf: paceRefusalOf,
        },
        send,
      );
    };

    try {
      return await retrying(attempt, {
        clock,
        random,
        repeatable: endpoint.repeatable,
        intervalMs: policy.intervalMs,
        deadline,
        giveUpAfterMs: options.giveUpAfterMs,
        signal: options.signal,
        onRetry: options.onRetry,
      });
    } catch (error) {
      if (error instanceof NotSentError) throw error.cause === undefined ? error : asError(error.cause);
      throw asError(
        error instanceof AnswerLostError ? answerLost(facts(), error.cause) : failureOf(error, facts()),
      );
    }
  };
}

function pathOf(path: string, { id, query }: ServiceCall<unknown>): string {
  const filled = id === undefined ? path : path.replace("{id}", String(id));
  return query === undefined ? filled : `${filled}?${new URLSearchParams(query).toString()}`;
}

function unreadable({ json, status, sentence }: Reply): string {
  return json === undefined
    ? `the reply (status ${status}) is ${sentence === undefined ? "empty" : "not JSON"}`
    : `the reply (status ${status}) lacks what the API specification promises`;
}

/** The threshold of a 429, as `refusals` read it from the service's sentence. */
function paceRefusalOf(error: unknown): PaceRefusal | undefined {
  if (!(error instanceof ProviderError) || error.code !== "RATE_LIMITED") {
    return undefined;
  }
  const { thresholdSeconds } = error.details;
  return { thresholdMs: thresholdSeconds === undefined ? undefined : thresholdSeconds * 1000 };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
