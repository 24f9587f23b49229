import { nameOf } from "./checkpoint";
import { isInState, placeOf } from "./guarantees";
import type { PlacedRental, Service } from "./service";
import type { Stack } from "./stack";

/** How things stand before a command. */
export interface Situation {
  readonly rentals: readonly PlacedRental[];
  /** URNs by the machines that the state holds for them, as long as they are not replaced. */
  readonly held: ReadonlyMap<string, string>;
  /** URNs of launches that have not come to their end. */
  readonly unready: ReadonlySet<string>;
  /** Where the state's resources are: "deployment/account". */
  readonly homes: ReadonlySet<string>;
  /** Machines rented so far, live or not, by place. */
  readonly rented: ReadonlySet<string>;
}

export function currentSituation(service: Service, stack: Stack): Situation {
  const rentals = service.live();
  const held = rentals.flatMap((rental) => {
    if (!isInState(rental, stack)) return [];
    const record = stack.checkpoint.resources.find(
      ({ id, home }) => id === String(rental.instance) && home.deployment === rental.deployment,
    );
    return record === undefined || record.delete ? [] : [[placeOf(rental), record.urn] as const];
  });
  const homes = stack.checkpoint.resources
    .filter(({ urn }) => stack.program.has(nameOf(urn)))
    .map(({ home }) => `${String(home.deployment)}/${service.accountOf(home.account)}`);
  const rented = service.rentals().map((rental) => placeOf(rental));
  const unready = stack.checkpoint.resources.flatMap(({ urn, initErrors }) =>
    initErrors.length > 0 ? [urn] : [],
  );
  return {
    rentals,
    held: new Map(held),
    unready: new Set(unready),
    homes: new Set(homes),
    rented: new Set(rented),
  };
}
