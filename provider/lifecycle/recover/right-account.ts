import { ProviderError } from "../../errors";
import type { Session } from "../session/session";
import { recordedOwners, type Checkpoint } from "./checkpoint";

/** An account as the user names it: its id, or `unknown` where the deployment does not show it. */
export type NamedAccount = number | "unknown";

/**
 * Throws where the key or the deployment is not the one that the stack's resources were recorded with, or not the account
 * that the user named.
 *
 * @throws WRONG_ACCOUNT
 */
export async function requireRightAccount(
  session: Session,
  checkpoint: Checkpoint,
  stack: string,
  named: NamedAccount | undefined,
): Promise<void> {
  for (const owner of recordedOwners(checkpoint)) await session.requireOwner(owner, `Stack ${stack}`);
  const current = await session.account();
  if (named === undefined || named === (current ?? "unknown")) return;
  throw new ProviderError(
    "WRONG_ACCOUNT",
    `\`--account ${String(named)}\` was given, but the API key (${session.settings.apiKeySource}) is ` +
      `${accountName(current, session.settings.baseUrl, "of")}. Nothing was changed. Use a key of the account that the launch was made with.`,
  );
}

/** "account 4001 at https://…", for a sentence. */
export function accountName(account: number | undefined, baseUrl: string, before: "of" | "on"): string {
  return account === undefined
    ? `${before} an account that ${baseUrl} does not show`
    : `${before} account ${String(account)} at ${baseUrl}`;
}
