import { readInstance } from "../../../provider/lifecycle/instance/read";
import { ANY_SEARCH, startWorld } from "../../support/start-world";

const ARGS = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };

async function refreshedWhileExited(runsAgainAfterMs: number | undefined) {
  const process = startWorld({ lifecycle: { restartSeconds: 1 } });
  const { id, outs } = await process.create("trainer", ARGS);
  const instance = Number(id);
  process.world.do({ action: "break-instance", instance, status: "exited" });
  if (runsAgainAfterMs !== undefined) {
    void process.clock
      .sleep(runsAgainAfterMs)
      .then(() => process.world.do({ action: "break-instance", instance, status: "running" }));
  }
  const next = process.nextProcess();
  const began = process.clock.now();
  const { props } = await process.clock.runUntil(
    readInstance(next.operation("update", outs), id, outs, false),
  );
  return { props, tookMs: process.clock.now() - began };
}

test("a machine that shows exited for a moment, as after a restart, is not dead", async () => {
  const { props } = await refreshedWhileExited(12_000);
  expect(props).toMatchObject({ actualStatus: "running" });
  expect(props).not.toHaveProperty("__phase");
});

test("a machine that keeps showing exited is dead, half a minute later at most", async () => {
  const { props, tookMs } = await refreshedWhileExited(undefined);
  expect(props).toMatchObject({ actualStatus: "exited", __phase: "dead" });
  expect(tookMs).toBeGreaterThanOrEqual(20_000);
  expect(tookMs).toBeLessThan(30_000);
});
