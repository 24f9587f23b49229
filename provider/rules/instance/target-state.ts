/** What a machine is to do: run, or stand still with its disk kept and billed. */
export type TargetState = "running" | "stopped";
