import { isRecord } from "../../rules/validation/is-record";

const CONTAINER_PORT = /^\d{1,5}\/(tcp|udp)$/;

/**
 * `{"8080/tcp": [{"HostIp": …, "HostPort": "40123"}]}` to `{"8080/tcp": 40123}`. Absent, null, and the older form, a list
 * of port numbers, say nothing of mappings: undefined.
 */
export function toPortMappings(ports: unknown): Record<string, number> | undefined {
  if (!isRecord(ports)) {
    return undefined;
  }
  const mappings = Object.entries(ports).flatMap(([name, bound]): [string, number][] => {
    const port = hostPort(bound);
    return port === undefined || !CONTAINER_PORT.test(name) ? [] : [[name, port]];
  });
  return Object.fromEntries(mappings);
}

/** Rows for v4 and v6 share the port, so that the first one tells. */
function hostPort(bound: unknown): number | undefined {
  const row: unknown = Array.isArray(bound) ? bound[0] : bound;
  const port = Number(isRecord(row) ? row["HostPort"] : row);
  return Number.isInteger(port) && port > 0 && port <= 65_535 ? port : undefined;
}
