import type { HIDDEN } from "./hidden";
import type { StatePhase } from "./phase";
import type { UnconfirmedRent } from "./unconfirmed-rent";

/** The hidden outputs of an instance as they are written; what each means is documented at its name in `HIDDEN`. */
export interface HiddenInstanceOutputs {
  readonly [HIDDEN.asked]: {
    readonly label?: string | undefined;
    readonly targetState?: string | undefined;
    readonly price?: number | undefined;
  };
  readonly [HIDDEN.launchLabel]?: string | undefined;
  readonly [HIDDEN.labelUnsupported]?: true | undefined;
  readonly [HIDDEN.offer]?: Readonly<Record<string, unknown>> | undefined;
  readonly [HIDDEN.account]?: number | undefined;
  readonly [HIDDEN.baseUrl]?: string | undefined;
  readonly [HIDDEN.phase]?: StatePhase | undefined;
  readonly [HIDDEN.reason]?: string | undefined;
  readonly [HIDDEN.rentedAt]?: number | undefined;
  readonly [HIDDEN.disk]?: number | undefined;
  readonly [HIDDEN.predecessors]?: readonly string[] | undefined;
  readonly [HIDDEN.unconfirmedRents]?: readonly UnconfirmedRent[] | undefined;
  readonly [HIDDEN.lostRents]?: readonly string[] | undefined;
  readonly [HIDDEN.orphans]?: readonly number[] | undefined;
}
