import type { Account } from "../model/accounts";
import { isJsonObject, numberFrom, parseJson, textFrom, type JsonObject } from "../model/json-value";
import { matchRecord, orderRecords } from "../model/record-filters";
import { json, refusal, type EmulatorReply } from "../model/replies";
import type { Route, RouteCall } from "../model/route";
import { templateContent, type TemplateBodyFault } from "../model/template-body";
import { templateRecord, type TemplateEntry } from "../model/template-store";

const FILTERABLE = (
  "creator_id created_at count_created default_tag docker_login_repo id image jup_direct hash_id name " +
  "recent_create_date recommended_disk_space recommended ssh_direct tag use_ssh private"
).split(" ");

function search(call: RouteCall): EmulatorReply {
  const filters = parseJson(call.query.get("select_filters") ?? "{}");
  if (!isJsonObject(filters)) {
    return refusal(400, "invalid_args", "select_filters must be a JSON object");
  }
  const invalid = matchRecord({}, filters, FILTERABLE);
  if (typeof invalid === "string") {
    return refusal(400, "invalid_args", invalid);
  }
  const { world, account } = call;
  const found = world.templates
    .all()
    .filter((entry) => isVisible(entry, account))
    .map((entry) => templateRecord(entry, world.options.showRegistryPasswords === true))
    .filter((record) => matchRecord(record, filters, FILTERABLE) === true);
  if (found.length === 0) {
    return (world.options.interfaceOnly ?? false) === false
      ? json(200, { success: false, msg: "No templates found" })
      : json(200, { templates: [] });
  }
  return json(200, {
    success: true,
    templates_found: found.length,
    templates: orderRecords(found, [["id", false]]),
  });
}

function isVisible(entry: TemplateEntry, account: Account): boolean {
  return entry.creatorId === account.id || entry.content.private !== true;
}

function create(call: RouteCall): EmulatorReply {
  const requiresLogins = (call.world.options.interfaceOnly ?? false) !== false;
  const content = templateContent(call.body, "create", requiresLogins);
  if (isFault(content)) {
    return refusal(400, "invalid_args", `error 400/4001: ${content.fault}`);
  }
  const { world, account } = call;
  const entry = world.templates.create(content, account.id, world.now());
  return json(200, {
    success: true,
    msg: "",
    template: { id: entry.id, hash_id: entry.hashId, name: entry.content.name },
  });
}

function edit(call: RouteCall, needsId: boolean): EmulatorReply {
  const hash = textFrom(call.body["hash_id"]);
  if (hash === undefined) {
    return refusal(400, "invalid_args", "error 400/4002: hash_id is required");
  }
  const found = call.world.templates.findByHash(hash);
  if (found?.creatorId !== call.account.id || (needsId && found.id !== numberFrom(call.body["id"]))) {
    return refusal(404, "not_found", "error 404/4003: no template of yours has this hash_id");
  }
  const { hash_id: _hash, id: _id, ...fields } = call.body;
  const changes = templateContent(fields, "edit");
  if (isFault(changes)) {
    return refusal(400, "invalid_args", `error 400/4001: ${changes.fault}`);
  }
  const entry = call.world.templates.edit(found.id, changes);
  return json(200, { success: true, template: { id: entry?.id, hash_id: entry?.hashId } });
}

function isFault(value: JsonObject | TemplateBodyFault): value is TemplateBodyFault {
  return "fault" in value;
}

function remove(call: RouteCall): EmulatorReply {
  const id = call.body["template_id"];
  if (typeof id !== "number") {
    return refusal(400, "invalid_args", "error 400/4004: template_id must be the numeric id");
  }
  const { world, account } = call;
  const own = world.templates.find(id)?.creatorId === account.id;
  return own && world.templates.remove(id, world.now())
    ? json(200, { success: true, msg: "" })
    : refusal(404, "not_found", "error 404/4005: no template of yours has this id");
}

/** Templates. */
export const TEMPLATE_ROUTES: readonly Route[] = [
  {
    name: "templates.search",
    method: "GET",
    path: "/api/v0/template/",
    pace: { intervalSeconds: 3 },
    inInterface: true,
    handle: search,
  },
  { name: "templates.create", method: "POST", path: "/api/v0/template/", inInterface: true, handle: create },
  {
    name: "templates.edit",
    method: "PUT",
    path: "/api/v0/template/",
    inInterface: true,
    handle: (call) => edit(call, false),
  },
  {
    name: "templates.edit-v1",
    method: "PUT",
    path: "/api/v1/template/",
    inInterface: false,
    handle: (call) => edit(call, true),
  },
  {
    name: "templates.delete",
    method: "DELETE",
    path: "/api/v0/template/",
    inInterface: true,
    handle: remove,
  },
];
