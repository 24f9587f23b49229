import { json, refusal } from "../model/replies";
import type { Route, RouteCall } from "../model/route";

const KEY = /^[A-Za-z_]\w*$/;
const VALUE = /^[a-zA-Z0-9_\-.]+$/;

function setSecret(call: RouteCall, purpose: "create" | "change") {
  const { key, value } = call.body;
  if (typeof key !== "string" || typeof value !== "string") {
    return refusal(400, "missing_input", "key and value are needed");
  }
  if (!KEY.test(key) || !VALUE.test(value)) {
    return refusal(400, "invalid_characters", "key or value has characters that are not allowed");
  }
  const name = key.toUpperCase();
  const exists = call.account.secrets.has(name);
  if (exists === (purpose === "create")) {
    return exists
      ? refusal(400, "existing_key", "the key exists already")
      : refusal(400, "nonexistent_key", "there is no such key");
  }
  call.account.secrets.set(name, value);
  return json(200, { success: true });
}

/** The account and its variables. */
export const ACCOUNT_ROUTES: readonly Route[] = [
  {
    name: "account.read",
    method: "GET",
    path: "/api/v0/users/current/",
    bareSlash: true,
    inInterface: false,
    handle: ({ account }) =>
      json(200, {
        id: account.id,
        username: `emulator-${account.id}`,
        email: `account-${account.id}@emulator.test`,
        credit: account.credit,
        balance: 0,
        has_billing: true,
        ssh_key: account.sshKeys[0]?.public_key ?? null,
      }),
  },
  {
    name: "secrets.list",
    method: "GET",
    path: "/api/v0/secrets/",
    pace: { intervalSeconds: 5 },
    inInterface: false,
    handle: ({ account }) =>
      json(200, {
        success: true,
        secrets: Object.fromEntries([...account.secrets.keys()].map((key) => [key, "*****"])),
      }),
  },
  {
    name: "secrets.create",
    method: "POST",
    path: "/api/v0/secrets/",
    pace: { intervalSeconds: 3 },
    inInterface: false,
    handle: (call) => setSecret(call, "create"),
  },
  {
    name: "secrets.change",
    method: "PUT",
    path: "/api/v0/secrets/",
    pace: { intervalSeconds: 3 },
    inInterface: false,
    handle: (call) => setSecret(call, "change"),
  },
  {
    name: "secrets.delete",
    method: "DELETE",
    path: "/api/v0/secrets/",
    pace: { intervalSeconds: 3 },
    inInterface: false,
    handle: ({ account, body }) =>
      typeof body["key"] === "string" && account.secrets.delete(body["key"].toUpperCase())
        ? json(200, { success: true })
        : refusal(400, "nonexistent_key", "there is no such key"),
  },
];
