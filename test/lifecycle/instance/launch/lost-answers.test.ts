import { PartialFailure } from "../../../../provider/lifecycle/engine/partial-failure";
import { textMatching } from "../../../support/matchers";
import { ANY_SEARCH, startWorld, type TestWorld } from "../../../support/start-world";

const IMAGE = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };
const ACCEPT = { endpoint: "asks.accept" };
const LIST = { endpoint: "instances.list" };

function accepts({ world }: TestWorld): number {
  return world.requests().filter(({ route }) => route === "asks.accept").length;
}

describe("a rent whose answer is lost after the service acted", () => {
  const LOST = [
    ["the connection is cut", { kind: "drop" }],
    ["500", { kind: "status", status: 500, when: "after" }],
    ["a page of HTML", { kind: "unreadable", form: "html" }],
    ["half a body", { kind: "unreadable", form: "truncated" }],
    ["an empty body", { kind: "unreadable", form: "empty" }],
    ["a redirect after the rent", { kind: "status", status: 302, when: "after" }],
    ["an answer that never comes", { kind: "hang", seconds: 3600, when: "after" }],
  ] as const;

  test.each(LOST)("%s: its machine is found, and nothing is rented twice", async (_what, fault) => {
    const process = startWorld();
    process.world.fault({ ...fault, match: ACCEPT });
    const { id } = await process.create("trainer", IMAGE);
    expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
    expect(process.world.ledger().rentals[0]?.instance).toBe(Number(id));
    expect(accepts(process)).toBe(1);
  });

  test.each([5, 30, 60])("its machine is found though the list lags %i s", async (listLagSeconds) => {
    const process = startWorld({ listLagSeconds });
    process.world.fault({ kind: "drop", match: ACCEPT });
    const { id } = await process.create("trainer", IMAGE);
    expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
    expect(process.world.ledger().rentals[0]?.instance).toBe(Number(id));
  });

  test("its machine is found though the look-ups fail for a while", async () => {
    const process = startWorld();
    process.world.fault({ kind: "drop", match: ACCEPT });
    process.world.fault({ kind: "status", status: 503, times: 12, skip: 1, match: LIST });
    await process.create("trainer", IMAGE);
    expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
    expect(accepts(process)).toBe(1);
  });
});

describe("a rent whose answer is lost before the service acted", () => {
  test.each([
    ["the connection is cut", { kind: "drop", when: "before" }],
    ["500", { kind: "status", status: 500 }],
    ["503", { kind: "status", status: 503 }],
  ] as const)(
    "%s: the next candidate is taken once the first can no longer show up",
    async (_what, fault) => {
      const process = startWorld();
      const began = process.clock.now();
      process.world.fault({ ...fault, match: ACCEPT });
      await process.create("trainer", IMAGE);
      expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
      const [first, second] = process.world.requests().filter(({ route }) => route === "asks.accept");
      expect(second?.path).not.toBe(first?.path);
      expect((second?.at ?? 0) - began).toBeGreaterThanOrEqual(90_000);
    },
  );
});

describe("a rent that is carried out late", () => {
  test("within the minute is found and taken", async () => {
    const process = startWorld();
    process.world.fault({ kind: "acts-late", seconds: 50 });
    await process.create("trainer", IMAGE);
    expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });

  test("after the launch went on is destroyed by the sweep, which says so", async () => {
    const process = startWorld({ lifecycle: { loadSeconds: 60 } });
    process.world.fault({ kind: "acts-late", seconds: 120 });
    const { id } = await process.create("trainer", IMAGE);
    await process.clock.advance(60_000);
    const { rentals, live } = process.world.ledger();
    expect({ rented: rentals.length, live }).toEqual({ rented: 2, live: 1 });
    expect(rentals.find(({ destroyedAt }) => destroyedAt === null)?.instance).toBe(Number(id));
    expect(process.lines).toContainEqual({
      kind: "warning",
      message: textMatching(/^Destroyed instance \d+ \(label ".*"\): the service carried out a rent after/),
    });
  });

  describe("after the command was over", () => {
    async function lateAfterTheCommand() {
      const process = startWorld();
      process.world.fault({ kind: "acts-late", seconds: 400 });
      const { id, outs } = await process.create("trainer", IMAGE);
      process.kill();
      await process.clock.advance(400_000);
      const late = process.world.ledger().rentals.at(-1)?.launchLabel ?? "";
      expect(process.world.ledger().live).toBe(2);
      expect(outs).toMatchObject({ __unconfirmedRents: [{ label: late }] });
      return { process, next: process.nextProcess(), id, outs, late };
    }

    test("is one that the command reported, and the next preview says that it will be searched for", async () => {
      const { process, next, outs, late } = await lateAfterTheCommand();
      expect(process.lines).toContainEqual({
        kind: "warning",
        message: textMatching(new RegExp(`no machine labelled "${late}" showed up.*the state records it`)),
      });
      const { change } = next.diff(outs, next.instanceInputs("trainer", IMAGE, outs));
      expect(change).toMatchObject({
        effect: "update",
        repairs: [textMatching(/checks whether its machine/)],
      });
    });

    test("is destroyed by the next up, and then forgotten", async () => {
      const { process, next, id, outs } = await lateAfterTheCommand();
      const news = next.instanceInputs("trainer", IMAGE, outs);
      const updated = await next.update(id, outs, news);
      expect(process.world.ledger()).toMatchObject({ rented: 2, live: 1 });
      expect(updated).not.toHaveProperty("__unconfirmedRents");
      expect(next.diff(updated, news)).toMatchObject({ changes: false });
    });

    test("is destroyed with the machine of the state", async () => {
      const { process, next, id, outs } = await lateAfterTheCommand();
      await next.remove(id, outs);
      expect(process.world.ledger()).toMatchObject({ rented: 2, live: 0 });
    });

    test("stays known to the state where it cannot be looked for", async () => {
      const { process, next, id, outs, late } = await lateAfterTheCommand();
      process.world.fault({ kind: "refuse", status: 403, error: "forbidden", msg: "no", match: LIST });
      const news = next.instanceInputs("trainer", IMAGE, outs);
      await expect(next.update(id, outs, news)).rejects.toMatchObject({
        properties: { __unconfirmedRents: [{ label: late }] },
      });
    });
  });

  test("after the create was over is destroyed as well, while the process lives", async () => {
    const process = startWorld();
    process.world.fault({ kind: "acts-late", seconds: 400 });
    const { id } = await process.create("trainer", IMAGE);
    expect(process.world.ledger().rented).toBe(1);
    await process.clock.advance(400_000);
    const { rentals, live } = process.world.ledger();
    expect({ rented: rentals.length, live }).toEqual({ rented: 2, live: 1 });
    expect(rentals.find(({ destroyedAt }) => destroyedAt === null)?.instance).toBe(Number(id));
  });
});

