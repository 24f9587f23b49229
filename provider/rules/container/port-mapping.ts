import { z } from "zod";
import { describeValue } from "../validation/failure-collector";
import { customTypes } from "../validation/has-types";
import { isUnknown } from "../validation/unknown";

/** Most ports one machine can open. Source: the service's documentation. */
export const PORT_LIMIT = 64;

/** Container ports from this number on get the same port outside: the host does not choose another. */
const IDENTITY_FROM = 70_000;
const IDENTITY_TO = 99_999;

export interface AskedPort {
  readonly host: number;
  readonly container: number;
  readonly protocol: "tcp" | "udp";
}

/** Parses `"8080:80"`, `"8080:80/tcp"` or `"53:53/udp"`; undefined for any other form. */
export function parsePort(entry: string): AskedPort | undefined {
  const [, host, container, protocol] = /^(\d{1,5}):(\d{1,5})(?:\/(tcp|udp))?$/i.exec(entry.trim()) ?? [];
  if (host === undefined || container === undefined) return undefined;
  return {
    host: Number(host),
    container: Number(container),
    protocol: protocol?.toLowerCase() === "udp" ? "udp" : "tcp",
  };
}

/** The canonical spelling of a mapping: `"8080:80"`, `"53:53/udp"`. */
export function formatPort({ host, container, protocol }: AskedPort): string {
  return `${host}:${container}${protocol === "udp" ? "/udp" : ""}`;
}

/** The canonical spelling of a mapping given as text; text of another form is unchanged. */
export function canonicalPort(entry: string): string {
  const port = parsePort(entry);
  return port === undefined ? entry : formatPort(port);
}

/** The key of a container port in a port map: `"80/tcp"`. */
export function portKey({ container, protocol }: AskedPort): string {
  return `${container}/${protocol}`;
}

function isUsable({ host, container }: AskedPort): boolean {
  const ordinary = host >= 1 && host <= 65_535 && container >= 1 && container <= 65_535;
  return ordinary || (host === container && container >= IDENTITY_FROM && container <= IDENTITY_TO);
}

function checkPorts(ports: readonly unknown[], context: z.core.$RefinementCtx): void {
  if (ports.length > PORT_LIMIT) {
    context.addIssue(`Expected \`ports\` to hold at most ${PORT_LIMIT} ports, got ${ports.length}`);
  }
  const firstUse = new Map<string, number>();
  ports.forEach((entry, index) => {
    if (isUnknown(entry)) return;
    const mapping = typeof entry === "string" ? parsePort(entry) : undefined;
    const outside = mapping === undefined ? "" : `${mapping.host}/${mapping.protocol}`;
    const mistake = mistakeOf(entry, mapping, index) ?? mistakeOfReuse(outside, index, firstUse.get(outside));
    if (mistake === undefined) firstUse.set(outside, index);
    else {
      const place = { path: [index], message: mistake };
      context.addIssue(
        typeof entry === "string"
          ? { code: "custom", ...place }
          : { code: "invalid_type", expected: "string", ...place },
      );
    }
  });
}

function mistakeOf(entry: unknown, mapping: AskedPort | undefined, index: number): string | undefined {
  if (mapping !== undefined && isUsable(mapping)) return undefined;
  const alone = /^\s*(\d{1,5})\s*$/.exec(String(entry))?.[1];
  const hint = alone === undefined ? "" : `. For port ${alone} write "${alone}:${alone}"`;
  const rule =
    mapping === undefined
      ? 'to be "host:container" or "host:container/udp"'
      : `to map ports from 1 to 65535, or a port from ${IDENTITY_FROM} to ${IDENTITY_TO} to itself`;
  return `Expected \`ports[${index}]\` ${rule}, got ${describeValue(entry)}${hint}`;
}

function mistakeOfReuse(outside: string, index: number, earlier: number | undefined): string | undefined {
  if (earlier === undefined) return undefined;
  return `\`ports[${index}]\` maps the host port ${outside} again, after \`ports[${earlier}]\``;
}

/**
 * `ports`: a list of at most 64 port mappings, `"host:container"` or `"host:container/udp"`; no host port twice with
 * one protocol. `/tcp` is dropped.
 */
export const portsSchema = z
  .array(z.custom<string>().register(customTypes, { type: "text" }), {
    error: "to be a list of port mappings",
  })
  .superRefine(checkPorts)
  .transform((ports) => ports.map(canonicalPort));
