import type { InstanceRecord } from "../../../provider/rules/instance/instance-record";
import {
  instancePhase,
  type Phase,
  type PhaseQuestion,
} from "../../../provider/rules/instance/instance-phase";

interface Row {
  readonly title: string;
  readonly record: Omit<InstanceRecord, "id">;
  readonly question?: Partial<PhaseQuestion>;
  readonly phase: Phase;
  readonly reason: string;
}

const MISSING = "Error response from daemon: manifest for acme/x:9 not found: manifest unknown";
const RUNTIME = "OCI runtime create failed: runc create failed";

const rows: readonly Row[] = [
  { title: "no status yet", record: {}, phase: "loading", reason: "is being set up" },
  { title: "created", record: { actualStatus: "created" }, phase: "loading", reason: "is created" },
  {
    title: "created with a runtime error",
    record: { actualStatus: "created", statusMsg: RUNTIME },
    phase: "failed",
    reason: `cannot start: ${RUNTIME}`,
  },
  { title: "loading", record: { actualStatus: "loading" }, phase: "loading", reason: "is loading" },
  {
    title: "loading, with words on its progress",
    record: { actualStatus: "loading", statusMsg: "a1b2c3:  Pull complete\n" },
    phase: "loading",
    reason: "is loading: a1b2c3: Pull complete",
  },
  {
    title: "loading, but the image is missing",
    record: { actualStatus: "loading", statusMsg: MISSING },
    phase: "failed",
    reason: `cannot start: ${MISSING}`,
  },
  {
    title: "loading, and the daemon had trouble that passes",
    record: { actualStatus: "loading", statusMsg: "Error response from daemon: toomanyrequests" },
    phase: "loading",
    reason: "is loading: Error response from daemon: toomanyrequests",
  },
  {
    title: "running",
    record: { actualStatus: "running", intendedStatus: "running" },
    phase: "ready",
    reason: "runs",
  },
  {
    title: "running, intention not shown",
    record: { actualStatus: "running" },
    phase: "ready",
    reason: "runs",
  },
  {
    title: "running while the service intends to stop it",
    record: { actualStatus: "running", intendedStatus: "stopped" },
    phase: "loading",
    reason: "runs, but the service intends it to be stopped",
  },
  {
    title: "running without the port that is waited for",
    record: { actualStatus: "running", portMappings: { "80/tcp": 40001 } },
    question: { waitFor: "ports", ports: ["8080:80", "53:53/udp"] },
    phase: "loading",
    reason: "runs, but does not publish 53/udp yet",
  },
  {
    title: "running with every port",
    record: { actualStatus: "running", portMappings: { "80/tcp": 40001, "53/udp": 40002 } },
    question: { waitFor: "ports", ports: ["8080:80", "53:53/udp"] },
    phase: "ready",
    reason: "runs",
  },
  {
    title: "direct ssh waits for port 22",
    record: { actualStatus: "running", portMappings: { "80/tcp": 40001 } },
    question: { waitFor: "ports", runtype: "ssh_direct" },
    phase: "loading",
    reason: "runs, but does not publish 22/tcp yet",
  },
  {
    title: "the record's own spelling tells a template's direct jupyter",
    record: { actualStatus: "running", imageRuntype: "jupyter_direc ssh_direc ssh_proxy" },
    question: { waitFor: "ports" },
    phase: "loading",
    reason: "runs, but does not publish 22/tcp, 8080/tcp yet",
  },
  {
    title: "ports that only the template knows: any will do",
    record: { actualStatus: "running", portMappings: {} },
    question: { waitFor: "ports" },
    phase: "loading",
    reason: "runs, but does not publish any port yet",
  },
  {
    title: "loading and not waited for",
    record: { actualStatus: "loading" },
    question: { waitFor: "none" },
    phase: "ready",
    reason: "is rented and not waited for",
  },
  {
    title: "exited and not waited for",
    record: { actualStatus: "exited" },
    question: { waitFor: "none" },
    phase: "failed",
    reason: "has exited",
  },
  {
    title: "exited as it is to be, intention not shown",
    record: { actualStatus: "exited" },
    question: { targetState: "stopped" },
    phase: "stopped",
    reason: "is stopped",
  },
  {
    title: "exited at its first start",
    record: { actualStatus: "exited" },
    phase: "failed",
    reason: "has exited",
  },
  {
    title: "exited just after a restart",
    record: { actualStatus: "exited" },
    question: { firstStart: false },
    phase: "loading",
    reason: "has exited",
  },
  {
    title: "a job that ended",
    record: { actualStatus: "exited", intendedStatus: "running" },
    question: { runtype: "args" },
    phase: "finished-job",
    reason: "has finished",
  },
  {
    title: "a job of a template's runtype",
    record: { actualStatus: "exited", imageRuntype: "args" },
    phase: "finished-job",
    reason: "has finished",
  },
  {
    title: "a job whose container never began",
    record: { actualStatus: "exited", statusMsg: RUNTIME },
    question: { runtype: "args" },
    phase: "failed",
    reason: `has exited: ${RUNTIME}`,
  },
  {
    title: "exited because it was stopped",
    record: { actualStatus: "exited", intendedStatus: "stopped" },
    phase: "stopped",
    reason: "is stopped",
  },
  {
    title: "a job that somebody stopped",
    record: { actualStatus: "exited", intendedStatus: "stopped" },
    question: { runtype: "args" },
    phase: "stopped",
    reason: "is stopped",
  },
  { title: "stopped", record: { actualStatus: "stopped" }, phase: "stopped", reason: "is stopped" },
  {
    title: "stopped as asked",
    record: { actualStatus: "stopped", intendedStatus: "stopped" },
    question: { targetState: "stopped" },
    phase: "stopped",
    reason: "is stopped",
  },
  {
    title: "still running on the way to stopped",
    record: { actualStatus: "running", intendedStatus: "stopped" },
    question: { targetState: "stopped" },
    phase: "loading",
    reason: "runs and is to be stopped",
  },
  {
    title: "created on the way to stopped, not waited for",
    record: { actualStatus: "created", intendedStatus: "stopped" },
    question: { targetState: "stopped", waitFor: "none" },
    phase: "loading",
    reason: "is created",
  },
  { title: "frozen", record: { actualStatus: "frozen" }, phase: "stopped", reason: "is frozen" },
  {
    title: "unknown at its first start",
    record: { actualStatus: "unknown" },
    phase: "failed",
    reason: "does not respond",
  },
  {
    title: "offline at its first start",
    record: { actualStatus: "offline", statusMsg: "gone" },
    question: { targetState: "stopped" },
    phase: "failed",
    reason: "lost its host: gone",
  },
  {
    title: "offline after it ran",
    record: { actualStatus: "offline" },
    question: { firstStart: false },
    phase: "loading",
    reason: "lost its host",
  },
  {
    title: "unknown after it ran",
    record: { actualStatus: "unknown" },
    question: { firstStart: false },
    phase: "loading",
    reason: "does not respond",
  },
  { title: "rebooting", record: { actualStatus: "rebooting" }, phase: "loading", reason: "is rebooting" },
  { title: "recycling", record: { actualStatus: "recycling" }, phase: "loading", reason: "is recycling" },
  { title: "destroyed", record: { actualStatus: "destroyed" }, phase: "failed", reason: "was destroyed" },
  { title: "terminated", record: { actualStatus: "terminated" }, phase: "failed", reason: "was destroyed" },
  {
    title: "a word of the future",
    record: { actualStatus: "warming" },
    phase: "loading",
    reason: "is warming",
  },
];

test.each(rows)("$title: $phase", ({ record, question, phase, reason }) => {
  const asked: PhaseQuestion = { targetState: "running", waitFor: "running", firstStart: true, ...question };
  expect(instancePhase({ id: 1, ...record }, asked)).toEqual({ phase, reason });
});

test("a long message is cut", () => {
  const { reason } = instancePhase(
    { id: 1, actualStatus: "loading", statusMsg: "x".repeat(500) },
    { targetState: "running", waitFor: "running", firstStart: true },
  );
  expect(reason).toBe(`is loading: ${"x".repeat(200)}…`);
});
