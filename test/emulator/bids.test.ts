import { makeTestWorld, OFFER } from "./support";

const offers = [{ min_bid: 0.1, dph_base: 0.5 }];
const bid = (id: number) => `/api/v0/instances/bid_price/${id}/`;

describe("PUT /api/v0/instances/bid_price/{id}/", () => {
  test("an outbid machine stops and runs again once the bid reaches the floor", async () => {
    const { clock, rent, read, send, world } = makeTestWorld({ offers });
    const id = await rent(OFFER, { price: 0.2 });
    await clock.advance(20_000);
    world.do({ action: "outbid-instance", instance: id, floor: 0.3 });
    expect(await read(id)).toMatchObject({
      is_bid: true,
      actual_status: "stopped",
      cur_state: "stopped",
      intended_status: "running",
      min_bid: 0.3,
    });
    await send("PUT", bid(id), { price: 0.25 });
    expect(await read(id)).toMatchObject({ actual_status: "stopped", dph_base: 0.25 });
    await send("PUT", bid(id), { price: 0.3 });
    await clock.advance(6_000);
    expect(await read(id)).toMatchObject({ actual_status: "running", dph_base: 0.3 });
  });

  test("a null price takes the winning bid", async () => {
    const { rent, read, send, world } = makeTestWorld({ offers });
    const id = await rent(OFFER, { price: 0.2 });
    world.do({ action: "outbid-instance", instance: id, floor: 0.4 });
    expect(await send("PUT", bid(id), { client_id: "me", price: null })).toMatchObject({ status: 200 });
    expect(await read(id)).toMatchObject({ dph_base: 0.4 });
  });

  test("a bid lowered below the floor stops the machine", async () => {
    const { clock, rent, read, send } = makeTestWorld({ offers });
    const id = await rent(OFFER, { price: 0.2 });
    await clock.advance(20_000);
    await send("PUT", bid(id), { price: 0.05 });
    expect(await read(id)).toMatchObject({ actual_status: "stopped" });
  });

  test("a start of an outbid machine is queued", async () => {
    const { clock, rent, send, world } = makeTestWorld({ offers });
    const id = await rent(OFFER, { price: 0.2 });
    await clock.advance(20_000);
    world.do({ action: "outbid-instance", instance: id, intended: "stopped" });
    expect(await send("PUT", `/api/v0/instances/${id}/`, { state: "running" })).toMatchObject({
      body: { success: false },
    });
  });

  test.each([0, 32.01, "much"])("a price of %p is refused", async (price) => {
    const { rent, send } = makeTestWorld({ offers });
    const id = await rent(OFFER, { price: 0.2 });
    expect(await send("PUT", bid(id), { price })).toMatchObject({
      status: 400,
      body: { error: "invalid_args" },
    });
  });

  test("an on-demand machine has no bid, and an unknown one does not exist", async () => {
    const { rent, send } = makeTestWorld({ offers });
    const id = await rent(OFFER);
    expect(await send("PUT", bid(id), { price: 1 })).toMatchObject({ status: 400 });
    expect(await send("PUT", bid(7), { price: 1 })).toMatchObject({
      status: 404,
      body: { error: "no_such_instance" },
    });
  });
});
