import type { RecoverFlags } from "../recover/recover-flags";
import { Command, InvalidArgumentError, Option } from "commander";
import { resolve } from "node:path";
import type { NamedAccount } from "../../lifecycle/recover/right-account";

/** `pulumi-vastai recover`: what a killed update rented and could not record. */
export function recoverCommand(): Command {
  return new Command("recover")
    .description(
      "find what a killed `pulumi up` rented and did not record, and write it into the stack's state or destroy it",
    )
    .addOption(
      new Option("-C, --cwd <folder>", "the project's folder")
        .argParser((folder: string) => resolve(folder))
        .default(process.cwd(), "the current folder"),
    )
    .option("-s, --stack <name>", "the stack; the selected one by default")
    .option("--known-stack <name>", "another stack, whose machines are no orphans (repeatable)", collect, [])
    .option("--destroy", "destroy what was found, instead of writing it into the state")
    .option(
      "--destroy-id <id>",
      "destroy this machine or template, also an orphan (repeatable)",
      collectId,
      [],
    )
    .option(
      "--adopt-id <id>",
      "leave this machine, which the state does not know, to the next `pulumi up` (repeatable)",
      collectId,
      [],
    )
    .option("--accept-id <id>", "found by label or name only: it is the stack's (repeatable)", collectId, [])
    .option(
      "--reject-id <id>",
      "found by label or name only: it is not the stack's (repeatable)",
      collectId,
      [],
    )
    .option(
      "--account <id>",
      "the account that the interrupted launches were made with, where the state does not record it; `unknown` where the service does not show it",
      namedAccount,
    )
    .option("--forget-others", "let the state forget interrupted creations of other providers")
    .option("--dry-run", "show what was found, and change nothing")
    .option("-y, --yes", "ask nothing; needed without a terminal")
    .option("--json", "print one JSON document; needs --yes or --dry-run")
    .action(async (flags: RecoverFlags) => {
      // Loads the client, which the other commands need not pay for.
      const { recover } = await import("../recover/recover.js");
      await recover(flags);
    });
}

function namedAccount(text: string): NamedAccount {
  if (text === "unknown") return text;
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new InvalidArgumentError("Expected an account's id, such as 4001.");
  return Number(text);
}

function collect(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

function collectId(text: string, before: readonly number[]): readonly number[] {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError("Expected an id, such as 20000001.");
  return [...before, Number(text)];
}
