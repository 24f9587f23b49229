import type { Ledger, Rental } from "../../provider/emulator/model/ledger";
import { parseLaunchLabel } from "../../provider/rules/instance/launch-token";

/** What is billed now. */
export function liveIn({ rentals }: Ledger): Rental[] {
  return rentals.filter(({ destroyedAt }) => destroyedAt === null);
}

/** Whether a state whose machines have these ids knows a rental: by its id, or as one whose answer was lost. */
export function isKnown(ids: readonly string[], { instance, launchLabel }: Rental): boolean {
  return ids.includes(String(instance)) || ids.includes(`unconfirmed:${launchLabel ?? ""}`);
}

/** The launch that a machine was rented for. */
export function tokenOf({ launchLabel }: Rental): string | undefined {
  return parseLaunchLabel(launchLabel ?? "")?.token;
}

/** Whether one launch ever held two machines. */
export function hasHeldTwo({ rentals }: Ledger): boolean {
  return rentals.some((one) =>
    rentals.some(
      (other) =>
        other.instance > one.instance &&
        tokenOf(other) === tokenOf(one) &&
        other.rentedAt < (one.destroyedAt ?? Number.POSITIVE_INFINITY),
    ),
  );
}

/** For a sentence. */
export function listed(rentals: readonly Rental[]): string {
  return (
    rentals.map(({ instance, launchLabel }) => `${String(instance)} (${launchLabel ?? ""})`).join(", ") ||
    "nothing"
  );
}
