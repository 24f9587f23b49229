import { ProviderError } from "../errors";
import type { MakeCall } from "./call";
import type { Reply } from "./reply";
import { countKeys, parseAccount } from "./schema/account-reply";
import type { ServiceClient } from "./service-client";

type AccountCalls = Pick<ServiceClient, "getAccount" | "countSshKeys">;

/** What the key's account says of itself. */
export function accountCalls(make: MakeCall): AccountCalls {
  return {
    getAccount: async (options) => {
      const account = await make(
        "getAccount",
        () => ({ subject: "the account", parse: parseAccount }),
        options,
      );
      if (account === undefined) {
        throw new ProviderError("UNEXPECTED_REPLY", "No answer was given for the account.");
      }
      return account;
    },

    countSshKeys: async (options) => {
      const call = { subject: "the account's SSH keys", parse: countKeys, exception: noKeys };
      return (await make("countSshKeys", () => call, options)) ?? 0;
    },
  };
}

/** An account without keys is answered 404, which only the body tells from an expired login or a missing endpoint. */
function noKeys({ status, word, sentence }: Reply): number | undefined {
  const said = `${word ?? ""} ${sentence ?? ""}`;
  return status === 404 && /\bno[ _](such[ _])?(ssh[ _])?keys?\b|keys? (was |were )?not found/i.test(said)
    ? 0
    : undefined;
}
