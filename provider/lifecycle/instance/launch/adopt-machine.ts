import { ProviderError } from "../../../errors";
import { adoptionMismatch } from "../../../rules/instance/adoption-mismatch";
import { queriesExcluding } from "../../../rules/instance/instance-change-search";
import type { InstanceRecord } from "../../../rules/instance/instance-record";
import { launchLabel } from "../../../rules/instance/launch-token";
import type { Operation } from "../../session/operation";
import type { LaunchSpec } from "./launch-spec";
import { recordedOffer } from "../outputs/instance-outputs";
import { rentedMachineOf, type RentedMachine } from "../../session/rented-machine";

/**
 * The machine that `recover` left to the next launch of this resource. It gets this launch's token.
 * @throws ORPHAN_FOUND where it is not what is requested
 */
export async function adoptMachine(
  { session, signal, deadline, report }: Operation,
  spec: LaunchSpec,
  [machine]: readonly InstanceRecord[] = [],
): Promise<RentedMachine | undefined> {
  if (machine === undefined) return undefined;
  const id = String(machine.id);
  const reasons = mismatches(spec, machine);
  if (reasons.length > 0) {
    throw new ProviderError(
      "ORPHAN_FOUND",
      `Nothing was rented: \`recover\` left instance ${id} to this resource, but it is not what this resource requests ` +
        `(${reasons.join("; ")}), and it is billed. Request what it is, or destroy it with ` +
        `\`npx pulumi-vastai recover --destroy-id ${id}\`.`,
    );
  }
  const label = launchLabel(spec.name, spec.token, 1);
  const rental = { ...rentedMachineOf(machine, session.serviceTime.now()), label };
  // Whatever happens from here on, the state records it.
  const memory = session.launchOf(spec.token);
  memory.rental = rental;
  memory.isRentedHere = true;
  memory.isAnswered = false;
  memory.isAdopted = true;
  const options = { signal, deadline };
  await session.client.setInstanceLabel(machine.id, label, options);
  if (spec.targetState === "stopped") await session.client.setInstanceState(machine.id, "stopped", options);
  report.note(`Adopted instance ${id}, which an interrupted launch of this resource had rented.`);
  return rental;
}

/** This launch did not rent it: it is compared with the arguments. */
function mismatches({ inputs, rentalType, disk }: LaunchSpec, machine: InstanceRecord): string[] {
  const { image, templateHashId, maxHourlyPriceUsd, search } = inputs;
  const asked = { image, templateHashId, maxHourlyPriceUsd, isBid: rentalType === "bid", disk };
  const excluded =
    search === undefined ? [] : queriesExcluding(search, recordedOffer(undefined, machine)).reasons;
  return [...adoptionMismatch(machine, asked), ...excluded];
}
