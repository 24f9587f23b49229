import { makeTestWorld, OFFER } from "./support";
import { containing } from "./matchers";

const image = "busybox";
const offers = Array.from({ length: 6 }, () => ({}));

describe("documented intervals", () => {
  test("without the option nothing is too frequent", async () => {
    const { send } = makeTestWorld({ offers });
    for (let index = 0; index < 6; index += 1) {
      expect((await send("PUT", `/api/v0/asks/${OFFER + index}/`, { image })).status).toBe(200);
    }
  });

  test("a rent is allowed every 4.5 s, and one too early shuts the endpoint for 12 s", async () => {
    const { send, clock } = makeTestWorld({ offers, rateLimits: true });
    const accept = (index: number) => send("PUT", `/api/v0/asks/${OFFER + index}/`, { image });
    expect((await accept(0)).status).toBe(200);
    await clock.advance(4_500);
    expect((await accept(1)).status).toBe(200);
    await clock.advance(4_499);
    expect(await accept(2)).toMatchObject({
      status: 429,
      body: { detail: "API requests too frequent: endpoint threshold=4.5" },
    });
    await clock.advance(11_999);
    expect((await accept(2)).status).toBe(429);
    await clock.advance(12_000);
    expect((await accept(2)).status).toBe(200);
  });

  test("ten searches a minute are allowed at once, and the refusal names no threshold", async () => {
    const { send, clock } = makeTestWorld({ rateLimits: true });
    const search = () => send("POST", "/api/v0/bundles/", {});
    for (let index = 0; index < 10; index += 1) {
      expect((await search()).status).toBe(200);
    }
    expect(await search()).toMatchObject({ status: 429, text: "API requests too frequent" });
    await clock.advance(60_000);
    expect((await search()).status).toBe(200);
  });

  test("a destroy that comes too early says so in its own form and destroys nothing", async () => {
    const { send, rent, world, clock } = makeTestWorld({ offers, rateLimits: true });
    const first = await rent(OFFER);
    await clock.advance(4_500);
    const second = await rent(OFFER + 1);
    await send("DELETE", `/api/v0/instances/${first}/`, {});
    expect(await send("DELETE", `/api/v0/instances/${second}/`, {})).toMatchObject({
      status: 429,
      body: { success: false, error: "rate_limit_exceeded", msg: containing("threshold=3") },
    });
    expect(world.ledger().live).toBe(1);
  });

  test("endpoints and accounts are counted apart", async () => {
    const accounts = [
      { id: 1, apiKey: "emulator-key" },
      { id: 2, apiKey: "other-key" },
    ];
    const { send } = makeTestWorld({ accounts, rateLimits: true });
    expect((await send("GET", "/api/v0/template/")).status).toBe(200);
    expect((await send("GET", "/api/v0/template/", undefined, "other-key")).status).toBe(200);
    expect((await send("GET", "/api/v1/instances/")).status).toBe(200);
    expect((await send("GET", "/api/v0/template/")).status).toBe(429);
  });

  test("a single limit is replaced, the others stay", async () => {
    const { send } = makeTestWorld({
      offers,
      rateLimits: { "asks.accept": { intervalSeconds: 1, burst: 2, form: "text" } },
    });
    const statuses = [];
    for (let index = 0; index < 3; index += 1) {
      statuses.push((await send("PUT", `/api/v0/asks/${OFFER + index}/`, { image })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    await send("GET", "/api/v1/instances/");
    expect((await send("GET", "/api/v1/instances/")).status).toBe(429);
  });
});
