import { readCheckpoint, recordedOwners } from "../../../provider/lifecycle/recover/checkpoint";
import {
  interruptedCreations,
  otherCreations,
} from "../../../provider/lifecycle/recover/interrupted-creation";
import { textWith } from "../../support/matchers";
import { rowOf, stateOf } from "./stack-state";

const TOKEN = "pvai-0123456789ab-abcdefghij";

function stopOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test.each([
  ["no JSON at all", "", "no JSON"],
  ["half of one", '{"version":3,"deployment":{"resour', "no JSON"],
  ["a list", "[]", "no JSON object"],
  ["no deployment", '{"version":3}', "no deployment"],
  ["a version of the future", '{"version":9,"deployment":{}}', "version is 9"],
  ["no version", '{"deployment":{}}', "only 3 and 4"],
  ["resources that are no list", '{"version":3,"deployment":{"resources":{}}}', "resources are no list"],
  ["a resource that is no record", '{"version":3,"deployment":{"resources":[1]}}', "resources are no list"],
  [
    "a pending operation without resource",
    '{"version":3,"deployment":{"pending_operations":[{"type":"creating"}]}}',
    "names no resource",
  ],
])("a state with %s is refused as unreadable, saying why", (_case, text, words) => {
  expect(stopOf(() => readCheckpoint(text))).toMatchObject({
    code: "STATE_UNREADABLE",
    message: textWith(words),
  });
});

test("a stack that was never updated holds nothing", () => {
  const { resources, pending } = readCheckpoint('{"version":3,"deployment":null}');
  expect({ resources, pending }).toEqual({ resources: [], pending: [] });
});

test("only pending creations of our types count as interrupted, each once", () => {
  const machine = rowOf("instance", "gpu", { __token: TOKEN, label: "mine" });
  const template = rowOf("template", "base", { name: "base-1", __autoName: "base-1" });
  const foreign = { urn: "urn:pulumi:test::project::aws:s3/bucket:Bucket::b", type: "aws:s3/bucket:Bucket" };
  const checkpoint = readCheckpoint(
    stateOf([], [machine, template, foreign, machine], [{ type: "updating", resource: machine }]),
  );
  expect(interruptedCreations(checkpoint)).toMatchObject([
    { kind: "instance", name: "gpu", token: TOKEN, askedName: "mine", isNameOurs: false },
    { kind: "template", name: "base", token: undefined, askedName: "base-1", isNameOurs: true },
  ]);
  expect(otherCreations(checkpoint)).toEqual([foreign.urn]);
});

test("a label that is a secret names nothing to search for", () => {
  const label = {
    "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
    ciphertext: "v1:x",
  };
  const [creation] = interruptedCreations(readCheckpoint(stateOf([], [rowOf("instance", "gpu", { label })])));
  expect(creation).toMatchObject({ askedName: undefined, token: undefined });
});

test("a creation had not started before what it depends on existed", () => {
  const base = rowOf("template", "base", {}, { id: "7", created: "2026-03-04T05:06:07Z" });
  const machine = rowOf("instance", "gpu", {}, { dependencies: [base["urn"]] });
  const [creation] = interruptedCreations(readCheckpoint(stateOf([base], [machine])));
  expect(creation?.notBefore).toBe(Date.UTC(2026, 2, 4, 5, 6, 7));
});

test("the accounts of the stack are those its resources were recorded with", () => {
  const rows = [4001, 4001, 4002, undefined].map((account, index) =>
    rowOf("instance", `gpu${index}`, {}, { id: `${index + 1}`, outputs: { __account: account } }),
  );
  expect(recordedOwners(readCheckpoint(stateOf(rows, []))).map(({ account }) => account)).toEqual([
    4001, 4001, 4002,
  ]);
});
