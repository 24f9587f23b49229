import type { InstanceRecord } from "../../rules/instance/instance-record";
import type { TemplateRecord } from "../../rules/template/template-record";
import type { InterruptedCreation } from "./interrupted-creation";
import type { Placement } from "./placement";

/** What was given on the command line, and what was answered since. */
export interface Choices {
  /** Destroy what interrupted creations created, instead of writing it into the state. */
  readonly destroy: boolean;
  /** Destroy these machines, whatever else is done. */
  readonly destroyIds: ReadonlySet<number>;
  /** Leave these machines, which the state does not know, to the next launches of their resources. */
  readonly adoptIds: ReadonlySet<number>;
  /** Found by label or name only, and confirmed to be ours. */
  readonly acceptIds: ReadonlySet<number>;
  /** Found by label or name only, and confirmed not to be ours. */
  readonly rejectIds: ReadonlySet<number>;
  /** The account of the key was confirmed to be the one of the launches. */
  readonly isAccountConfirmed: boolean;
}

export type Thing =
  | { readonly kind: "instance"; readonly instance: InstanceRecord }
  | { readonly kind: "template"; readonly template: TemplateRecord };

/** One line of the plan. */
export interface PlanItem {
  readonly creation: InterruptedCreation;
  readonly thing?: Thing | undefined;
  readonly matchedBy: "token" | "label" | "name" | "nothing";
  readonly placement?: Placement | undefined;
  /**
   * `keep` writes it into the state, `destroy` destroys it, `clear` and `settled` only take the pending operation off
   * the state, `ask`, `name` and `confirm` wait for an answer, the last one on the account.
   */
  readonly action: "keep" | "destroy" | "clear" | "settled" | "ask" | "name" | "confirm";
}