describe("a look-up that fails for good", () => {
  async function lost(process: TestWorld): Promise<PartialFailure> {
    process.world.fault({ kind: "drop", match: ACCEPT });
    process.world.fault({ kind: "status", status: 503, times: "always", skip: 1, match: LIST });
    const failure: unknown = await process.create("trainer", IMAGE).catch((error: unknown) => error);
    if (failure instanceof PartialFailure) return failure;
    throw new Error("the create left nothing in the state");
  }

  test("leaves the doubt in the state, with the label that tells the machine", async () => {
    const process = startWorld();
    const { id, properties } = await lost(process);
    const label = process.world.ledger().rentals[0]?.launchLabel ?? "";
    expect(id).toBe(`unconfirmed:${label}`);
    expect(properties).toMatchObject({ __phase: "unconfirmed", __launchLabel: label, __provider: "text" });
    expect(accepts(process)).toBe(1);
  });

  test("is cleared up by a destroy, which finds the machine and gives it back", async () => {
    const process = startWorld();
    const { id, properties } = await lost(process);
    process.world.faults.clear();
    await process.nextProcess().remove(id, properties);
    expect(process.world.ledger()).toMatchObject({ rented: 1, live: 0 });
  });

  test("is replaced by the next up, the old machine first", async () => {
    const process = startWorld();
    const { id, properties } = await lost(process);
    process.world.faults.clear();
    const next = process.nextProcess();
    const diff = next.diff(properties, next.instanceInputs("trainer", IMAGE, properties));
    expect(diff).toMatchObject({ replaces: ["actualStatus"], deleteBeforeReplace: true });
    expect((await next.read(id, properties)).id).toBe(id);
    await next.remove(id, properties);
    await next.create("trainer", IMAGE);
    expect(process.world.ledger()).toMatchObject({ rented: 2, live: 1 });
  });

  test("a destroy keeps it in the state while the list cannot be read", async () => {
    const process = startWorld();
    const { id, properties } = await lost(process);
    await expect(process.nextProcess().remove(id, properties)).rejects.toMatchObject({ code: "ANSWER_LOST" });
    expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });

  test("a create that is tried again in the same process looks again before it rents", async () => {
    const process = startWorld();
    process.world.fault({ kind: "drop", match: ACCEPT });
    process.world.fault({ kind: "status", status: 503, times: "always", skip: 1, match: LIST });
    const inputs = process.instanceInputs("trainer", IMAGE);
    await expect(process.clock.runUntil(process.begin(inputs).result)).rejects.toMatchObject({
      name: "PartialFailure",
    });
    process.world.faults.clear();
    const { id } = await process.clock.runUntil(process.begin(inputs).result);
    expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
    expect(process.world.ledger().rentals[0]?.instance).toBe(Number(id));
  });
});

describe("a refusal without a word", () => {
  const bareRefusal = () =>
    startWorld({ garble: ({ path }) => (path.includes("/asks/") ? { status: 400, text: "{}" } : undefined) });

  test("does not tell either: a machine that shows up is taken", async () => {
    const process = bareRefusal();
    const { id } = await process.create("trainer", IMAGE);
    expect(process.world.ledger()).toMatchObject({ rented: 1, live: 1 });
    expect(process.world.ledger().rentals[0]?.instance).toBe(Number(id));
  });

  test("ends the launch where none shows up, and stays in the state", async () => {
    const process = bareRefusal();
    process.world.fault({ kind: "status", status: 400, match: ACCEPT });
    await expect(process.create("trainer", IMAGE)).rejects.toMatchObject({
      id: textMatching(/^unconfirmed:trainer-pvai-/),
      cause: { cause: { code: "INVALID_ARGUMENTS" } },
    });
    expect(process.world.ledger().rented).toBe(0);
    expect(accepts(process)).toBe(1);
  });
});
