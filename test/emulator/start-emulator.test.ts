import { someNumber } from "./matchers";
import { parseFaultText } from "../../provider/emulator/model/fault-order";
import { startEmulator, type Emulator } from "../../provider/emulator/start-emulator";

let emulator: Emulator;

beforeEach(async () => {
  emulator = await startEmulator({ offers: [{}, {}], timeScale: 0.001 });
});

afterEach(() => emulator.close());

async function send(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const reply = await fetch(`${emulator.url}${path}`, {
    method,
    redirect: "manual",
    headers: { authorization: `Bearer ${emulator.apiKey}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return {
    status: reply.status,
    body: reply.headers.get("content-type") === "application/json" ? JSON.parse(text) : text,
  };
}

describe("over HTTP", () => {
  test("two emulators listen at once, each on a port of its own", async () => {
    const other = await startEmulator();
    expect(other.url).not.toBe(emulator.url);
    await other.close();
  });

  test("a port that is taken is an error, not a silence", async () => {
    await expect(startEmulator({ port: Number(new URL(emulator.url).port) })).rejects.toThrow("EADDRINUSE");
  });

  test("a rent, its read and its destroy go the whole way", async () => {
    const rented = await send("PUT", "/api/v0/asks/30000001/", { image: "busybox" });
    expect(rented).toMatchObject({ status: 200, body: { new_contract: 20_000_001 } });
    expect(await send("GET", "/api/v0/instances/20000001/?owner=me")).toMatchObject({
      body: { instances: { id: 20_000_001 } },
    });
    expect(await send("DELETE", "/api/v0/instances/20000001/", {})).toMatchObject({ status: 200 });
    expect(emulator.ledger()).toMatchObject({ rented: 1, live: 0 });
  });

  test("a cut connection is seen as one", async () => {
    emulator.faults.order({ kind: "drop" });
    await expect(send("POST", "/api/v0/bundles/", {})).rejects.toThrow("fetch failed");
  });

  test("a path without its slash redirects to the one with it, method kept", async () => {
    expect(await send("POST", "/api/v0/bundles", {})).toMatchObject({ status: 308 });
  });

  test("a body that is no JSON object is an invalid argument", async () => {
    expect(await send("POST", "/api/v0/bundles/", [1])).toMatchObject({
      status: 400,
      body: { error: "invalid_args" },
    });
  });

  test("an unknown path is not found, without an auth body", async () => {
    expect(await send("GET", "/api/v0/nothing/")).toEqual({ status: 404, body: "404: Not Found" });
  });
});

describe("the control surface", () => {
  test("another process orders faults, sees them and takes them back", async () => {
    const ordered = await send("POST", "/_emulator/faults", [
      { kind: "drop" },
      { kind: "status", status: 500, times: "always" },
    ]);
    expect(ordered.body).toEqual({ ids: [1, 2] });
    expect((await send("GET", "/_emulator/faults")).body).toMatchObject([{ left: 1 }, { left: "always" }]);
    await send("DELETE", "/_emulator/faults?id=1");
    expect((await send("GET", "/_emulator/faults")).body).toMatchObject([{ id: 2 }]);
    await send("DELETE", "/_emulator/faults");
    expect((await send("GET", "/_emulator/faults")).body).toEqual([]);
    expect((await send("POST", "/_emulator/faults", { kind: "earthquake" })).status).toBe(400);
  });

  test("another process changes the world and reads the ledger, the market and the requests", async () => {
    await send("PUT", "/api/v0/asks/30000001/", { image: "busybox" });
    await send("POST", "/_emulator/do", { action: "label-instance", instance: 20_000_001, label: "theirs" });
    expect((await send("GET", "/_emulator/ledger")).body).toMatchObject({
      live: 1,
      rentals: [{ label: "theirs" }],
    });
    expect((await send("GET", "/_emulator/offers")).body).toMatchObject([{ id: 30_000_002 }]);
    expect((await send("GET", "/_emulator/requests")).body).toMatchObject([
      { method: "PUT", path: "/api/v0/asks/30000001/", status: 200 },
    ]);
    expect((await send("POST", "/_emulator/do", { action: "stop-instance", instance: 7 })).status).toBe(404);
    expect((await send("POST", "/_emulator/do", { action: "explode" })).status).toBe(400);
    await send("DELETE", "/_emulator/requests");
    expect((await send("GET", "/_emulator/requests")).body).toEqual([]);
    await send("POST", "/_emulator/reset", {});
    expect((await send("GET", "/_emulator/ledger")).body).toMatchObject({ rented: 0 });
    expect((await send("GET", "/_emulator/clock")).body).toEqual({ now: someNumber });
    expect((await send("GET", "/_emulator/")).body).toContain("/_emulator/ledger");
    expect((await send("GET", "/_emulator/nothing")).status).toBe(404);
  });
});

describe("a fault on a command line", () => {
  test.each([
    ["drop,endpoint=asks.accept,times=2", { kind: "drop", times: 2, match: { endpoint: "asks.accept" } }],
    ["host,status=exited,machine=10001", { kind: "host", status: "exited", match: { machine: 10_001 } }],
    ["offer-gone,form=410,times=always", { kind: "offer-gone", form: "410", times: "always", match: {} }],
    ['{"kind":"hang","seconds":3}', { kind: "hang", seconds: 3 }],
  ])("%s", (text, order) => {
    expect(parseFaultText(text)).toEqual(order);
  });

  test("an unknown kind is refused with the kinds there are", () => {
    expect(() => parseFaultText("flood")).toThrow(/its kind is one of offer-gone, .*delivers/);
  });
});
