import type { InstanceRecord } from "./instance-record";
import { isDirectRuntype, runtypeFamily } from "../container/runtype";

/** The public address of a container port. */
export interface PortMapping {
  /** Public address of the machine, IPv4 or IPv6. */
  readonly host: string;
  /** Port on that address. */
  readonly port: number;
}

/** How to connect to a machine. What is not known now is absent. */
export interface Connection {
  /** Container port (`"8080/tcp"`) to its public address. */
  readonly portMappings?: Readonly<Record<string, PortMapping>>;
  /** `ssh -p <port> root@<host>` */
  readonly sshCommand?: string;
  /** Without the token, which is an output of its own. */
  readonly jupyterUrl?: string;
}

function mapPorts(record: InstanceRecord): Record<string, PortMapping> | undefined {
  const { portMappings, publicIpaddr } = record;
  if (portMappings === undefined || publicIpaddr === undefined || publicIpaddr === "") return undefined;
  return Object.fromEntries(
    Object.entries(portMappings).map(([key, port]) => [key, { host: publicIpaddr, port }]),
  );
}

/** An IPv6 address is in brackets in a URL. */
function urlHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/**
 * The proxy's SSH port of a Jupyter machine is the shown port plus one. The official command-line client does so in
 * `ssh-url`; its SDK and the documentation do not. We follow the client, whose command people paste; `sshHost` and
 * `sshPort` stay as the service shows them.
 */
function sshAddress(record: InstanceRecord, direct: PortMapping | undefined): PortMapping | undefined {
  if (direct !== undefined) return direct;
  const { sshHost, sshPort } = record;
  if (sshHost === undefined || sshHost === "" || sshPort === undefined) return undefined;
  const offset = runtypeFamily(record.imageRuntype) === "jupyter" ? 1 : 0;
  return { host: sshHost, port: sshPort + offset };
}

/**
 * How to connect to a running machine: SSH directly where port 22 is mapped, else through the service's proxy; Jupyter
 * only where it is direct, because the address of the proxied one is not documented. Nothing while the machine does not
 * run, and no SSH with runtype `args`. Source: the reference's section on connections.
 */
export function connection(record: InstanceRecord): Connection {
  if (record.actualStatus !== "running") return {};
  const portMappings = mapPorts(record);
  const family = runtypeFamily(record.imageRuntype);
  const ssh = family === "args" ? undefined : sshAddress(record, portMappings?.["22/tcp"]);
  const jupyter =
    family === "jupyter" && isDirectRuntype(record.imageRuntype) ? portMappings?.["8080/tcp"] : undefined;
  return {
    ...(portMappings === undefined ? {} : { portMappings }),
    ...(ssh === undefined ? {} : { sshCommand: `ssh -p ${ssh.port} root@${ssh.host}` }),
    ...(jupyter === undefined ? {} : { jupyterUrl: `https://${urlHost(jupyter.host)}:${jupyter.port}/` }),
  };
}
