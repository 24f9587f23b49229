import { ANY_SEARCH, startWorld } from "../../../support/start-world";

const IMAGE = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };

describe("a launch", () => {
  test("rents the cheapest offer, waits until it runs and gives complete outputs", async () => {
    const { create, world } = startWorld();
    const { id, outs } = await create("trainer", IMAGE);
    const { rentals, live } = world.ledger();
    expect(live).toBe(1);
    expect(rentals.map((rental) => String(rental.instance))).toEqual([id]);
    expect(outs["actualStatus"]).toBe("running");
    expect(outs["sshCommand"]).toMatch(/^ssh -p \d+ root@/);
  });

  test("walks over seven offers that are gone and rents the eighth, at no charge against its attempts", async () => {
    const { create, world, session } = startWorld();
    world.fault({ kind: "offer-gone", times: 7 });
    const { outs } = await create("trainer", { ...IMAGE, launch: { attempts: 1 } });
    const { rented, live } = world.ledger();
    expect({ rented, live }).toEqual({ rented: 1, live: 1 });
    const accepts = world.requests().filter(({ route }) => route === "asks.accept");
    expect(accepts).toHaveLength(8);
    expect(accepts.at(-1)?.path).toContain(String(outs["offerId"]));
    expect(session.failedMachines.size).toBe(0);
  });

  test("draws again when hosts die, destroys them, and never comes back to them", async () => {
    const { create, world, lines } = startWorld();
    world.fault({ kind: "host", status: "exited", times: 2 });
    const { id } = await create("trainer", IMAGE);
    const { rentals, live } = world.ledger();
    expect(rentals).toHaveLength(3);
    expect(new Set(rentals.map(({ machine }) => machine)).size).toBe(3);
    expect(live).toBe(1);
    expect(rentals.find(({ destroyedAt }) => destroyedAt === null)?.instance).toBe(Number(id));
    expect(
      lines.filter(({ kind, message }) => kind === "info" && message.startsWith("Discarded instance")),
    ).toHaveLength(2);
  });

  const NOT_ASKED = { kind: "refuse", status: 400, error: "invalid_request", msg: "not now" } as const;

  test.each([
    ["shows what storage costs", false],
    ["shows the API specification's four fields", true],
  ])("rents once where prices were not asked with the disk and the service %s", async (_t, sparse) => {
    const { create, world, lines } = startWorld({
      sparseRecords: sparse,
      offers: [{ id: 1, disk_space: 900, storage_cost: 0.2 }],
    });
    world.fault({ ...NOT_ASKED, match: { endpoint: "offers.search" } });
    await create("trainer", { ...IMAGE, disk: 400 });
    expect(world.ledger()).toMatchObject({ rented: 1, live: 1 });
    expect(lines.filter(({ message }) => /^renting \$\d.* RTX/.test(message))).toHaveLength(1);
  });

  test("rents nothing that a deployment shows although it was not requested", async () => {
    const offers = [
      { id: 1, dph_total: 0.1, external: true },
      { id: 2, dph_total: 0.2, rented: true },
      { id: 3, dph_total: 0.3, disk_space: 10 },
    ];
    const { create, world } = startWorld({
      garble: ({ path }) =>
        path.includes("/bundles/") ? { status: 200, text: JSON.stringify({ offers }) } : undefined,
    });
    await expect(create("trainer", { ...IMAGE, disk: 100 })).rejects.toMatchObject({ code: "NO_OFFER" });
    expect(world.ledger().rented).toBe(0);
  });
});
