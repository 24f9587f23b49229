import { textMatching, textWith } from "../../../support/matchers";
import { ANY_SEARCH, startWorld } from "../../../support/start-world";

const IMAGE = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };
const NO_IMAGE = "Error response from daemon: manifest for nobody/nothing:1 not found: manifest unknown";

describe("a launch gives a machine up", () => {
  test.each([
    ["exited", "has exited"],
    ["unknown", "does not respond"],
    ["offline", "lost its host"],
    ["stopped", "is stopped"],
  ] as const)("whose host shows %s, and rents another", async (status, words) => {
    const { create, world, lines } = startWorld();
    world.fault({ kind: "host", status });
    const { id } = await create("trainer", IMAGE);
    const { rentals, live } = world.ledger();
    expect({ rented: rentals.length, live }).toEqual({ rented: 2, live: 1 });
    expect(rentals.find(({ destroyedAt }) => destroyedAt === null)?.instance).toBe(Number(id));
    const given = lines.find(({ message }) => message.startsWith("Discarded instance"));
    expect(given?.message).toContain(words);
    expect(given?.message).toMatch(/It was destroyed after \d+ s; it cost at most \$0\.\d{4}\.$/);
  });

  test("that is stuck in loading after loadTimeoutSeconds", async () => {
    const { create, world, clock, lines } = startWorld();
    world.fault({ kind: "host", status: "loading" });
    const began = clock.now();
    await create("trainer", { ...IMAGE, launch: { loadTimeoutSeconds: 120 } });
    const [first, second] = world.ledger().rentals;
    expect(first?.destroyedAt).toBeGreaterThanOrEqual(began + 120_000);
    expect(first?.destroyedAt).toBeLessThan(began + 150_000);
    expect(second?.destroyedAt).toBeNull();
    expect(lines.map(({ message }) => message)).toContainEqual(textWith("2 min"));
  });

  test("for a missing image on two machines, and then stops with nothing left", async () => {
    const { create, world } = startWorld();
    world.fault({ kind: "host", status: "created", statusMsg: NO_IMAGE, times: "always" });
    await expect(create("trainer", IMAGE)).rejects.toMatchObject({
      code: "HOST_FAILED",
      message: textMatching(
        /same reason.*nothing is left running(.*manifest unknown.*; it was destroyed after \d.*s; it cost at most \$0\.\d{4}\.){2}/s,
      ),
    });
    expect(world.ledger()).toMatchObject({ rented: 2, live: 0 });
  });

  test("as often as attempts allow where hosts merely die, and names each", async () => {
    const { create, world } = startWorld();
    world.fault({ kind: "host", status: "exited", times: "always" });
    const failure = create("trainer", { ...IMAGE, launch: { attempts: 3 } });
    await expect(failure).rejects.toMatchObject({ code: "HOST_FAILED" });
    const { rentals, live } = world.ledger();
    expect({ rented: rentals.length, live }).toEqual({ rented: 3, live: 0 });
    for (const { instance } of rentals) {
      const words = `Instance ${String(instance)} has exited.*?; it was destroyed after \\d+ s; it cost at most \\$0\\.\\d{4}\\.`;
      await expect(failure).rejects.toThrow(new RegExp(words));
    }
  });

  test("and names what was spent where no offer is left after it", async () => {
    const { create, world } = startWorld({ offers: [{ num_gpus: 1 }] });
    world.fault({ kind: "host", status: "exited" });
    await expect(create("trainer", IMAGE)).rejects.toMatchObject({
      code: "NO_OFFER",
      message: textMatching(
        /discarded before: .* has exited.*; it was destroyed after .*; it cost at most \$0\.\d{4}\./,
      ),
    });
  });

  test("that the service made although it refused, at the cost of an attempt", async () => {
    const { create, world } = startWorld();
    world.fault({ kind: "error-with-contract" });
    await create("trainer", { ...IMAGE, launch: { attempts: 2 } });
    expect(world.ledger()).toMatchObject({ rented: 2, live: 1 });
  });
});

