import { adoptionLabel, launchLabel, makeToken } from "../../../provider/rules/instance/launch-token";
import { ids, machine, PENDING, planOf, STRANGE_TOKEN, TOKEN, type PlanCase } from "./plan-of";
import { rowOf } from "./stack-state";

const TYPE = "pulumi-nodejs:dynamic/vastai:Instance";
const keyOf = (urn: string, organization = "organization"): string =>
  makeToken({ organization, project: "project", stack: "test", urn }, new Uint8Array(8));
const labelOf = (chain: string, organization?: string): string =>
  launchLabel("gpu", keyOf(`urn:pulumi:test::project::${chain}::gpu`, organization), 1);
const LABEL = labelOf(TYPE);
const orphan = (id: number, label = LABEL) => machine(id, label);

const CASES: readonly [claim: string, given: PlanCase, plan: readonly string[]][] = [
  [
    "nothing rented clears it only where the account is known to be the right one",
    { choices: { isAccountConfirmed: false } },
    ["confirm - by nothing"],
  ],
  [
    "a resource that was recorded with the account proves nothing: it may be younger, and made with another key",
    {
      resources: [rowOf("instance", "other", {}, { id: "1", outputs: { __account: 4001 } })],
      choices: { isAccountConfirmed: false },
    },
    ["confirm - by nothing"],
  ],
  [
    "a machine of another launch of the stack says so too",
    {
      creating: [PENDING, rowOf("instance", "two", { __token: STRANGE_TOKEN })],
      live: [machine(5, `two-${STRANGE_TOKEN}.1`)],
      choices: { isAccountConfirmed: false },
    },
    ["clear - by nothing", "keep 5 by token"],
  ],
  [
    "a template of which nothing is to be seen is no less doubtful",
    {
      creating: [rowOf("template", "base", { name: "base" })],
      choices: { isAccountConfirmed: false },
    },
    ["confirm - by nothing"],
  ],
  [
    "an orphan of this stack on the account says so too",
    { live: [orphan(9)], choices: { isAccountConfirmed: false } },
    ["clear - by nothing", "orphan 9 offer"],
  ],
  [
    "an orphan with a key of this stack is offered for adoption",
    { creating: [], live: [orphan(9)] },
    ["orphan 9 offer"],
  ],
  [
    "so is one below a parent of the state",
    {
      creating: [],
      resources: [{ urn: "urn:pulumi:test::project::my:x:Group::group", type: "my:x:Group", custom: false }],
      live: [orphan(9, labelOf(`my:x:Group$${TYPE}`))],
    },
    ["orphan 9 offer"],
  ],
  [
    "one below a parent that the state does not have is somebody else's",
    { creating: [], live: [orphan(9, labelOf(`my:x:Group$${TYPE}`))] },
    ["orphan 9 leave"],
  ],
  [
    "one of the same names in another organization is somebody else's, and not touched by --destroy",
    { creating: [], live: [orphan(9, labelOf(TYPE, "acme"))], choices: { destroy: true } },
    ["orphan 9 leave"],
  ],
  [
    "--destroy destroys an orphan of this stack",
    { creating: [], live: [orphan(9)], choices: { destroy: true } },
    ["orphan 9 destroy"],
  ],
  [
    "but not beside a machine of its resource: it may be another backend's",
    {
      creating: [],
      resources: [rowOf("instance", "gpu", {}, { id: "5" })],
      live: [orphan(9)],
      choices: { destroy: true },
    },
    ["orphan 9 occupied"],
  ],
  [
    "named, it is destroyed there too",
    {
      creating: [],
      resources: [rowOf("instance", "gpu", {}, { id: "5" })],
      live: [orphan(9)],
      choices: { destroyIds: ids(9) },
    },
    ["orphan 9 destroy"],
  ],
  [
    "an orphan that is named is adopted",
    { creating: [], live: [orphan(9)], choices: { adoptIds: ids(9) } },
    ["orphan 9 adopt"],
  ],
  [
    "one that is adopted already waits, also where it is named again",
    {
      creating: [],
      live: [orphan(9, adoptionLabel(LABEL, 9) ?? "")],
      choices: { adoptIds: ids(9) },
    },
    ["orphan 9 waits"],
  ],
  [
    "of two orphans of one resource one can be adopted",
    { creating: [], live: [orphan(8), orphan(9)], choices: { adoptIds: ids(9) } },
    ["orphan 8 occupied", "orphan 9 adopt"],
  ],
  [
    "naming both is refused",
    { creating: [], live: [orphan(8), orphan(9)], choices: { adoptIds: ids(8, 9) } },
    ["orphan 8 adopt", "orphan 9 occupied", "misnamed 9"],
  ],
  [
    "a resource that gets its own machine back adopts none",
    {
      creating: [PENDING],
      live: [machine(5, `gpu-${TOKEN}.1`), orphan(9)],
    },
    ["keep 5 by token", "orphan 9 occupied"],
  ],
  [
    "somebody else's machine cannot be adopted",
    { creating: [], live: [machine(9, `gpu-${STRANGE_TOKEN}.1`)], choices: { adoptIds: ids(9) } },
    ["orphan 9 leave", "misnamed 9"],
  ],
];

test.each(CASES)("%s", (_claim, given, plan) => {
  expect(planOf(given)).toEqual(plan);
});
