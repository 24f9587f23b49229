import { HIDDEN } from "../../state/hidden";
import { numberOf, stringOf, stringsOf, type Properties } from "../engine/engine-values";
import { ownerIn } from "./owner";
import type { ProcessMemory } from "./process-memory";

/** A resource's launch token is named by a call of the engine: its machine is no orphan. */
export function noteToken({ namedTokens }: ProcessMemory, properties: Properties): void {
  const token = stringOf(properties[HIDDEN.token]);
  if (token !== undefined) namedTokens.add(token);
}

/** Whatever is in the state is no orphan, and shows which account the program's resources belong to. */
export function noteState(memory: ProcessMemory, state: Properties): void {
  noteToken(memory, state);
  for (const predecessor of stringsOf(state[HIDDEN.predecessors])) memory.namedTokens.add(predecessor);
  const instanceId = numberOf(state["instanceId"]);
  if (instanceId !== undefined) memory.namedInstances.add(instanceId);
  const owner = ownerIn(state);
  if (owner.account !== undefined || owner.baseUrl !== undefined)
    memory.recordedOwners.set(JSON.stringify(owner), owner);
}
