const CONNECT_CODES: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_INVALID_ARG",
]);

const CONNECT_CALLS: ReadonlySet<string> = new Set(["connect", "getaddrinfo"]);

const CERTIFICATE_CODE = /CERT|^UNABLE_TO_|^ERR_TLS_/;

/** Why no connection was made, so that certainly no byte of the request was sent. undefined: one was made, or may have been. */
export function connectFailureOf(error: unknown): "connect" | "untrusted" | undefined {
  if (typeof error !== "object" || error === null) {
    return undefined;
  }
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const call = "syscall" in error && typeof error.syscall === "string" ? error.syscall : "";
  if (CERTIFICATE_CODE.test(code)) {
    return "untrusted";
  }
  return CONNECT_CODES.has(code) || CONNECT_CALLS.has(call) ? "connect" : undefined;
}
