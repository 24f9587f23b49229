import type { InstanceInputs } from "../../../rules/instance/instance-inputs";
import type { InstanceRecord } from "../../../rules/instance/instance-record";
import { plain, type Properties } from "../../engine/engine-values";
import type { Operation } from "../../session/operation";
import type { LaunchSpec } from "./launch-spec";
import { askedOutput, recordedOffer, serviceOutputs } from "../outputs/instance-outputs";
import type { RentedMachine } from "../../session/rented-machine";
import { HIDDEN } from "../../../state/hidden";
import type { HiddenInstanceOutputs } from "../../../state/hidden-instance-outputs";
import type { StatePhase } from "../../../state/phase";

/** What a create knows from the beginning. */
export interface CreateFacts {
  readonly properties: Properties;
  readonly inputs: InstanceInputs;
  readonly spec: LaunchSpec;
  readonly account: number | undefined;
  readonly predecessors: readonly string[] | undefined;
}

/** The outputs of a machine that a create has rented, whatever became of it. */
export function createdOutputs(
  { session, secrets }: Operation,
  facts: CreateFacts,
  rental: RentedMachine,
  record: InstanceRecord,
  phase: StatePhase | undefined,
  reason: string | undefined,
  orphans?: readonly number[],
): Record<string, unknown> {
  const { inputs, spec } = facts;
  const unconfirmed = session.unconfirmed.of(spec.token);
  const hidden: HiddenInstanceOutputs = {
    [HIDDEN.asked]: { label: inputs.label, targetState: inputs.targetState, price: inputs.price },
    [HIDDEN.launchLabel]: rental.label,
    [HIDDEN.offer]: recordedOffer(rental.offer, record),
    [HIDDEN.account]: facts.account,
    [HIDDEN.baseUrl]: session.settings.baseUrl,
    [HIDDEN.phase]: phase,
    [HIDDEN.reason]: reason,
    [HIDDEN.rentedAt]: rental.rentedAt,
    [HIDDEN.disk]: spec.disk,
    [HIDDEN.predecessors]: facts.predecessors,
    [HIDDEN.unconfirmedRents]: unconfirmed.length === 0 ? undefined : unconfirmed,
    [HIDDEN.orphans]: orphans,
  };
  return plain({
    ...facts.properties,
    label: record.label ?? rental.label,
    targetState: spec.targetState,
    offerId: rental.offer?.id,
    ...serviceOutputs(record),
    ...hidden,
    [HIDDEN.asked]: askedOutput(hidden[HIDDEN.asked], secrets),
  });
}