describe("a machine that is not what was requested is discarded", () => {
  const CASES = [
    ["another GPU", { offer: { gpu_name: "RTX 3060 laptop" } }, "gpuName"],
    ["another number of GPUs", { offer: { num_gpus: 2 } }, "numGpus"],
    ["a higher price", { offer: { dph_base: 9 } }, "dphTotal"],
    ["an interruptible contract", { isBid: true }, "isBid"],
    ["less disk", { disk: 4 }, "diskSpace"],
  ] as const;

  test.each(CASES)("%s", async (_what, delivered, field) => {
    const { create, world, lines } = startWorld();
    world.fault({ kind: "delivers", ...delivered });
    const { outs } = await create("trainer", { ...IMAGE, disk: 40 });
    expect(world.ledger()).toMatchObject({ rented: 2, live: 1 });
    expect(outs["actualStatus"]).toBe("running");
    expect(lines.map(({ message }) => message)).toContainEqual(
      textMatching(new RegExp(`Discarded instance .* is not what was requested \\(.*${field}: .* requested`)),
    );
  });

  test("and two that are wrong alike end the launch", async () => {
    const { create, world } = startWorld();
    world.fault({ kind: "delivers", offer: { num_gpus: 2 }, times: "always" });
    await expect(create("trainer", IMAGE)).rejects.toMatchObject({ code: "WRONG_DELIVERY" });
    expect(world.ledger()).toMatchObject({ rented: 2, live: 0 });
  });
});

