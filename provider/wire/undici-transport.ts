import { connectFailureOf } from "./connect-failure";
import type { Transport, WireReply, WireRequest } from "./transport";
import { TransportError } from "./transport-error";

/** 32 MB: an unfiltered template list is the largest legitimate reply, at a few MB. */
const DEFAULT_REPLY_LIMIT_BYTES = 32 * 1024 * 1024;

export interface UndiciTransportOptions {
  /** Scheme, host, and a path prefix where there is one. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly userAgent: string;
  /** Largest reply body that is read, in bytes. Default 32 MB. */
  readonly replyLimitBytes?: number;
}

/** The connections of one process to one deployment. */
export interface UndiciTransport {
  readonly send: Transport;
  /** Ends the idle connections, and those in use after their reply. Idle ones do not keep the process alive. */
  close(): Promise<void>;
}

type Pool = import("undici").Pool;

async function openPool(origin: string): Promise<Pool> {
  const { Pool } = await import("undici");
  // Waiting is limited by the caller's clock, so that the time scale holds for it too.
  return new Pool(origin, { connections: 64, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
}

/**
 * Sends over keep-alive connections with header authentication. undici is loaded with the first request. A redirect is
 * never followed: it would carry the key elsewhere.
 */
export function undiciTransport(options: UndiciTransportOptions): UndiciTransport {
  const base = new URL(options.baseUrl);
  const prefix = base.pathname.replace(/\/+$/, "");
  const limit = options.replyLimitBytes ?? DEFAULT_REPLY_LIMIT_BYTES;
  const headers = {
    authorization: `Bearer ${options.apiKey}`,
    "user-agent": options.userAgent,
    accept: "application/json",
  };
  let pool: Promise<Pool> | undefined;

  const exchange = async (request: WireRequest): Promise<WireReply> => {
    pool ??= openPool(base.origin);
    const reply = await (
      await pool
    ).request({
      method: request.method,
      path: prefix + request.path,
      ...(request.method === "GET"
        ? { headers }
        : {
            headers: { ...headers, "content-type": "application/json" },
            body: JSON.stringify(request.body ?? {}),
          }),
      signal: request.signal ?? null,
    });
    if (reply.statusCode >= 300 && reply.statusCode < 400) {
      reply.body.on("error", () => undefined).destroy();
      throw new TransportError("redirect", true, redirectText(base.origin, reply.headers.location));
    }
    const dateMs = dateOf(reply.headers.date);
    return { status: reply.statusCode, text: await readText(reply.body, limit), dateMs };
  };

  return {
    send: async (request) => {
      try {
        return await exchange(request);
      } catch (error) {
        if (request.signal?.aborted === true) {
          throw request.signal.reason;
        }
        throw error instanceof TransportError ? error : toTransportError(error, base.origin);
      }
    },
    close: async () => {
      const open = pool;
      pool = undefined;
      await (await open)?.close();
    },
  };
}

function dateOf(header: string | string[] | undefined): number | undefined {
  const time = Date.parse(typeof header === "string" ? header : "");
  return Number.isNaN(time) ? undefined : time;
}

async function readText(body: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) {
      // Leaving the loop destroys the body, and with it the connection.
      throw new TransportError("too-large", true, `The reply is larger than ${limit} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function redirectText(origin: string, location: string | string[] | undefined): string {
  const target =
    typeof location === "string" && URL.canParse(location, origin) ? new URL(location, origin) : undefined;
  return `${origin} redirects${target === undefined ? "" : ` to ${target.origin}`}, which is not followed`;
}

function toTransportError(error: unknown, origin: string): TransportError {
  const reason = error instanceof Error ? error.message || error.name : String(error);
  const failure = connectFailureOf(error);
  return failure === undefined
    ? new TransportError(
        "broken",
        true,
        `The connection to ${origin} ended before the reply did: ${reason}`,
        error,
      )
    : new TransportError(failure, false, `No connection to ${origin}: ${reason}`, error);
}
