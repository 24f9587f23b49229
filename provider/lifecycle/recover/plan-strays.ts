import { isAdoptionToken, parseLaunchLabel } from "../../rules/instance/launch-token";
import type { Properties } from "../engine/engine-values";
import { numericId } from "./interrupted-creation";
import { isLive } from "./placement";
import type { Choices, PlanItem } from "./plan-item";
import type { Stray } from "./strays";

/** One line of the plan, of a machine that no interrupted creation explains. */
export interface PlanStray {
  readonly stray: Stray;
  /**
   * `adopt` relabels it for the next launch of its resource, and `waits` says that it is labelled so already; `offer` waits for a
   * word, `occupied` cannot be adopted because its resource has `holder`, and `leave` is somebody else's.
   */
  readonly action: "destroy" | "adopt" | "waits" | "offer" | "occupied" | "leave";
  /** The machine that the resource has, or will have. */
  readonly holder?: number | undefined;
}

/** @param items what is done about interrupted creations, of which a machine that is kept holds its resource */
export function planStrays(
  strays: readonly Stray[],
  items: readonly PlanItem[],
  resources: readonly Properties[],
  choices: Choices,
): PlanStray[] {
  const holders = new Map<string, number>();
  const hold = (urn: unknown, id: number | undefined): void => {
    if (typeof urn === "string" && id !== undefined && !holders.has(urn)) holders.set(urn, id);
  };
  for (const resource of resources) if (isLive(resource)) hold(resource["urn"], numericId(resource));
  for (const { action, creation, thing } of items) {
    if (action === "keep" && thing?.kind === "instance") hold(creation.urn, thing.instance.id);
  }
  const held = new Map(holders);
  const ofStack = strays.filter(({ isOfStack }) => isOfStack);
  for (const stray of ofStack) if (isWaiting(stray)) hold(stray.launchedFor, stray.record.id);
  for (const { record, launchedFor } of ofStack) {
    if (choices.adoptIds.has(record.id)) hold(launchedFor, record.id);
  }
  return strays.map((stray) => {
    const { id } = stray.record;
    if (choices.destroyIds.has(id)) return { stray, action: "destroy" };
    if (!stray.isOfStack) return { stray, action: "leave" };
    // What another backend's stack of these names runs is most likely beside a machine of our own: it has to be named.
    if (choices.destroy && !held.has(stray.launchedFor ?? "")) return { stray, action: "destroy" };
    const holder = holders.get(stray.launchedFor ?? "");
    if (holder !== undefined && holder !== id) return { stray, action: "occupied", holder };
    if (isWaiting(stray)) return { stray, action: "waits" };
    return { stray, action: choices.adoptIds.has(id) ? "adopt" : "offer" };
  });
}

function isWaiting({ record }: Stray): boolean {
  const launch = parseLaunchLabel(record.label ?? "");
  return launch !== undefined && isAdoptionToken(launch.token, record.id);
}
