import { ProviderError } from "../../errors";
import { isRecord } from "../validation/is-record";
import { formatPrice, HOURS_A_MONTH } from "../offer/rental-price";
import { HIDDEN } from "../../state/hidden";

type Properties = Readonly<Record<string, unknown>>;

/** A bid that costs more with the machine's disk than the most that may be paid. $/h throughout. */
export interface BidAboveLimit {
  readonly bid: number;
  /** for the disk that was rented */
  readonly storage: number;
  readonly limit: number;
}

/** Rounding of services and of floating point: less than this is no difference, in $/h. */
const PRECISION_USD = 1e-6;

/**
 * Whether the requested bid costs more, together with the disk that the machine has, than
 * `maxHourlyPriceUsd`. undefined where it does not, or where nothing that was recorded tells what the disk costs.
 *
 * @param state the outputs of the machine
 * @param inputs the arguments now
 */
export function bidAboveLimit(state: Properties, inputs: Properties): BidAboveLimit | undefined {
  const { price: bid, maxHourlyPriceUsd: limit } = inputs;
  const storage = storagePrice(state);
  if (typeof bid !== "number" || typeof limit !== "number" || storage === undefined) return undefined;
  return bid + storage > limit + PRECISION_USD ? { bid, storage, limit } : undefined;
}

/** "a bid of $0.3000/h and $0.0208/h for the disk come to $0.3208/h, above `maxHourlyPriceUsd`, $0.3100/h" */
export function describeBidAboveLimit({ bid, storage, limit }: BidAboveLimit): string {
  return (
    `a bid of ${formatPrice(bid)} and ${formatPrice(storage)} for the disk come to ${formatPrice(bid + storage)}, above ` +
    `\`maxHourlyPriceUsd\`, ${formatPrice(limit)}`
  );
}

/**
 * To be called before a bid is sent for a rented machine.
 *
 * @throws INVALID_PRICE where `bidAboveLimit` finds one
 */
export function requireBidWithinLimit(state: Properties, inputs: Properties, id: number): void {
  const above = bidAboveLimit(state, inputs);
  if (above === undefined) return;
  const most = Math.floor((above.limit - above.storage + PRECISION_USD) * 10_000) / 10_000;
  const least = Math.ceil((above.bid + above.storage - PRECISION_USD) * 10_000) / 10_000;
  const lower = most > 0 ? `Set \`price\` to at most ${String(most)}, or raise` : "Raise";
  throw new ProviderError(
    "INVALID_PRICE",
    `Could not change the bid of instance ${String(id)}: ${describeBidAboveLimit(above)}. Nothing was sent. ${lower} ` +
      `\`maxHourlyPriceUsd\` to at least ${String(least)}.`,
  );
}

/** $/h: what the offer said, for the disk that was rented, else the machine's price less its bid. */
function storagePrice(state: Properties): number | undefined {
  const { [HIDDEN.offer]: offer, [HIDDEN.disk]: disk, dphTotal, price } = state;
  const perMonth = isRecord(offer) ? offer["storageCost"] : undefined;
  if (typeof perMonth === "number" && typeof disk === "number") return (perMonth * disk) / HOURS_A_MONTH;
  if (typeof dphTotal !== "number" || typeof price !== "number") return undefined;
  return dphTotal >= price ? dphTotal - price : undefined;
}
