import { textMatching } from "../../support/matchers";
import { ANY_SEARCH, startWorld, type TestWorld } from "../../support/start-world";

const ARGS = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };
const NO_SUCH = { kind: "refuse", status: 404, error: "no_such_instance", msg: "no such instance" } as const;
const DESTROY = { endpoint: "instances.destroy" };
const READ = { endpoint: "instances.read" };

function live({ world }: TestWorld): number {
  return world.ledger().live;
}

describe("one witness is not believed:", () => {
  test("a 404 for the destroy of a live machine", async () => {
    const process = startWorld();
    const { id, outs } = await process.create("trainer", ARGS);
    await process.clock.advance(120_000);
    process.world.fault({ ...NO_SUCH, match: DESTROY });
    await process.nextProcess().remove(id, outs);
    expect(live(process)).toBe(0);
  });

  test("a 404 for the destroy of a discarded machine: nothing else is rented before it is gone", async () => {
    const process = startWorld();
    process.world.fault({ kind: "host", status: "exited" });
    process.world.fault({ ...NO_SUCH, match: DESTROY });
    await process.create("trainer", ARGS);
    const [first, second] = process.world.ledger().rentals;
    expect(first?.destroyedAt).toBeLessThan(second?.rentedAt ?? 0);
    expect(live(process)).toBe(1);
  });

  test("a 404 for the destroy of a machine that was rented although the rent was refused", async () => {
    const process = startWorld({ lifecycle: { readLagSeconds: 60 } });
    process.world.fault({ kind: "error-with-contract" });
    process.world.fault({ ...NO_SUCH, match: DESTROY });
    await process.create("trainer", ARGS);
    expect(process.world.ledger()).toMatchObject({ rented: 2, live: 1 });
  });

  test("a read that shows nothing of a discarded machine in its first minute", async () => {
    const process = startWorld({ listLagSeconds: 60, lifecycle: { readLagSeconds: 60 } });
    process.world.fault({ kind: "error-with-contract" });
    process.world.fault({ kind: "ignored" });
    await process.create("trainer", ARGS);
    expect(process.world.ledger()).toMatchObject({ rented: 2, live: 1 });
  });

  test("a read that shows nothing of an old machine: it stays in the state", async () => {
    const process = startWorld();
    const { id, outs } = await process.create("trainer", ARGS);
    await process.clock.advance(3_600_000);
    process.world.fault({ kind: "reads-null", match: READ });
    expect((await process.nextProcess().read(id, outs)).id).toBe(id);
  });

  test("a read that shows nothing of a machine that loads", async () => {
    const process = startWorld({ lifecycle: { loadSeconds: 120 } });
    process.world.fault({ kind: "reads-null", skip: 12, match: READ });
    const { id } = await process.create("trainer", ARGS);
    expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
    expect(process.world.ledger().rentals[0]?.instance).toBe(Number(id));
  });

  test("two reads of the same kind, where there is a list that shows the machine", async () => {
    const process = startWorld();
    const { id, outs } = await process.create("trainer", ARGS);
    await process.clock.advance(120_000);
    process.world.fault({ kind: "reads-null", times: "always", match: READ });
    process.world.fault({ kind: "ignored", times: "always" });
    const failed = process.nextProcess().remove(id, { ...outs, __timeouts: { delete: "2m" } });
    await expect(failed).rejects.toMatchObject({ code: "DESTROY_FAILED" });
    expect(live(process)).toBe(1);
  });
});

describe("two witnesses are:", () => {
  test("a machine that is gone leaves the state at a refresh", async () => {
    const process = startWorld();
    const { id, outs } = await process.create("trainer", ARGS);
    await process.clock.advance(120_000);
    process.world.do({ action: "destroy-instance", instance: Number(id) });
    expect(await process.nextProcess().read(id, outs)).toEqual({});
  });

  test("without a list a second read, seconds later", async () => {
    const process = startWorld({ interfaceOnly: true });
    const { id, outs } = await process.create("trainer", ARGS);
    await process.clock.advance(120_000);
    process.world.fault({ kind: "reads-null", match: READ });
    expect((await process.nextProcess().read(id, outs)).id).toBe(id);
    process.world.do({ action: "destroy-instance", instance: Number(id) });
    expect(await process.nextProcess().read(id, outs)).toEqual({});
  });
});

test("a machine that vanished in its first minute stays in the state, and the refresh says so", async () => {
  const process = startWorld({ lifecycle: { loadSeconds: 5 } });
  const { id, outs } = await process.create("trainer", ARGS);
  process.world.do({ action: "destroy-instance", instance: Number(id) });
  const next = process.nextProcess();
  expect((await next.read(id, outs)).id).toBe(id);
  expect(next.lines).toContainEqual({
    kind: "warning",
    message: textMatching(/is not shown by the service, but .* first minute: it stays in the state/),
  });
});

describe("a state belongs to one deployment:", () => {
  test("elsewhere nothing is read as gone, changed, destroyed or rented", async () => {
    const process = startWorld();
    const { id, outs } = await process.create("trainer", ARGS);
    const other = process.nextProcess({ baseUrl: "https://other.example" });
    const refused = {
      code: "WRONG_ACCOUNT",
      message: textMatching(
        /belongs to the service at http:\/\/127\.0\.0\.1, but this command is for https:\/\/other/,
      ),
    };
    await expect(other.read(id, outs)).rejects.toMatchObject(refused);
    await expect(other.remove(id, outs)).rejects.toMatchObject(refused);
    other.process.recordedOwners.set("", { baseUrl: "http://127.0.0.1" });
    await expect(other.create("another", ARGS)).rejects.toMatchObject({ code: "WRONG_ACCOUNT" });
    expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });

  test("a state of 0.1.0, which did not record it, is read, and records it from then on", async () => {
    const process = startWorld();
    const { id, outs } = await process.create("trainer", ARGS);
    const { __baseUrl: _none, ...older } = outs;
    const { props } = await process.nextProcess().read(id, older);
    expect(props).toMatchObject({ __baseUrl: "http://127.0.0.1", __account: 4001 });
  });
});
