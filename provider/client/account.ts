import type { Calls } from "./call";
import type { Reply } from "./reply";
import { countKeys, parseAccount } from "./schema/account-reply";
import type { ServiceClient } from "./service-client";

type AccountCalls = Pick<ServiceClient, "getAccount" | "countSshKeys">;

/** What the account of the key shows. */
export function accountCalls({ make }: Calls): AccountCalls {
  return {
    getAccount: async (options) =>
      make("getAccount", { subject: "the account", parse: parseAccount }, options),

    countSshKeys: async (options) => {
      const call = { subject: "the account's SSH keys", parse: countKeys, exception: noKeys };
      return await make("countSshKeys", call, options);
    },
  };
}

/** For an account without keys the reply is 404, which only the body distinguishes from an expired login or a missing endpoint. */
function noKeys({ status, word, sentence }: Reply): number | undefined {
  const said = `${word ?? ""} ${sentence ?? ""}`;
  return status === 404 && /\bno[ _](such[ _])?(ssh[ _])?keys?\b|keys? (was |were )?not found/i.test(said)
    ? 0
    : undefined;
}
