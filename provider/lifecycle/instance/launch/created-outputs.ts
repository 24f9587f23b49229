import type { InstanceInputs } from "../../../rules/instance/instance-inputs";
import type { InstanceRecord } from "../../../rules/instance/instance-record";
import { plain, type Properties } from "../../engine/engine-values";
import type { Operation } from "../../session/operation";
import type { Order } from "./order";
import { askedOutput, recordedOffer, serviceOutputs, type HiddenOutputs } from "../state/outputs";
import type { Rental } from "../../session/rental";

/** What a create knows from the start. */
export interface CreateFacts {
  readonly properties: Properties;
  readonly inputs: InstanceInputs;
  readonly order: Order;
  readonly account: number | undefined;
  readonly predecessors: readonly string[] | undefined;
}

/** The outputs of a machine that a create has rented, whatever became of it. */
export function createdOutputs(
  { session }: Operation,
  facts: CreateFacts,
  rental: Rental,
  record: InstanceRecord,
  phase: HiddenOutputs["__phase"],
  reason: string | undefined,
  orphans?: readonly number[],
): Record<string, unknown> {
  const { inputs, order } = facts;
  const unconfirmed = session.unconfirmed.of(order.token);
  const hidden: HiddenOutputs = {
    __asked: { label: inputs.label, targetState: inputs.targetState, price: inputs.price },
    __launchLabel: rental.label,
    __offer: recordedOffer(rental.offer, record),
    __account: facts.account,
    __baseUrl: session.settings.baseUrl,
    __phase: phase,
    __reason: reason,
    __rentedAt: rental.rentedAt,
    __disk: order.disk,
    __predecessors: facts.predecessors,
    __unconfirmedRents: unconfirmed.length === 0 ? undefined : unconfirmed,
    __orphans: orphans,
  };
  return plain({
    ...facts.properties,
    label: record.label ?? rental.label,
    targetState: order.targetState,
    offerId: rental.offer?.id,
    ...serviceOutputs(record),
    ...hidden,
    __asked: askedOutput(facts.properties, hidden.__asked),
  });
}
