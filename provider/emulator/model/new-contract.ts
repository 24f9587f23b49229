import { randomBytes } from "node:crypto";
import type { AskBody } from "./ask-body";
import { firstTimeline } from "./contract-life";
import type { Contract } from "./contracts";
import type { RentFault } from "./fault-kinds";
import { launchConfig } from "./launch-config";
import type { OfferFields } from "./offer-fields";
import type { RouteCall } from "./route";
import type { TemplateEntry } from "./template-store";

/** The contract of a rent, with the effects of its faults. `tooLow`: the bid does not reach the floor. */
export function newContract(
  id: number,
  call: RouteCall,
  body: AskBody,
  template: TemplateEntry | undefined,
  offer: OfferFields,
  faults: readonly RentFault[],
  tooLow: boolean,
): Contract {
  const { world } = call;
  const createdAt = world.now();
  const delivery = faults.find((fault) => fault.kind === "delivers");
  const asked = launchConfig(body, template);
  const config = { ...asked, disk: delivery?.disk ?? asked.disk };
  const isBid = delivery?.isBid ?? body.price !== undefined;
  const delivered = { ...offer, ...delivery?.offer };
  const rise = faults.find((fault) => fault.kind === "outbid");
  const price = isBid ? (body.price ?? offer.min_bid) : delivered.dph_base;
  const start = body.targetState === "stopped" || tooLow ? "stopped" : offer.busy ? "queued" : "running";
  return {
    id,
    account: call.account.id,
    offer: delivered,
    listing: offer,
    isBid,
    createdAt,
    instanceApiKey: instanceKey(world.options.instanceApiKeys, id),
    launchLabel: body.label,
    label: body.label,
    config,
    price,
    timeline: firstTimeline({ config, createdAt }, start, faults, world.timings),
    endsAt: offer.end_date * 1000,
    floor: offer.min_bid,
    floorRise:
      rise === undefined
        ? undefined
        : {
            at: createdAt + (world.timings.loadSeconds + rise.afterSeconds) * 1000,
            floor: price * 1.25 + 0.001,
          },
    occupied: offer.busy,
    queued: start === "queued",
    destroyedAt: undefined,
  };
}

function instanceKey(option: boolean | string | undefined, id: number): string {
  const prefix =
    typeof option === "string" ? option : `emulator-instance-key-${randomBytes(8).toString("hex")}`;
  return `${prefix}-${id}`;
}
