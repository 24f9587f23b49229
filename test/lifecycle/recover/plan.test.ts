import { orphanedInstances } from "../../../provider/lifecycle/recover/orphans";
import {
  BORN,
  ids,
  machine,
  OTHER_TOKEN,
  PENDING,
  planOf,
  STRANGE_TOKEN,
  TOKEN,
  type PlanCase,
} from "./plan-of";
import { rowOf } from "./stack-state";

const EARLIER = "2026-01-01T00:00:00Z";
const LATER = "2026-01-03T00:00:00Z";

const NAMELESS = rowOf("instance", "gpu", { __token: TOKEN });

const CASES: readonly [claim: string, given: PlanCase, plan: readonly string[]][] = [
  [
    "a machine with the launch's token is kept",
    { live: [machine(5, `gpu-${TOKEN}.1`)] },
    ["keep 5 by token"],
  ],
  [
    "with --destroy it is destroyed",
    { live: [machine(5, `gpu-${TOKEN}.1`)], choices: { destroy: true } },
    ["destroy 5 by token"],
  ],
  [
    "named by its id it alone is destroyed",
    { live: [machine(5, `gpu-${TOKEN}.1`)], choices: { destroyIds: ids(5) } },
    ["destroy 5 by token"],
  ],
  [
    "of two machines with one token the later is kept and the other destroyed",
    { live: [machine(5, `gpu-${TOKEN}.1`), machine(6, `gpu-${TOKEN}.2`)] },
    ["keep 6 by token", "destroy 5 by token"],
  ],
  ["nothing rented clears the pending operation", {}, ["clear - by nothing"]],
  [
    "a machine that the service has released is nothing",
    { live: [machine(5, `gpu-${TOKEN}.1`, { curState: "unloaded" })] },
    ["clear - by nothing"],
  ],
  ["the exact label is only asked about", { live: [machine(5, "mine")] }, ["ask 5 by label"]],
  [
    "each of several with the exact label is asked about",
    { live: [machine(5, "mine"), machine(6, "mine")] },
    ["ask 5 by label", "ask 6 by label"],
  ],
  [
    "the one that is accepted is kept, and the others are nobody's business",
    { live: [machine(5, "mine"), machine(6, "mine")], choices: { acceptIds: ids(6) } },
    ["keep 6 by label"],
  ],
  [
    "the one that is rejected leaves nothing",
    { live: [machine(5, "mine")], choices: { rejectIds: ids(5) } },
    ["clear - by nothing"],
  ],
  [
    "a label that only resembles is nothing",
    { live: [machine(5, "mine too"), machine(6, "Mine")] },
    ["clear - by nothing"],
  ],
  [
    "a label counts for nothing where none was asked for",
    { creating: [NAMELESS], live: [machine(5, "mine")] },
    ["clear - by nothing"],
  ],
  [
    "the token makes the label needless",
    { live: [machine(5, "mine"), machine(6, `gpu-${TOKEN}.1`)] },
    ["keep 6 by token"],
  ],
  [
    "a machine older than what the creation depends on is not asked about",
    {
      resources: [rowOf("template", "base", {}, { id: "7", created: LATER })],
      creating: [{ ...PENDING, dependencies: [rowOf("template", "base")["urn"]] }],
      live: [machine(5, "mine")],
    },
    ["clear - by nothing"],
  ],
  [
    "a machine with the label that is in the state is not asked about",
    { resources: [rowOf("instance", "other", {}, { id: "5" })], live: [machine(5, "mine")] },
    ["clear - by nothing"],
  ],
  [
    "a machine that the state has by its id settles the operation",
    {
      resources: [rowOf("instance", "gpu", { __token: TOKEN }, { id: "5" })],
      live: [machine(5, `gpu-${TOKEN}.1`)],
    },
    ["settled 5 by token"],
  ],
  [
    "a machine younger than the resource in the state was to replace it, and is kept",
    {
      resources: [rowOf("instance", "gpu", { __token: OTHER_TOKEN }, { id: "4", created: EARLIER })],
      live: [machine(5, `gpu-${TOKEN}.1`)],
    },
    ["keep 5 by token"],
  ],
  [
    "a machine older than the resource in the state has to be named to go",
    {
      resources: [rowOf("instance", "gpu", { __token: OTHER_TOKEN }, { id: "4", created: LATER })],
      live: [machine(5, `gpu-${TOKEN}.1`)],
    },
    ["name 5 by token"],
  ],
  [
    "a machine with a lower number than the resource's has to be named, whatever the times say",
    {
      resources: [rowOf("instance", "gpu", { __token: OTHER_TOKEN }, { id: "6", created: EARLIER })],
      live: [machine(5, `gpu-${TOKEN}.1`)],
    },
    ["name 5 by token"],
  ],
  [
    "a machine has to be named where the state does not say how old the resource is",
    {
      resources: [rowOf("instance", "gpu", { __token: OTHER_TOKEN }, { id: "4" })],
      live: [machine(5, `gpu-${TOKEN}.1`)],
    },
    ["name 5 by token"],
  ],
  [
    "the time of the resource's own rent counts before that of its record",
    {
      resources: [
        rowOf(
          "instance",
          "gpu",
          { __token: OTHER_TOKEN },
          { id: "4", created: LATER, outputs: { __rentedAt: Date.parse(EARLIER) } },
        ),
      ],
      live: [machine(5, `gpu-${TOKEN}.1`)],
    },
    ["keep 5 by token"],
  ],
  [
    "a resource that is to be deleted does not hold its URN",
    {
      resources: [rowOf("instance", "gpu", {}, { id: "6", created: LATER, delete: true })],
      live: [machine(5, `gpu-${TOKEN}.1`)],
    },
    ["keep 5 by token"],
  ],
  [
    "of two interrupted launches of one resource the younger is kept, the other has to be named",
    {
      creating: [PENDING, rowOf("instance", "gpu", { __token: OTHER_TOKEN })],
      live: [machine(5, `gpu-${TOKEN}.1`), machine(6, `gpu-${OTHER_TOKEN}.1`, { startDate: BORN + 60 })],
    },
    ["name 5 by token", "keep 6 by token"],
  ],
  [
    "a machine of our form that no stack knows is left alone",
    { creating: [], live: [machine(9, `x-${STRANGE_TOKEN}.1`)] },
    ["orphan 9 leave"],
  ],
  [
    "it is destroyed only when it is named",
    { creating: [], live: [machine(9, `x-${STRANGE_TOKEN}.1`)], choices: { destroy: true } },
    ["orphan 9 leave"],
  ],
  [
    "named, it is destroyed",
    { creating: [], live: [machine(9, `x-${STRANGE_TOKEN}.1`)], choices: { destroyIds: ids(9) } },
    ["orphan 9 destroy"],
  ],
  ["a machine without launch label is no orphan", { creating: [], live: [machine(9, "somebody's")] }, []],
  [
    "a machine of a resource that still searches for it is no orphan",
    {
      creating: [],
      resources: [rowOf("instance", "gpu", { __token: TOKEN }, { id: `unconfirmed:gpu-${TOKEN}.1` })],
      live: [machine(9, `gpu-${TOKEN}.1`)],
    },
    [],
  ],
  [
    "a second machine of a resource that has one is an orphan",
    {
      creating: [],
      resources: [rowOf("instance", "gpu", { __token: TOKEN }, { id: "5" })],
      live: [machine(5, `gpu-${TOKEN}.2`), machine(9, `gpu-${TOKEN}.1`)],
    },
    ["orphan 9 occupied"],
  ],
  [
    "naming a machine of the state is refused",
    {
      creating: [],
      resources: [rowOf("instance", "gpu", { __token: TOKEN }, { id: "5" })],
      live: [machine(5, `gpu-${TOKEN}.1`)],
      choices: { destroyIds: ids(5) },
    },
    ["misnamed 5"],
  ],
  [
    "naming a machine that we did not launch is refused",
    { creating: [], live: [machine(9, "somebody's")], choices: { destroyIds: ids(9) } },
    ["misnamed 9"],
  ],
  [
    "accepting what is not in question is refused",
    { live: [machine(5, `gpu-${TOKEN}.1`)], choices: { acceptIds: ids(5) } },
    ["keep 5 by token", "misnamed 5"],
  ],
  [
    "a template with a generated name is kept",
    {
      creating: [rowOf("template", "base", { name: "base-1", __autoName: "base-1" })],
      templates: { certain: { id: 7, hashId: "h", createdAt: BORN } },
    },
    ["keep 7 by name"],
  ],
  [
    "a template by a name that was given is asked about",
    {
      creating: [rowOf("template", "base", { name: "base" })],
      templates: { possible: [{ id: 7, hashId: "h", createdAt: BORN }] },
    },
    ["ask 7 by name"],
  ],
];

test.each(CASES)("%s", (_claim, given, plan) => {
  expect(planOf(given)).toEqual(plan);
});

test("an orphan says which resource it was launched for, where the stack has that resource", () => {
  const resources = [rowOf("instance", "gpu", { __token: OTHER_TOKEN }, { id: "5" })];
  const [orphan] = orphanedInstances([machine(9, `gpu-${TOKEN}.1`)], resources, [], () => undefined);
  expect(orphan?.launchedFor).toBe(rowOf("instance", "gpu")["urn"]);
});