describe("a destroy that is not confirmed", () => {
  test("is destroyed again until it is really gone", async () => {
    const { create, world } = startWorld();
    world.fault({ kind: "host", status: "exited" });
    world.fault({ kind: "ignored", times: 2 });
    await create("trainer", IMAGE);
    expect(world.ledger()).toMatchObject({ rented: 2, live: 1 });
    expect(world.requests().filter(({ route }) => route === "instances.destroy")).toHaveLength(3);
  });

  test("rents nothing more and keeps the id in the state", async () => {
    const { create, world } = startWorld();
    world.fault({ kind: "host", status: "exited" });
    world.fault({ kind: "ignored", times: "always" });
    await expect(create("trainer", IMAGE)).rejects.toMatchObject({
      name: "PartialFailure",
      id: "20000001",
      properties: { __phase: "givenUp", __provider: "text", image: IMAGE.image },
      reasons: [textMatching(/could not be destroyed and is still billed/)],
    });
    expect(world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });

  test("and refused keeps the id in the state as well", async () => {
    const { create, world } = startWorld();
    world.fault({ kind: "host", status: "exited" });
    world.fault({
      ...{ kind: "session-expired", times: "always" },
      match: { endpoint: "instances.destroy" },
    });
    await expect(create("trainer", IMAGE)).rejects.toMatchObject({
      name: "PartialFailure",
      properties: { __phase: "givenUp" },
    });
    expect(world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });
});

describe("what a launch ends with", () => {
  test("an args job that has finished is kept and reported", async () => {
    const { create, world, lines } = startWorld({ lifecycle: { loadSeconds: 16.5, jobSeconds: 1 } });
    const { outs } = await create("job", { ...IMAGE, runtype: "args", args: ["python", "train.py"] });
    expect(outs).toMatchObject({ actualStatus: "exited", __phase: "finished" });
    expect(world.ledger()).toMatchObject({ rented: 1, live: 1 });
    expect(lines.map(({ message }) => message)).toContainEqual(textMatching(/It is kept/));
  });

  test('targetState "stopped" ends stopped', async () => {
    const { create, world } = startWorld();
    const { outs } = await create("spare", { ...IMAGE, targetState: "stopped" });
    expect(outs).toMatchObject({ actualStatus: "stopped", targetState: "stopped" });
    expect(world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });

  test('waitFor "none" does not wait, waitFor "ports" waits for every port', async () => {
    const { create, world, clock } = startWorld({ lifecycle: { portsLagSeconds: 40 } });
    const began = clock.now();
    const quick = await create("quick", { ...IMAGE, launch: { waitFor: "none" } });
    expect(quick.outs["actualStatus"]).not.toBe("running");
    expect(clock.now() - began).toBeLessThan(15_000);
    const ports = await create("served", {
      ...IMAGE,
      runtype: "ssh_direct",
      ports: ["8080:80"],
      launch: { waitFor: "ports" },
    });
    expect(ports.outs["portMappings"]).toHaveProperty(["80/tcp"]);
    expect(world.ledger()).toMatchObject({ rented: 2, live: 2 });
  });

  test("the requested label is set last, after the machine is ready", async () => {
    const { create, world } = startWorld();
    const { outs } = await create("trainer", { ...IMAGE, label: "my trainer" });
    expect(outs["label"]).toBe("my trainer");
    const [rental] = world.ledger().rentals;
    expect(rental?.launchLabel).toMatch(/^trainer-pvai-[0-9a-f]{12}-[0-9a-z]{10}\.1$/);
    expect(rental?.label).toBe("my trainer");
    expect(world.requests().at(-1)?.route).toBe("instances.change");
  });

  test("a label that cannot be set is a warning and drift, not a lost machine", async () => {
    const { create, world, lines, diff } = startWorld();
    world.fault({ kind: "status", status: 500, times: "always", match: { endpoint: "instances.change" } });
    const { outs } = await create("trainer", { ...IMAGE, label: "my trainer" });
    expect(outs["label"]).toMatch(/pvai/);
    expect(lines).toContainEqual({ kind: "warning", message: textWith("keeps the label") });
    const { change } = diff(outs, { ...outs, label: "my trainer" });
    expect(change).toMatchObject({ effect: "update" });
    expect(world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });
});

describe("an account without SSH keys", () => {
  const keyless = { accounts: [{ id: 4001, apiKey: "emulator-key", sshKeys: [] }] };

  test("is warned about, once a machine that needs one is rented", async () => {
    const { create, lines, world } = startWorld(keyless);
    await create("trainer", IMAGE);
    await create("job", { ...IMAGE, runtype: "args", args: ["true"] });
    expect(lines.filter(({ kind }) => kind === "warning")).toEqual([
      { kind: "warning", message: textWith("no SSH key") },
    ]);
    expect(world.ledger()).toMatchObject({ rented: 2 });
  });

  test("cannot have a virtual machine, which is found out before anything is rented", async () => {
    const { create, world } = startWorld(keyless);
    await expect(create("trainer", { ...IMAGE, vm: true })).rejects.toMatchObject({ code: "NO_SSH_KEY" });
    expect(world.ledger().rented).toBe(0);
  });
});

describe("a create that runs out of time", () => {
  test("while its machine loads keeps the machine in the state", async () => {
    const { instanceInputs, clock, begin, world } = startWorld();
    world.fault({ kind: "host", status: "loading" });
    const checked = instanceInputs("trainer", IMAGE);
    const inputs = { ...checked, __timeouts: { create: "90s" } };
    await expect(clock.runUntil(begin(inputs).result)).rejects.toMatchObject({
      name: "PartialFailure",
      properties: { __phase: "loading", __token: checked["__token"] },
      reasons: [textMatching(/was not ready when the time for the operation was up/)],
    });
    expect(world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });

  test("before anything is rented leaves nothing", async () => {
    const { instanceInputs, clock, begin, world } = startWorld();
    world.fault({
      kind: "too-frequent",
      threshold: 200,
      times: "always",
      match: { endpoint: "asks.accept" },
    });
    const inputs = { ...instanceInputs("trainer", IMAGE), __timeouts: { create: "5m" } };
    await expect(clock.runUntil(begin(inputs).result)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(world.ledger().rented).toBe(0);
  });
});
