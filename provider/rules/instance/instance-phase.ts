import type { LaunchOptions } from "./launch-options";
import type { TargetState } from "./target-state";
import type { InstanceRecord } from "./instance-record";
import { parsePort, portKey } from "../container/port-mapping";
import { runtypeFamily, runtypePorts } from "../container/runtype";
import { ownFault } from "./status-message";

/**
 * The phase of a machine.
 * - `ready`: it runs (and its ports are published, where that is waited for)
 * - `loading`: it may still become what is requested
 * - `failed`: it never will; destroy it
 * - `finished-job`: a job of runtype `args` has ended; the machine is kept
 * - `stopped`: it is stopped and keeps its disk, because that was requested, or because somebody stopped or outbid it
 */
export type Phase = "ready" | "loading" | "failed" | "finished-job" | "stopped";

export interface PhaseVerdict {
  readonly phase: Phase;
  /** Why, in a few words that follow "instance 4711". */
  readonly reason: string;
}

export interface PhaseQuestion {
  /** The requested runtype; the record's own where a template decides. */
  readonly runtype?: string | undefined;
  readonly targetState: TargetState;
  readonly waitFor: NonNullable<LaunchOptions["waitFor"]>;
  /** The requested ports, `"host:container[/udp]"`. */
  readonly ports?: readonly string[] | undefined;
  /** Whether the machine has never run: `exited`, `unknown` and `offline` are transient states afterwards. */
  readonly firstStart: boolean;
}

const RUNTIME_ERROR =
  /oci runtime|runtime create failed|failed to create (?:shim|task)|error response from daemon/i;

/** The phase of a machine, by the status fields of its record. Source: the reference's section on the life cycle. */
export function instancePhase(record: InstanceRecord, question: PhaseQuestion): PhaseVerdict {
  const { actualStatus: status, statusMsg } = record;
  // The API specification does not guarantee the intended status: the requested one is the default.
  const intended = record.intendedStatus ?? question.targetState;
  const isStopIntended = intended === "stopped" || intended === "frozen";
  const verdict = (phase: Phase, reason: string): PhaseVerdict => ({
    phase,
    reason: withMessage(reason, statusMsg),
  });
  switch (status) {
    case "running":
      return running(record, question);
    case "stopped":
    case "frozen":
      return { phase: "stopped", reason: status === "frozen" ? "is frozen" : "is stopped" };
    case "exited":
      if (isStopIntended) return { phase: "stopped", reason: "is stopped" };
      return exited(record, question);
    case "unknown":
    case "offline": {
      const state = status === "offline" ? "lost its host" : "does not respond";
      return verdict(question.firstStart ? "failed" : "loading", state);
    }
    case "destroyed":
    case "terminated":
      return { phase: "failed", reason: "was destroyed" };
    default:
      return underWay(record, question);
  }
}

function running(record: InstanceRecord, question: PhaseQuestion): PhaseVerdict {
  if (question.targetState === "stopped") return { phase: "loading", reason: "runs and is to be stopped" };
  if (record.intendedStatus !== undefined && record.intendedStatus !== "running") {
    return { phase: "loading", reason: `runs, but the service intends it to be ${record.intendedStatus}` };
  }
  const missing = question.waitFor === "ports" ? missingPorts(record, question) : [];
  if (missing.length === 0) return { phase: "ready", reason: "runs" };
  return { phase: "loading", reason: `runs, but does not publish ${missing.join(", ")} yet` };
}

function missingPorts(record: InstanceRecord, { ports = [], runtype }: PhaseQuestion): string[] {
  const published = record.portMappings ?? {};
  const asked = ports.flatMap((entry) => {
    const mapping = parsePort(entry);
    return mapping === undefined ? [] : [portKey(mapping)];
  });
  const wanted = [...new Set([...asked, ...runtypePorts(runtype ?? record.imageRuntype)])];
  if (wanted.length === 0) return Object.keys(published).length === 0 ? ["any port"] : [];
  return wanted.filter((key) => published[key] === undefined);
}

function exited(record: InstanceRecord, question: PhaseQuestion): PhaseVerdict {
  const reason = withMessage("has exited", record.statusMsg);
  const isJob = runtypeFamily(question.runtype ?? record.imageRuntype) === "args";
  // A container that never started is no finished job.
  const neverStarted = ownFault(record.statusMsg) !== undefined || RUNTIME_ERROR.test(record.statusMsg ?? "");
  if (isJob && !neverStarted)
    return { phase: "finished-job", reason: withMessage("has finished", record.statusMsg) };
  return { phase: question.firstStart || isJob ? "failed" : "loading", reason };
}

function underWay(record: InstanceRecord, question: PhaseQuestion): PhaseVerdict {
  const { actualStatus: status, statusMsg = "" } = record;
  const hasFailed =
    ownFault(statusMsg) !== undefined || (status === "created" && RUNTIME_ERROR.test(statusMsg));
  if (hasFailed) return { phase: "failed", reason: withMessage("cannot start", statusMsg) };
  if (question.waitFor === "none" && question.targetState === "running") {
    return { phase: "ready", reason: "is rented and not waited for" };
  }
  return { phase: "loading", reason: withMessage(describe(status), statusMsg) };
}

function describe(status: string | undefined): string {
  switch (status) {
    case undefined:
    case "":
      return "is being set up";
    case "created":
      return "is created";
    case "loading":
      return "is loading";
    default:
      return `is ${status}`;
  }
}

function withMessage(reason: string, message: string | undefined): string {
  const said = (message ?? "").replaceAll(/\s+/g, " ").trim();
  if (said === "") return reason;
  return `${reason}: ${said.length > 200 ? `${said.slice(0, 200)}…` : said}`;
}
