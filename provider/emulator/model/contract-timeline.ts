/** What an instance shows from a moment on, until the next step. */
export interface Step {
  /** ms */
  readonly at: number;
  readonly status: string | null;
  readonly curState: "running" | "stopped" | "unloaded";
  readonly intended: "running" | "stopped";
  readonly message: string | null;
}

/** The future states unless something intervenes, in the order of time. */
export type Timeline = readonly Step[];

/** `timeline` up to `at`, and from there `steps`. */
export function changeCourse(timeline: Timeline, at: number, steps: Timeline): Timeline {
  return [...timeline.filter((step) => step.at < at), ...steps];
}

/** What is shown at `now`. */
export function stepAt(timeline: Timeline, now: number): Step | undefined {
  return timeline.findLast((step) => step.at <= now);
}

/** How long the GPUs were billed until `until`, in ms: the time spent running. */
export function runningMs(timeline: Timeline, until: number): number {
  return timeline.reduce((sum, step, index) => {
    const end = Math.min(timeline[index + 1]?.at ?? until, until);
    return step.status === "running" ? sum + Math.max(0, end - step.at) : sum;
  }, 0);
}

/** The first start: null, `created`, `loading`, then `last`. */
export function launchSteps(at: number, loadMs: number, last: Omit<Step, "at">, image: string): Timeline {
  const base = { curState: "running", intended: last.intended } as const;
  return [
    { ...base, at, status: null, message: null },
    { ...base, at: at + loadMs * 0.1, status: "created", message: null },
    { ...base, at: at + loadMs * 0.2, status: "loading", message: `Pulling from ${image}` },
    { ...last, at: at + loadMs },
  ];
}

/** A further start, of a container that is there: it shows `exited` for a moment, as the service does. */
export function restartSteps(at: number, restartMs: number, first: string, last: Omit<Step, "at">): Timeline {
  const base = { curState: "running", intended: "running", message: null } as const;
  return [
    { ...base, at, status: first },
    { ...base, at: at + restartMs * 0.3, status: "loading" },
    { ...last, at: at + restartMs },
  ];
}

/** A stop: running for a moment more, then `exited`. */
export function stopSteps(at: number, stopMs: number, from: Step | undefined): Timeline {
  const base = { curState: "stopped", intended: "stopped" } as const;
  const wasStopped = from === undefined || from.status === "stopped" || from.status === "exited";
  const end: Step = { ...base, at: at + stopMs, status: "exited", message: "container stopped" };
  return wasStopped ? [{ ...end, at }] : [{ ...base, at, status: from.status, message: from.message }, end];
}
