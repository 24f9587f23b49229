import { renderLedger } from "../../provider/emulator/start-emulator";
import { aboutMs } from "../support/matchers";
import { makeTestWorld, OFFER } from "./support";

const HOUR = 3_600_000;

describe("the ledger", () => {
  test("bills the GPUs from running, the disk from the rent, and nothing after the destroy", async () => {
    const { world, rent, send, clock } = makeTestWorld({
      offers: [{ dph_base: 2, storage_cost: 7.2 }],
      lifecycle: { loadSeconds: 3_600 },
    });
    const start = clock.now();
    const id = await rent(OFFER, { disk: 10, label: "first" });
    await clock.advance(3 * HOUR);
    await send("PUT", `/api/v0/instances/${id}/`, { label: "renamed" });
    await send("DELETE", `/api/v0/instances/${id}/`, {});
    await clock.advance(10 * HOUR);
    const [rental] = world.ledger().rentals;
    expect(rental).toMatchObject({
      instance: id,
      offer: OFFER,
      machine: 10_001,
      account: 4_001,
      label: "renamed",
      launchLabel: "first",
      rentedAt: aboutMs(start),
      destroyedAt: aboutMs(start + 3 * HOUR),
    });
    expect(rental?.runningSeconds).toBeCloseTo(2 * 3_600, 1);
    expect(rental?.spentUsd).toBeCloseTo(2 * 2 + 3 * 0.1, 5);
  });

  test("a stopped machine bills its disk only", async () => {
    const { world, rent, send, clock } = makeTestWorld({
      offers: [{ dph_base: 2, storage_cost: 7.2 }],
      lifecycle: { loadSeconds: 0, stopSeconds: 0 },
    });
    const id = await rent(OFFER, { disk: 10 });
    await clock.advance(HOUR);
    await send("PUT", `/api/v0/instances/${id}/`, { state: "stopped" });
    await clock.advance(HOUR);
    expect(world.ledger().spentUsd).toBeCloseTo(2 + 2 * 0.1, 5);
  });

  test("a job that is stopped before its end bills until the stop", async () => {
    const { world, rent, send, clock } = makeTestWorld({ lifecycle: { jobSeconds: 300, stopSeconds: 2 } });
    const id = await rent(OFFER, { args: ["sleep", "300"] });
    await clock.advance(30_000);
    await send("PUT", `/api/v0/instances/${id}/`, { state: "stopped" });
    await clock.advance(HOUR);
    expect(world.ledger().rentals[0]?.runningSeconds).toBeCloseTo(12, 1);
  });

  test("forgets nothing, and reads like a list with its sums", async () => {
    const { world, rent, send } = makeTestWorld();
    const first = await rent(OFFER, { label: "one" });
    await rent(OFFER + 1);
    await send("DELETE", `/api/v0/instances/${first}/`, {});
    expect(world.ledger()).toMatchObject({ rented: 2, live: 1 });
    expect(renderLedger(world.ledger())).toBe(
      [
        "  20000001  RTX 4090  machine 10001  one  destroyed  $0.0000",
        "  20000002  RTX 4090  machine 10002  (no label)  STILL RENTED  $0.0000",
        "rented 2, still rented 1, spent $0.0000",
      ].join("\n"),
    );
  });

  test("reset starts again from the first moment", async () => {
    const { world, rent } = makeTestWorld();
    await rent(OFFER);
    world.fault({ kind: "drop" });
    world.reset();
    expect(world.ledger()).toMatchObject({ rented: 0 });
    expect(world.faults.list()).toEqual([]);
    expect(world.requests()).toEqual([]);
    expect(await rent(OFFER)).toBe(20_000_001);
  });
});
