import { canonicalImage } from "../container/image-reference";
import { deliveryFaults } from "./instance-delivery";
import type { InstanceRecord } from "./instance-record";

/** What a launch requests of a machine that it would adopt instead of renting one. What is undefined is not compared. */
export interface AskedMachine {
  readonly image?: string | undefined;
  readonly templateHashId?: string | undefined;
  /** GB */
  readonly disk?: number | undefined;
  readonly isBid?: boolean | undefined;
  /** $/h, the most that may be paid */
  readonly maxHourlyPriceUsd?: number | undefined;
}

/**
 * Why a live machine is not what a launch requests, one reason each ("image: a/b:latest wanted, c/d:latest found"); empty where
 * it may be adopted. A field that the service does not show is no reason. Environment, ports and start script are shown
 * nowhere, so they are not compared.
 */
export function adoptionMismatch(record: InstanceRecord, asked: AskedMachine): string[] {
  const { disk, isBid, maxHourlyPriceUsd } = asked;
  return [
    ...differs("image", asked.image, record.image, canonicalImage),
    ...differs("templateHashId", asked.templateHashId, record.templateHashId, (hash) => hash),
    ...deliveryFaults(record, { disk, isBid, maxHourlyPriceUsd }).map(({ reason }) => found(reason)),
  ];
}

function differs(
  field: string,
  wanted: string | undefined,
  shown: string | undefined,
  spelling: (value: string) => string,
): string[] {
  if (wanted === undefined || shown === undefined || shown === "") return [];
  const [left, right] = [spelling(wanted), spelling(shown)];
  return left === right ? [] : [`${field}: ${left} wanted, ${right} found`];
}

/** This launch requested nothing of the machine, and nothing was delivered to it. */
function found(reason: string): string {
  return reason.replace(" requested, ", " wanted, ").replace(/ delivered$/, " found");
}
