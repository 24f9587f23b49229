/** One request, ready to be sent. */
export interface WireRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Starts with `/api/`, has its query, and a trailing slash before the query. */
  readonly path: string;
  /** JSON; a request that is not a GET carries `{}` where this is unset. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export interface WireReply {
  readonly status: number;
  readonly text: string;
  /** The `Date` header, in ms since the epoch. */
  readonly dateMs?: number | undefined;
}

/** Sends one request, once. Rejects with a `TransportError`, or with the signal's reason. */
export type Transport = (request: WireRequest) => Promise<WireReply>;
