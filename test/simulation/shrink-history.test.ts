import type { History } from "./history";
import { shrinkHistory } from "./shrink-history";

const HISTORY: History = {
  seed: 1,
  setting: {
    ...{ offers: 3, loadSeconds: 20, readLagSeconds: 50, listLagSeconds: 0, destroyLagSeconds: 0 },
    ...{ latencyMs: 80, rateLimits: true, pageSize: 1 },
  },
  steps: [
    { do: "wait", seconds: 20 },
    {
      ...{ do: "up", stack: 0, preview: true },
      faults: [{ kind: "reads-null", times: 4, skip: 0 }, { kind: "not-found" }],
      strikes: [{ kind: "ctrl-c", at: { request: 4, when: "sent" } }],
    },
    { do: "destroy", stack: 0 },
  ],
};

test("what a break does not need is left out, and the rest is made plain", async () => {
  const shortest = await shrinkHistory(HISTORY, ({ steps }) =>
    Promise.resolve(
      steps.some((step) => step.do === "up" && step.faults?.some(({ kind }) => kind === "reads-null")),
    ),
  );
  expect(shortest.steps).toEqual([{ do: "up", stack: 0, preview: true, faults: [{ kind: "reads-null" }] }]);
  expect(shortest.setting).toMatchObject({
    readLagSeconds: 0,
    latencyMs: 0,
    rateLimits: false,
    pageSize: 25,
  });
});

test("a strike comes at the first request at which it still breaks something", async () => {
  const shortest = await shrinkHistory(HISTORY, ({ steps }) =>
    Promise.resolve(steps.some((step) => step.do === "up" && step.strikes?.[0] !== undefined)),
  );
  expect(shortest.steps).toMatchObject([{ strikes: [{ at: { request: 1 } }] }]);
});
