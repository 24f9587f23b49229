import type { World } from "../../../../provider/emulator/service/world";

/** The requested offers, in order. */
export function getOfferIds(world: World): number[] {
  return world
    .requests()
    .filter(({ route }) => route === "asks.accept")
    .map(({ path }) => Number(/asks\/(\d+)\//.exec(path)?.[1]));
}
