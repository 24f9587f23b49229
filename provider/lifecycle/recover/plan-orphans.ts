import { isAdoptionToken, parseLaunchLabel } from "../../rules/instance/launch-token";
import type { Properties } from "../engine/engine-values";
import { numericId } from "./interrupted-creation";
import { isLive } from "./placement";
import type { Choices, PlanItem } from "./plan-item";
import type { OrphanedInstance } from "./orphans";

/** One line of the plan, of a machine that no interrupted creation explains. */
export interface PlannedOrphan {
  readonly orphan: OrphanedInstance;
  /**
   * `adopt` relabels it for the next launch of its resource, and `waits` means that it is labelled so already; `offer` waits for an
   * answer, `occupied` cannot be adopted because its resource has `holder`, and `leave` is somebody else's.
   */
  readonly action: "destroy" | "adopt" | "waits" | "offer" | "occupied" | "leave";
  /** The machine that the resource has, or will have. */
  readonly holder?: number | undefined;
}

/** @param items what is done about interrupted creations, of which a machine that is kept holds its resource */
export function planOrphans(
  orphans: readonly OrphanedInstance[],
  items: readonly PlanItem[],
  resources: readonly Properties[],
  choices: Choices,
): PlannedOrphan[] {
  const holders = new Map<string, number>();
  const hold = (urn: unknown, id: number | undefined): void => {
    if (typeof urn === "string" && id !== undefined && !holders.has(urn)) holders.set(urn, id);
  };
  for (const resource of resources) if (isLive(resource)) hold(resource["urn"], numericId(resource));
  for (const { action, creation, thing } of items) {
    if (action === "keep" && thing?.kind === "instance") hold(creation.urn, thing.instance.id);
  }
  const held = new Map(holders);
  const ofStack = orphans.filter(({ isOfStack }) => isOfStack);
  for (const orphan of ofStack) if (isWaiting(orphan)) hold(orphan.launchedFor, orphan.record.id);
  for (const { record, launchedFor } of ofStack) {
    if (choices.adoptIds.has(record.id)) hold(launchedFor, record.id);
  }
  return orphans.map((orphan) => {
    const { id } = orphan.record;
    if (choices.destroyIds.has(id)) return { orphan, action: "destroy" };
    if (!orphan.isOfStack) return { orphan, action: "leave" };
    // Where the resource has a machine, this one is most likely another backend's: it has to be named.
    if (choices.destroy && !held.has(orphan.launchedFor ?? "")) return { orphan, action: "destroy" };
    const holder = holders.get(orphan.launchedFor ?? "");
    if (holder !== undefined && holder !== id) return { orphan, action: "occupied", holder };
    if (isWaiting(orphan)) return { orphan, action: "waits" };
    return { orphan, action: choices.adoptIds.has(id) ? "adopt" : "offer" };
  });
}

function isWaiting({ record }: OrphanedInstance): boolean {
  const launch = parseLaunchLabel(record.label ?? "");
  return launch !== undefined && isAdoptionToken(launch.token, record.id);
}
