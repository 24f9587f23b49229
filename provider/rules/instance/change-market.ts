import { rentalTypeOf } from "../offer/search-schema";
import { isRecord } from "../validation/is-record";
import { isUnknown } from "../validation/unknown";
import { HIDDEN } from "../../state/hidden";
import { bidAboveLimit, describeBidAboveLimit } from "./bid-limit";
import type { ChangeRecord, Properties } from "./change-record";
import { queriesExcluding } from "./instance-change-search";

/** The rental type cannot be changed in place: no endpoint does it. */
export function compareRentalType(change: ChangeRecord): void {
  const wasBid = change.askedBefore("price") !== undefined;
  const isBid = asksForBid(change.inputs);
  if (wasBid === isBid) return;
  change.replace(
    "price",
    isBid === undefined
      ? `price: the rented machine is ${rental(wasBid)}, and whether \`price\` is set is not known yet`
      : `price: the rented machine is ${rental(wasBid)}, ${rental(isBid)} is requested now`,
  );
}

/** A new query replaces only where it excludes the machine, as it was recorded when it was rented. */
export function compareSearch(change: ChangeRecord): void {
  if (!change.differs("search")) return;
  change.byArgument = true;
  if (change.inputs["search"] === undefined) return;
  const verdict = queriesExcluding(change.inputs["search"], change.state[HIDDEN.offer]);
  change.warnings.push(...verdict.warnings);
  if (verdict.reasons.length > 0) change.replace("search", ...verdict.reasons);
}

export function compareLimit(change: ChangeRecord): void {
  if (!change.differs("maxHourlyPriceUsd")) return;
  change.byArgument = true;
  const limit = change.inputs["maxHourlyPriceUsd"];
  const price = rentedPrice(change);
  if (limit === undefined) return;
  if (isUnknown(limit))
    change.replace("maxHourlyPriceUsd", "maxHourlyPriceUsd: the new limit is not known yet");
  else if (price === undefined) {
    change.warnings.push(
      "maxHourlyPriceUsd: the price of the rented machine was not recorded, so it is kept",
    );
  } else if (typeof limit === "number" && price > limit) {
    const words = `the rented machine costs $${price.toFixed(4)}/h, the limit is now $${limit.toFixed(4)}/h`;
    change.replace("maxHourlyPriceUsd", `maxHourlyPriceUsd: ${words}`);
  }
}

/** A bid is raised and lowered in place. */
export function comparePrice(change: ChangeRecord): void {
  if (change.inputs["price"] === undefined || change.askedBefore("price") === undefined) return;
  const repairs = change.repairs.length;
  change.inPlace("price", change.inputs["price"]);
  const above = change.repairs.length > repairs ? bidAboveLimit(change.state, change.inputs) : undefined;
  if (above !== undefined)
    change.warnings.push(`price: ${describeBidAboveLimit(above)}, so the update will refuse it`);
}

/** As recorded when it was rented; a bid pays its own price, not the offer's. */
function rentedPrice(change: ChangeRecord): number | undefined {
  const { [HIDDEN.offer]: recorded, dphTotal } = change.state;
  const atRent = isRecord(recorded) ? recorded["dphTotal"] : undefined;
  const price = change.askedBefore("price") === undefined ? (atRent ?? dphTotal) : dphTotal;
  return typeof price === "number" ? price : undefined;
}

/** undefined: not known yet. Queries of one rental type decide, because `check` requires `price` to match them. */
function asksForBid({ price, search, offerIds }: Properties): boolean | undefined {
  if (!isUnknown(price)) return price !== undefined;
  const queries: readonly unknown[] = Array.isArray(search) ? search : [search];
  const types = new Set(queries.map(rentalTypeOf));
  if (types.size !== 1) return undefined;
  if (types.has("bid")) return true;
  return types.has("ondemand") && offerIds === undefined ? false : undefined;
}

function rental(isBid: boolean): string {
  return isBid ? "interruptible" : "on-demand";
}
