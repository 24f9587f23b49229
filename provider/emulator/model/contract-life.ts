import {
  changeCourse,
  launchSteps,
  restartSteps,
  stepAt,
  stopSteps,
  type Step,
  type Timeline,
} from "./contract-timeline";
import { currentFloor, currentStep, type Contract } from "./contracts";
import type { LifecycleTimings } from "./emulator-options";
import type { RentFault } from "./fault-kinds";

const NO_ROOM = "Required resources are currently unavailable, state change queued.";

function up(contract: Pick<Contract, "config">): Omit<Step, "at"> {
  const { image, runtype } = contract.config;
  return {
    status: "running",
    curState: "running",
    intended: "running",
    message: `success, running ${image}/${runtype}`,
  };
}

/** The life of a machine from its rent on, with the faults of its host. */
export function firstTimeline(
  contract: Pick<Contract, "config" | "createdAt">,
  start: "running" | "stopped" | "queued",
  faults: readonly RentFault[],
  timings: LifecycleTimings,
): Timeline {
  const at = contract.createdAt;
  const loadMs = timings.loadSeconds * 1000;
  if (start === "queued") {
    const waiting = {
      status: "stopped",
      curState: "stopped",
      intended: "running",
      message: NO_ROOM,
    } as const;
    return [{ at, ...waiting }];
  }
  if (start === "stopped") {
    const rest = {
      status: "stopped",
      curState: "stopped",
      intended: "stopped",
      message: "created stopped",
    } as const;
    return launchSteps(at, loadMs, rest, contract.config.image);
  }
  let course = launchSteps(at, loadMs, up(contract), contract.config.image);
  if (timings.jobSeconds !== undefined && contract.config.runtype === "args") {
    course = [...course, exitStep(at + loadMs + timings.jobSeconds * 1000)];
  }
  for (const fault of faults) {
    course = withFault(course, at + loadMs, fault);
  }
  return course;
}

function exitStep(at: number): Step {
  return {
    at,
    status: "exited",
    curState: "running",
    intended: "running",
    message: "container exited with code 0",
  };
}

function withFault(course: Timeline, upAt: number, fault: RentFault): Timeline {
  if (fault.kind === "delivers") {
    return course;
  }
  const at = upAt + (fault.afterSeconds ?? 0) * 1000;
  if (fault.kind === "outbid") {
    return changeCourse(course, at, [outbidStep(at, fault.intended ?? "running")]);
  }
  const message = fault.statusMsg ?? hostMessage(fault.status);
  return changeCourse(course, at, [
    { at, status: fault.status, curState: "running", intended: "running", message },
  ]);
}

function outbidStep(at: number, intended: "running" | "stopped"): Step {
  return { at, status: "stopped", curState: "stopped", intended, message: "outbid by a higher bid" };
}

function hostMessage(status: string): string | null {
  switch (status) {
    case "exited":
      return "Error response from daemon: container exited unexpectedly";
    case "created":
      return "Error response from daemon: OCI runtime create failed";
    default:
      return null;
  }
}

/** Starts a stopped machine. `queued`: its GPUs are taken, and it may start, and be billed, later. */
export function start(contract: Contract, now: number, timings: LifecycleTimings): "done" | "queued" {
  const step = currentStep(contract, now);
  if (contract.occupied || (contract.isBid && contract.price < currentFloor(contract, now))) {
    contract.queued = true;
    return "queued";
  }
  if (step?.intended === "running" && step.status !== "exited" && step.status !== "stopped") {
    return "done";
  }
  restart(contract, now, timings, "exited");
  return "done";
}

/** Stops a machine, or cancels a queued start. */
export function stop(contract: Contract, now: number, timings: LifecycleTimings): void {
  contract.queued = false;
  const steps = stopSteps(now, timings.stopSeconds * 1000, currentStep(contract, now));
  contract.timeline = changeCourse(contract.timeline, now, steps);
}

/** A start, reboot or recycle; `first` is what shows at once. */
export function restart(contract: Contract, now: number, timings: LifecycleTimings, first: string): void {
  contract.queued = false;
  contract.timeline = changeCourse(
    contract.timeline,
    now,
    restartSteps(now, timings.restartSeconds * 1000, first, up(contract)),
  );
}

/** Somebody bids more: the floor rises above this bid and the machine stops. Its intended status stays, unless given. */
export function outbid(
  contract: Contract,
  now: number,
  floor: number | undefined,
  intended: "running" | "stopped" | undefined,
): void {
  contract.floor = floor ?? Math.round((contract.price * 1.25 + 0.001) * 1000) / 1000;
  if (contract.price < contract.floor) {
    const before = currentStep(contract, now)?.intended === "stopped" ? "stopped" : "running";
    contract.timeline = changeCourse(contract.timeline, now, [outbidStep(now, intended ?? before)]);
  }
}

/** Changes the bid; a machine that was outbid and should run starts when the bid reaches the floor. */
export function changeBid(contract: Contract, now: number, price: number, timings: LifecycleTimings): void {
  const step = currentStep(contract, now);
  contract.price = price;
  const enough = price >= currentFloor(contract, now);
  if (!enough && step?.status === "running") {
    contract.timeline = changeCourse(contract.timeline, now, [outbidStep(now, "running")]);
  }
  if (
    enough &&
    step?.curState === "stopped" &&
    (step.intended === "running" || contract.queued) &&
    !contract.occupied
  ) {
    restart(contract, now, timings, "exited");
  }
}

/** The host fails from now on. */
export function breakHost(
  contract: Contract,
  now: number,
  status: string | null,
  message: string | null,
): void {
  const step = stepAt(contract.timeline, now);
  contract.timeline = changeCourse(contract.timeline, now, [
    {
      at: now,
      status,
      curState: step?.curState ?? "running",
      intended: step?.intended ?? "running",
      message,
    },
  ]);
}

/** The GPUs of a stopped machine are taken by somebody else, or free again, which starts a queued machine. */
export function occupy(contract: Contract, now: number, occupied: boolean, timings: LifecycleTimings): void {
  contract.occupied = occupied;
  if (!occupied && contract.queued) {
    restart(contract, now, timings, "exited");
  }
}

/** The reply to a start that cannot be carried out. */
export const START_QUEUED = NO_ROOM;
