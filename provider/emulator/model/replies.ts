/** What the service answers. */
export interface EmulatorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A JSON reply. */
export function json(status: number, value: unknown): EmulatorReply {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

/** A plain-text reply. */
export function text(status: number, body: string): EmulatorReply {
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body };
}

/** The usual refusal: `{success: false, error, msg}`. */
export function refusal(status: number, error: string, msg: string, more: object = {}): EmulatorReply {
  return json(status, { success: false, error, msg, ...more });
}

/** The refusal of a rent: its `msg` reads `error <status>/<number>: <text>`, and it names the offer. */
export function askRefusal(
  status: number,
  error: string,
  number: number,
  sentence: string,
  askId: number | string,
  more: object = {},
): EmulatorReply {
  return refusal(status, error, `error ${status}/${number}: ${sentence}`, { ask_id: askId, ...more });
}

/** Not an endpoint of this deployment. There is no auth body, which distinguishes it from a refused login. */
export function unknownEndpoint(): EmulatorReply {
  return text(404, "404: Not Found");
}

/** The refusal of a key that is missing or wrong. */
export function unauthorized(): EmulatorReply {
  return refusal(401, "auth_error", "Invalid user key");
}

/** An expired login, which the service reports as not found. */
export function sessionExpired(): EmulatorReply {
  return json(404, { success: false, msg: "Session expired. Please log in again." });
}

/** No instance of this account has that id. */
export function noSuchInstance(): EmulatorReply {
  return refusal(404, "no_such_instance", "No such instance.");
}
