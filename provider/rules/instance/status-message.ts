/** A fault of the request, not of the machine: it shows wherever the same request is launched. */
export type OwnFault = "missing image" | "refused registry login" | "bad command" | "bad docker options";

interface FaultRow {
  readonly fault: OwnFault;
  readonly signs: RegExp;
}

/**
 * First match wins: a registry says "denied … or may require docker login" of an image that is missing as well as of
 * one that needs another login, so the missing image comes first where its own words are there.
 */
const FAULTS: readonly FaultRow[] = [
  {
    fault: "missing image",
    signs:
      /manifest (?:for .{1,300} )?(?:not found|unknown)|no matching manifest|manifest unknown|repository .{1,300} not found|pull access denied|name unknown|no such image|invalid reference format|failed to resolve reference .{1,300}not found/i,
  },
  {
    fault: "refused registry login",
    signs:
      /unauthorized|authentication required|incorrect username or password|denied: (?:requested access|access forbidden|permission)|no basic auth credentials|docker login failed|invalid image.?login|login attempt to .{1,300} failed/i,
  },
  {
    fault: "bad command",
    signs:
      /executable file not found|exec format error|exec: .{1,300}(?:no such file or directory|permission denied)|no command specified|unable to find user|stat .{1,300}: no such file or directory/i,
  },
  {
    fault: "bad docker options",
    signs:
      /unknown (?:shorthand )?flag|invalid argument .{1,100} for .{1,60} flag|invalid (?:publish|port|env|volume) /i,
  },
];

/** A machine's own fault, in words that match the table. */
const MACHINE_TROUBLE =
  /too ?many ?requests|rate limit|no space left|nvidia|cuda|i\/o timeout|connection (?:refused|reset|timed out)|temporary failure|TLS handshake/i;

/**
 * Which mistake in the arguments a status message shows, or undefined: hosts that fail, a full disk, a broken GPU driver
 * and a registry that cannot be reached are none.
 */
export function ownFault(message: string | undefined): OwnFault | undefined {
  if (message === undefined || MACHINE_TROUBLE.test(message)) return undefined;
  return FAULTS.find(({ signs }) => signs.test(message))?.fault;
}

/** A message without what differs from machine to machine: digests, ids, addresses, times, numbers. */
export function normalizeMessage(message: string): string {
  return message
    .toLowerCase()
    .replaceAll(/\bsha256:[0-9a-f]+/g, "<digest>")
    .replaceAll(/\d{4}-\d{2}-\d{2}[t ]\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:z|[+-]\d{2}:?\d{2})?/g, "<time>")
    .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, "<address>")
    .replaceAll(/\[[0-9a-f:]*:[0-9a-f:]*\](?::\d+)?/g, "<address>")
    .replaceAll(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g, "<id>")
    .replaceAll(/\b(?=[a-z]*\d)[0-9a-f]{10,}\b/g, "<id>")
    .replaceAll(/\bc\.\d+\b/g, "<id>")
    .replaceAll(/\b\d+(?:\.\d+)?(?:ms|s|m|h)?\b/g, "<n>")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/**
 * Whether two machines failed by the same mistake in the arguments: both messages show one, of the
 * same kind, in the same words once ids, hosts, digests and times are left out.
 */
export function sameCause(left: string | undefined, right: string | undefined): boolean {
  const fault = ownFault(left);
  if (fault === undefined || fault !== ownFault(right)) return false;
  if (fault !== "bad command") return true;
  return normalizeMessage(left ?? "") === normalizeMessage(right ?? "");
}
