/** The requested state of a machine: running, or stopped with its disk kept and billed. */
export type TargetState = "running" | "stopped";
