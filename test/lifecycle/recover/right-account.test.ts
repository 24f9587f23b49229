import { readCheckpoint } from "../../../provider/lifecycle/recover/checkpoint";
import { requireRightAccount, type NamedAccount } from "../../../provider/lifecycle/recover/right-account";
import { textWith } from "../../support/matchers";
import { startWorld } from "../../support/start-world";
import { rowOf, stateOf, type Row } from "./stack-state";

const required = async (outputs: Row, named?: NamedAccount): Promise<void> => {
  const { session, clock } = startWorld({ accounts: [{ id: 4001, apiKey: "emulator-key" }] });
  const checkpoint = readCheckpoint(stateOf([rowOf("instance", "gpu", {}, { id: "1", outputs })], []));
  return clock.runUntil(requireRightAccount(session, checkpoint, "dev", named));
};

test.each<[string, Row, NamedAccount | undefined]>([
  ["nothing recorded and nothing named", {}, undefined],
  ["the account and the base URL recorded", { __account: 4001, __baseUrl: "http://127.0.0.1" }, undefined],
  ["the account named", {}, 4001],
])("%s: goes on", async (_claim, outputs, named) => {
  await expect(required(outputs, named)).resolves.toBeUndefined();
});

test.each<[string, Row, NamedAccount | undefined, string]>([
  ["another account recorded", { __account: 4002 }, undefined, "Stack dev belongs to account 4002"],
  [
    "another base URL recorded",
    { __account: 4001, __baseUrl: "https://other" },
    4001,
    "Stack dev belongs to the service at https://other, but this command is for http://127.0.0.1.",
  ],
  ["another account named", {}, 4002, "is of account 4001 at http://127.0.0.1. Nothing was changed."],
  ["no account named where there is one", {}, "unknown", "`--account unknown` was given, but"],
])("%s: stops with nothing changed", async (_claim, outputs, named, words) => {
  await expect(required(outputs, named)).rejects.toMatchObject({
    code: "WRONG_ACCOUNT",
    message: textWith(words),
  });
});
