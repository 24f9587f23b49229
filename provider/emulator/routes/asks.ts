import { parseAskBody, type AskBody } from "../model/ask-body";
import { currentStep, goneAt } from "../model/contracts";
import { newContract } from "../model/new-contract";
import { storageHourly, type OfferFields } from "../model/offer-fields";
import { askRefusal, json, type EmulatorReply } from "../model/replies";
import { offerGone } from "../model/reply-faults";
import type { Route, RouteCall } from "../model/route";
import type { TemplateEntry } from "../model/template-store";

function accept(call: RouteCall): EmulatorReply {
  const askId = Number(call.params[0]);
  if (!Number.isInteger(askId) || askId <= 0) {
    return askRefusal(400, "invalid_args", 3_600, "invalid ask id", call.params[0] ?? "");
  }
  const body = parseAskBody(call.body, askId);
  if ("status" in body) {
    return body;
  }
  const template = body.templateHashId === undefined ? undefined : findTemplate(call, body.templateHashId);
  const offer = call.world.market.find(askId, call.world.now());
  return (
    refuseArguments(call, body, template, askId) ??
    refuseOffer(call, body, offer, askId) ??
    rent(call, body, template, askId)
  );
}

function findTemplate(call: RouteCall, hashId: string): TemplateEntry | undefined {
  const { templates, options } = call.world;
  const earlier = options.staleTemplates === "earlier version" ? templates.findEarlier(hashId) : undefined;
  const found = templates.findByHash(hashId) ?? earlier;
  const visible = found?.creatorId === call.account.id || found?.content.private !== true;
  return visible ? found : undefined;
}

function refuseArguments(
  call: RouteCall,
  body: AskBody,
  template: TemplateEntry | undefined,
  askId: number,
): EmulatorReply | undefined {
  const refuse = (error: string, number: number, sentence: string): EmulatorReply =>
    askRefusal(400, error, number, sentence, askId);
  if (body.templateHashId !== undefined && template === undefined) {
    return refuse("invalid_args", 3_620, `no template has the hash_id ${body.templateHashId}`);
  }
  if (body.image === undefined && template === undefined) {
    return refuse("invalid_args", 3_621, "image is required unless template_hash_id is given");
  }
  if ((body.vm || template?.content.vm === true) && call.account.sshKeys.length === 0) {
    return refuse("no_ssh_key_for_vm", 3_622, "a VM needs an ssh key of the account");
  }
  if (body.volume !== undefined && !body.volume.createNew) {
    const volume = call.account.volumes.find((candidate) => candidate.id === body.volume?.id);
    const machine = call.world.market.find(askId, call.world.now())?.machine_id;
    if (volume === undefined || (machine !== undefined && volume.machineId !== machine)) {
      return refuse("invalid_args", 3_623, `volume ${body.volume.id} does not exist on this machine`);
    }
  }
  return undefined;
}

function refuseOffer(
  call: RouteCall,
  body: AskBody,
  offer: OfferFields | undefined,
  askId: number,
): EmulatorReply | undefined {
  if (offer === undefined || offer.rented || !offer.rentable) {
    return offerGone(askId, "404");
  }
  if (call.account.machines.has(offer.machine_id)) {
    return askRefusal(403, "invalid_args", 3_630, "the machine is your own", askId);
  }
  if (body.disk !== undefined && body.disk > offer.disk_space) {
    return askRefusal(400, "invalid_args", 3_631, "the machine has less disk than asked", askId);
  }
  if (body.price !== undefined && body.price < offer.min_bid && body.cancelUnavail === true) {
    return underBid(offer, askId, {});
  }
  if (offer.busy && cancelsUnavailable(body)) {
    return offerGone(askId, "410");
  }
  if (call.account.credit <= 0) {
    return askRefusal(400, "insufficient_credit", 3_640, "the account has no credit left", askId);
  }
  const limit = call.account.spendLimitPerHour;
  const hourly = (body.price ?? offer.dph_base) + storageHourly(offer, body.disk ?? 8);
  return limit !== undefined && spending(call) + hourly > limit
    ? askRefusal(400, "spend_rate_limit", 3_641, `spending is limited to ${limit} dollars per hour`, askId)
    : undefined;
}

function underBid(offer: OfferFields, askId: number, more: object): EmulatorReply {
  const sentence = `invalid_price: the bid is below the machine's floor of ${offer.min_bid}`;
  return askRefusal(400, "invalid_price", 3_632, sentence, askId, more);
}

function cancelsUnavailable(body: AskBody): boolean {
  return body.cancelUnavail ?? (body.price === undefined && body.targetState === "running");
}

function spending(call: RouteCall): number {
  const now = call.world.now();
  return call.world.contracts
    .all()
    .filter((contract) => contract.account === call.account.id && goneAt(contract) > now)
    .reduce((sum, contract) => {
      const gpus = currentStep(contract, now)?.curState === "running" ? contract.price : 0;
      return sum + gpus + storageHourly(contract.offer, contract.config.disk);
    }, 0);
}

function rent(
  call: RouteCall,
  body: AskBody,
  template: TemplateEntry | undefined,
  askId: number,
): EmulatorReply {
  const { world } = call;
  const now = world.now();
  const offer = world.market.find(askId, now);
  if (offer === undefined) {
    return offerGone(askId, "404");
  }
  const faults = world.faults.takeForRent({
    route: "asks.accept",
    endpoint: "PUT /api/v0/asks/{id}/",
    offer: askId,
    machine: offer.machine_id,
    label: body.label ?? undefined,
  });
  world.market.withdraw(askId);
  const tooLow = body.price !== undefined && body.price < offer.min_bid;
  const contract = world.contracts.add((id) => newContract(id, call, body, template, offer, faults, tooLow));
  if (template !== undefined) {
    world.templates.countRent(template.id, now);
  }
  if (tooLow) {
    return underBid(offer, askId, { new_contract: contract.id });
  }
  const shown = (world.options.instanceApiKeys ?? false) !== false;
  return json(200, {
    success: true,
    new_contract: contract.id,
    ...(shown ? { instance_api_key: contract.instanceApiKey } : {}),
  });
}

/** The rent of an offer. */
export const ASK_ROUTES: readonly Route[] = [
  {
    name: "asks.accept",
    method: "PUT",
    path: "/api/v0/asks/{}/",
    bareSlash: true,
    pace: { intervalSeconds: 4.5, penaltySeconds: 12, form: "detail" },
    inInterface: true,
    subject: "offer",
    handle: accept,
  },
];
