import { PartialFailure } from "../../../../provider/lifecycle/engine/partial-failure";
import { resourceProviders } from "../../../../provider/adapters/dynamic/resource-providers";
import { textMatching } from "../../../support/matchers";
import { hostOf } from "../../../support/provider-host";
import { ANY_SEARCH, startWorld, type Properties, type TestWorld } from "../../../support/start-world";

const ARGS = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };
/** What `customTimeouts` says in these tests, and the grace to hand over what is rented, in ms. */
const TIMEOUT = "30s";
const ALLOWED_MS = 30_000 + 30_000 + 100;

/** Creates with a short timeout, and says what came of it and how long it took. */
async function created(process: TestWorld): Promise<{ failure: unknown; tookMs: number }> {
  const inputs: Properties = { ...process.instanceInputs("trainer", ARGS), __timeouts: { create: TIMEOUT } };
  const start = process.clock.now();
  const result = resourceProviders(hostOf(process)).Instance.create(inputs);
  const failure: unknown = await process.clock.runUntil(result.catch((error: unknown) => error));
  return { failure, tookMs: process.clock.now() - start };
}

describe("a create ends with its customTimeouts and half a minute to hand over, where", () => {
  test("a host exits and cannot be destroyed: the machine is in the state", async () => {
    const process = startWorld();
    process.world.fault({ kind: "host", status: "exited" });
    process.world.fault({
      kind: "status",
      status: 500,
      times: "always",
      match: { endpoint: "instances.destroy" },
    });
    const { failure, tookMs } = await created(process);
    expect(tookMs).toBeLessThanOrEqual(ALLOWED_MS);
    expect(failure).toBeInstanceOf(PartialFailure);
    expect(failure).toMatchObject({ id: "20000001", properties: { __phase: "givenUp" } });
  });

  test.each(["instances.read", "instances.list"])("%s hangs while a machine loads", async (endpoint) => {
    const process = startWorld();
    process.world.fault({ kind: "hang", seconds: 600, times: "always", skip: 1, match: { endpoint } });
    const { failure, tookMs } = await created(process);
    expect(tookMs).toBeLessThanOrEqual(ALLOWED_MS);
    if (failure instanceof Error)
      expect(failure).toMatchObject({ id: "20000001", properties: { __phase: "loading" } });
    expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });

  test("the answer to a rent never comes: the doubt is in the state", async () => {
    const process = startWorld();
    process.world.fault({ kind: "hang", seconds: 3600, when: "after", match: { endpoint: "asks.accept" } });
    process.world.fault({
      kind: "status",
      status: 503,
      times: "always",
      skip: 1,
      match: { endpoint: "instances.list" },
    });
    const { failure, tookMs } = await created(process);
    expect(tookMs).toBeLessThanOrEqual(ALLOWED_MS);
    expect(failure).toMatchObject({ id: textMatching(/^unconfirmed:/) });
  });

  test("the account does not answer: nothing is rented", async () => {
    const process = startWorld();
    process.world.fault({
      kind: "hang",
      seconds: 600,
      times: "always",
      match: { endpoint: "account.read" },
    });
    const { failure, tookMs } = await created(process);
    expect(tookMs).toBeLessThanOrEqual(ALLOWED_MS);
    expect(failure).toMatchObject({ message: textMatching(/customTimeouts.*\[CANCELLED\]$/) });
    expect(process.world.ledger()).toMatchObject({ rented: 0 });
  });
});
