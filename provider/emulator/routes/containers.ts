import { restart } from "../model/contract-life";
import { mergePairs, pairsFromFlags, type EnvPairs } from "../model/docker-flag-text";
import { isJsonObject, numberFrom, textFrom } from "../model/json-value";
import { launchConfig } from "../model/launch-config";
import { json, noSuchInstance, refusal, type EmulatorReply } from "../model/replies";
import type { Route, RouteCall } from "../model/route";
import { findOwn } from "./instances";

function again(call: RouteCall, first: "rebooting" | "recycling", error: string): EmulatorReply {
  const contract = findOwn(call, call.params[0]);
  if (contract === undefined) {
    return refusal(400, error, "no such instance");
  }
  restart(contract, call.world.now(), call.world.timings, first);
  return json(200, { success: true });
}

function updateContainer(call: RouteCall): EmulatorReply {
  const contract = findOwn(call, call.params[0]);
  if (contract === undefined) {
    return noSuchInstance();
  }
  const hash = textFrom(call.body["template_hash_id"]);
  const templateId = numberFrom(call.body["template_id"]);
  const template =
    (hash === undefined ? undefined : call.world.templates.findByHash(hash)) ??
    (templateId === undefined ? undefined : call.world.templates.find(templateId));
  if (template === undefined && (hash !== undefined || templateId !== undefined)) {
    return refusal(404, "not_found", "no such template");
  }
  const env = call.body["env"];
  const given: EnvPairs = isJsonObject(env)
    ? Object.entries(env).map(([key, value]) => [key, String(value)])
    : [];
  const onstart = textFrom(call.body["onstart"]);
  const image = textFrom(call.body["image"]);
  const args = call.body["args"];
  const base =
    template === undefined ? contract.config.env : pairsFromFlags(textFrom(template.content.env) ?? "");
  const fresh = template === undefined ? undefined : launchConfig({ ...NOTHING_ASKED }, template);
  contract.config = {
    ...contract.config,
    image: image ?? fresh?.image ?? contract.config.image,
    onstart: onstart ?? fresh?.onstart ?? contract.config.onstart,
    env: mergePairs(base, given),
    args: Array.isArray(args) ? args.map(String) : contract.config.args,
    templateId: template?.id ?? contract.config.templateId,
    templateHashId: template?.hashId ?? contract.config.templateHashId,
    templateName: fresh?.templateName ?? contract.config.templateName,
  };
  restart(contract, call.world.now(), call.world.timings, "recycling");
  return json(200, { success: true, updated_instance: contract.id });
}

const NOTHING_ASKED = {
  image: undefined,
  templateHashId: undefined,
  label: null,
  disk: undefined,
  runtype: undefined,
  targetState: "running",
  price: undefined,
  env: [],
  cancelUnavail: undefined,
  vm: false,
  onstart: undefined,
  args: undefined,
  argsStr: undefined,
  imageLogin: undefined,
  volume: undefined,
} as const;

/** Restarting and replacing the container of an instance, which keeps its machine. */
export const CONTAINER_ROUTES: readonly Route[] = [
  {
    name: "instances.reboot",
    method: "PUT",
    path: "/api/v0/instances/reboot/{}/",
    pace: { intervalSeconds: 1 },
    inInterface: false,
    subject: "instance",
    handle: (call) => again(call, "rebooting", "invalid_args"),
  },
  {
    name: "instances.recycle",
    method: "PUT",
    path: "/api/v0/instances/recycle/{}/",
    pace: { intervalSeconds: 1 },
    inInterface: false,
    subject: "instance",
    handle: (call) => again(call, "recycling", "invalid_id"),
  },
  {
    name: "instances.update-container",
    method: "PUT",
    path: "/api/v0/instances/update_template/{}/",
    inInterface: false,
    subject: "instance",
    handle: updateContainer,
  },
];
