import { json, refusal } from "../model/replies";
import type { Route } from "../model/route";

/** SSH keys of the account. For an account without any the list is a 404. */
export const SSH_KEY_ROUTES: readonly Route[] = [
  {
    name: "ssh-keys.list",
    method: "GET",
    path: "/api/v0/ssh/",
    inInterface: false,
    handle: ({ account }) =>
      account.sshKeys.length === 0
        ? refusal(404, "no_ssh_key", "No ssh keys found")
        : json(
            200,
            account.sshKeys.map((key) => ({ ...key, user_id: account.id, deleted_at: null })),
          ),
  },
  {
    name: "ssh-keys.create",
    method: "POST",
    path: "/api/v0/ssh/",
    pace: { intervalSeconds: 1 },
    inInterface: false,
    handle: ({ world, account, body }) => {
      const text = body["ssh_key"];
      if (typeof text !== "string" || text === "") {
        return refusal(400, "no_ssh_key", "ssh_key is needed");
      }
      const key = world.accounts.addSshKey(account, text, world.now());
      return json(200, { success: true, key: { ...key, user_id: account.id, deleted_at: null } });
    },
  },
  {
    name: "ssh-keys.delete",
    method: "DELETE",
    path: "/api/v0/ssh/{}/",
    inInterface: false,
    handle: ({ account, params }) => {
      const left = account.sshKeys.filter((key) => key.id !== Number(params[0]));
      const found = left.length < account.sshKeys.length;
      account.sshKeys = left;
      return found ? json(200, { success: true }) : refusal(400, "no_ssh_key", "no such key");
    },
  },
];
