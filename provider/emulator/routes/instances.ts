import { start, START_QUEUED, stop } from "../model/contract-life";
import type { Contract } from "../model/contracts";
import { instanceRecord } from "../model/instance-record";
import type { JsonObject } from "../model/json-value";
import { json, noSuchInstance, refusal, type EmulatorReply } from "../model/replies";
import type { Route, RouteCall } from "../model/route";

const LABEL_LIMIT = 1_024;
const START_MANY_LIMIT = 100;

/** An instance as this request shows it. */
export function showInstance(call: RouteCall, contract: Contract): JsonObject {
  const record = instanceRecord(contract, {
    now: call.world.now(),
    destroyLagMs: call.world.timings.destroyLagSeconds * 1000,
    portsLagMs: call.world.timings.portsLagSeconds * 1000,
    secrets: call.account.secrets,
  });
  return call.world.options.sparseRecords === true
    ? { id: record["id"], actual_status: record["actual_status"], label: record["label"] }
    : record;
}

function read(call: RouteCall): EmulatorReply {
  const contract = call.world.contracts.findShown(Number(call.params[0]), call.account.id, call.world.now());
  if (contract === undefined) {
    return json(200, { instances: null });
  }
  const { volume_info: _listOnly, ...record } = showInstance(call, contract);
  return json(200, { instances: record });
}

/** The account's instance of this id, while it exists. */
export function findOwn(call: RouteCall, id: unknown): Contract | undefined {
  return call.world.contracts.findLive(Number(id), call.account.id, call.world.now());
}

function change(call: RouteCall): EmulatorReply {
  const contract = findOwn(call, call.params[0]);
  if (contract === undefined) {
    return noSuchInstance();
  }
  const { label, state } = call.body;
  if (label !== undefined) {
    if (typeof label !== "string" && label !== null) {
      return refusal(400, "invalid_args", "label must be a string");
    }
    if (label !== null && label.length > LABEL_LIMIT) {
      return refusal(400, "label_too_long", `label must not exceed ${LABEL_LIMIT} characters`);
    }
    contract.label = label;
  }
  return state === undefined ? json(200, { success: true }) : setState(call, contract, state);
}

function setState(call: RouteCall, contract: Contract, state: unknown): EmulatorReply {
  const { timings } = call.world;
  if (state === "stopped") {
    stop(contract, call.world.now(), timings);
    return json(200, { success: true });
  }
  if (state !== "running") {
    return refusal(400, "invalid_args", "state must be running or stopped");
  }
  if (call.account.credit <= 0) {
    return refusal(400, "missing_billing", "the account has no credit left");
  }
  return start(contract, call.world.now(), timings) === "done"
    ? json(200, { success: true })
    : json(200, { success: false, msg: START_QUEUED });
}

function forMany(call: RouteCall, ids: unknown, each: (contract: Contract) => EmulatorReply): EmulatorReply {
  if (!Array.isArray(ids) || ids.length === 0 || ids.some((id) => !Number.isInteger(id))) {
    return refusal(400, "invalid_args", "a list of instance ids is needed");
  }
  const found = ids.map((id) => findOwn(call, id)).filter((contract) => contract !== undefined);
  if (found.length === 0) {
    return noSuchInstance();
  }
  const replies = found.map(each);
  return replies.find((reply) => reply.status !== 200) ?? replies.at(-1) ?? json(200, { success: true });
}

function destroy(call: RouteCall, contract: Contract): EmulatorReply {
  contract.destroyedAt = call.world.now();
  call.world.market.relist(contract.listing, call.world.now());
  return json(200, { success: true, msg: "" });
}

/** Reading, changing and destroying instances. */
export const INSTANCE_ROUTES: readonly Route[] = [
  {
    name: "instances.read",
    method: "GET",
    path: "/api/v0/instances/{}/",
    pace: { intervalSeconds: 2 },
    inInterface: true,
    subject: "instance",
    handle: read,
  },
  {
    name: "instances.change",
    method: "PUT",
    path: "/api/v0/instances/{}/",
    pace: { intervalSeconds: 1 },
    inInterface: false,
    subject: "instance",
    handle: change,
  },
  {
    name: "instances.change-many",
    method: "PUT",
    path: "/api/v0/instances/",
    pace: { intervalSeconds: 1 },
    inInterface: false,
    handle: (call) =>
      forMany(call, call.body["ids"], (contract) => setState(call, contract, call.body["state"])),
  },
  {
    name: "instances.start-many",
    method: "POST",
    path: "/api/v0/instances/start/",
    bareSlash: true,
    pace: { intervalSeconds: 2 },
    inInterface: false,
    handle: (call) => {
      const ids = call.body["IDs"];
      return Array.isArray(ids) && ids.length > START_MANY_LIMIT
        ? refusal(400, "invalid_args", `at most ${START_MANY_LIMIT} ids`)
        : forMany(call, ids, (contract) => setState(call, contract, "running"));
    },
  },
  {
    name: "instances.destroy",
    method: "DELETE",
    path: "/api/v0/instances/{}/",
    pace: { intervalSeconds: 3, form: "success" },
    inInterface: false,
    subject: "instance",
    handle: (call) => {
      if (!/^\d+$/.test(call.params[0] ?? "")) {
        return refusal(400, "invalid_args", "invalid instance id");
      }
      const contract = findOwn(call, call.params[0]);
      return contract === undefined ? noSuchInstance() : destroy(call, contract);
    },
  },
  {
    name: "instances.destroy-many",
    method: "DELETE",
    path: "/api/v0/instances/",
    pace: { intervalSeconds: 3, form: "success" },
    inInterface: false,
    handle: (call) => forMany(call, call.body["instance_ids"], (contract) => destroy(call, contract)),
  },
];
