import type { StepOp } from "./phase-events";
import type { ResourceState } from "./resource-state";

/** One thing to do to one resource. */
export interface Step {
  op: Exclude<StepOp, "refresh">;
  /** The resource as the state holds it. */
  old?: ResourceState;
  /** The resource as it is to be; the step completes it. */
  now?: ResourceState;
  /** For a replacement and its delete: the old one goes first. */
  deleteFirst?: boolean;
}

/** The resource that a step is about. */
export function resourceOf({ old, now }: Step): ResourceState {
  const resource = now ?? old;
  if (resource === undefined) throw new Error("A step without a resource");
  return resource;
}
