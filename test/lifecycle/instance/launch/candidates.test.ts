import { getOfferIds } from "./offer-ids";
import { textMatching, textWith } from "../../../support/matchers";
import { startWorld } from "../../../support/start-world";

const OFFERS = [
  { id: 1, gpu_name: "RTX 3090", dph_base: 0.2, min_bid: 0.1 },
  { id: 2, gpu_name: "RTX 3090", dph_base: 0.25, min_bid: 0.15 },
  { id: 3, gpu_name: "RTX 4090", dph_base: 0.4, min_bid: 0.3 },
  { id: 4, gpu_name: "RTX 4090", dph_base: 0.5, min_bid: 0.35 },
];
const IMAGE = { image: "pytorch/pytorch:latest" };
const of = (gpuName: string) => ({ filters: { gpuName } });

describe("candidates", () => {
  test("come from the next query when the one before is exhausted", async () => {
    const { create, world } = startWorld({ offers: OFFERS });
    world.fault({ kind: "offer-gone", times: 2 });
    const { outs } = await create("a", { ...IMAGE, search: [of("RTX 3090"), of("RTX 4090")] });
    expect(outs).toMatchObject({ offerId: 3, gpuName: "RTX 4090" });
    expect(getOfferIds(world)).toEqual([1, 2, 3]);
  });

  test("are searched afresh when all queries are used up", async () => {
    const { create, world } = startWorld({
      offers: OFFERS.slice(0, 1),
      latencyMs: 50,
      onPassage: ({ path, moment }) => {
        if (!path.includes("/asks/1/") || moment === "sent") return;
        world.do({ action: "add-offers", offers: [{ id: 9, gpu_name: "RTX 3090", dph_base: 0.3 }] });
      },
    });
    world.fault({ kind: "offer-gone" });
    const { outs } = await create("a", { ...IMAGE, search: of("RTX 3090") });
    expect(outs["offerId"]).toBe(9);
    expect(getOfferIds(world)).toEqual([1, 9]);
  });

  test("used up end the launch with every offer tried and why it was left", async () => {
    const { create, world } = startWorld({ offers: OFFERS });
    world.fault({ kind: "offer-gone", times: "always" });
    await expect(create("a", { ...IMAGE, search: of("RTX 3090") })).rejects.toMatchObject({
      code: "NO_OFFER",
      message: textMatching(/Tried: offer 1 \(.*no_such_ask.*\); offer 2 \(.*no_such_ask/),
    });
    expect(world.ledger().rented).toBe(0);
  });

  test("that never were end the launch with the argument to blame, as the preview names it", async () => {
    const { create, world } = startWorld({ offers: OFFERS });
    const args = { ...IMAGE, search: of("RTX 4090"), maxHourlyPriceUsd: 0.3 };
    await expect(create("a", args)).rejects.toMatchObject({
      code: "NO_OFFER",
      message: textMatching(
        /nothing is left running\. `maxHourlyPriceUsd` <= \$0\.3000\/h excludes both offers that fit otherwise; the nearest costs \$0\.4\d{3}\/h\. Change that/,
      ),
    });
    expect(world.requests().filter(({ route }) => route === "offers.search").length).toBeLessThanOrEqual(3);
  });

  test("that only siblings had end the launch by saying so", async () => {
    const { begin, instanceInputs, clock } = startWorld({ offers: OFFERS.slice(0, 1) });
    const args = { ...IMAGE, search: of("RTX 3090") };
    const ends = await clock.runUntil(
      Promise.allSettled(["a", "b"].map(async (name) => begin(instanceInputs(name, args)).result)),
    );
    const reasons = ends.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : []));
    expect(reasons).toEqual([
      textWith(
        "Other machines of this program, or of this user's other programs, took the one offer that matched",
      ),
    ]);
  });

  test("of offerIds are taken in their own order", async () => {
    const { create, world } = startWorld({ offers: OFFERS });
    world.fault({ kind: "offer-gone" });
    const { outs } = await create("a", { ...IMAGE, offerIds: [4, 2, 1] });
    expect(outs["offerId"]).toBe(2);
    expect(getOfferIds(world)).toEqual([4, 2]);
    expect(world.requests().some(({ route }) => route === "offers.search")).toBe(false);
  });

  test("of offerIds that are all gone end the launch", async () => {
    const { create, world } = startWorld({ offers: OFFERS });
    await expect(create("a", { ...IMAGE, offerIds: [77, 78] })).rejects.toMatchObject({
      code: "NO_OFFER",
      message: textWith("None of the 2 offers in `offerIds`"),
    });
    expect(world.ledger().rented).toBe(0);
  });

  test("above maxHourlyPriceUsd with this disk are never rented", async () => {
    const { create, world } = startWorld({ offers: OFFERS });
    // 200 GB at $0.15 per GB and month add $0.0417/h.
    const args = { ...IMAGE, search: { filters: {} }, disk: 200, maxHourlyPriceUsd: 0.24 };
    await expect(create("a", args)).rejects.toMatchObject({ code: "NO_OFFER" });
    expect(getOfferIds(world)).toEqual([]);
    const { outs } = await create("b", { ...args, maxHourlyPriceUsd: 0.25 });
    expect(outs["offerId"]).toBe(1);
  });

  test("named by offerIds above maxHourlyPriceUsd are destroyed as soon as the price shows", async () => {
    const { create, world } = startWorld({ offers: OFFERS });
    await expect(create("a", { ...IMAGE, offerIds: [4], maxHourlyPriceUsd: 0.3 })).rejects.toMatchObject({
      code: "NO_OFFER",
    });
    expect(world.ledger()).toMatchObject({ rented: 1, live: 0 });
  });

  test("with a floor above the bid are passed over, and the bid is honoured", async () => {
    const { create, world } = startWorld({ offers: OFFERS });
    const { outs } = await create("a", {
      ...IMAGE,
      search: {
        filters: { gpuName: ["RTX 4090", "RTX 3090"] },
        type: "bid",
        orderBy: [["dphTotal", "desc"]],
      },
      price: 0.32,
    });
    expect(outs).toMatchObject({ offerId: 3, isBid: true, price: 0.32 });
    expect(getOfferIds(world)).toEqual([3]);
    expect(world.ledger().rentals[0]?.isBid).toBe(true);
  });

  test("whose floor has risen above the bid give way to the next", async () => {
    const { world, clock, instanceInputs, begin } = startWorld({ offers: OFFERS });
    world.fault({ kind: "hang", seconds: 5, match: { endpoint: "offers.search" }, when: "after" });
    const { result } = begin(
      instanceInputs("a", { ...IMAGE, search: { filters: {}, type: "bid" }, price: 0.2 }),
    );
    await clock.advance(1000);
    world.do({ action: "change-machine", machine: 10_001, changes: { min_bid: 0.21 } });
    expect((await clock.runUntil(result)).outs["offerId"]).toBe(2);
    expect(world.ledger()).toMatchObject({ rented: 1, live: 1 });
  });

  test.each([
    ["insufficient_credit", 400, "INSUFFICIENT_CREDIT"],
    ["spend_rate_limit", 400, "SPEND_LIMIT"],
    ["invalid_args", 400, "INVALID_ARGUMENTS"],
    ["auth_error", 401, "LOGIN_REFUSED"],
  ])("are not tried one after another where the service says %s", async (error, status, code) => {
    const { create, world } = startWorld({ offers: OFFERS });
    world.fault({
      ...{ kind: "refuse", status, error, msg: "no", times: "always" },
      match: { endpoint: "asks.accept" },
    });
    await expect(create("a", { ...IMAGE, search: of("RTX 3090") })).rejects.toMatchObject({ code });
    expect(getOfferIds(world)).toEqual([1]);
  });
});
