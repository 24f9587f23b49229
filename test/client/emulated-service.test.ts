import { createServiceClient } from "../../provider/client/create-service-client";
import type { ServiceClient } from "../../provider/client/service-client";
import { createWorld, type EmulatorOptions, type World } from "../../provider/emulator/start-emulator";
import { hasCode } from "../../provider/errors";
import { Pacer } from "../../provider/wire/pacing";
import { TransportError } from "../../provider/wire/transport-error";
import { FakeClock } from "../support/fake-clock";

interface Emulated {
  readonly clock: FakeClock;
  readonly world: World;
  readonly client: ServiceClient;
  /** "PUT asks 429", in order. */
  readonly replies: string[];
}

function emulated(options: EmulatorOptions, apiKey = "emulator-key", pacing = 1): Emulated {
  const clock = new FakeClock();
  const world = createWorld({ ...options, clock });
  const replies: string[] = [];
  const client = createServiceClient({
    transport: async ({ method, path, body }) => {
      const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
      const answer = await world.handle({
        method,
        path,
        headers,
        body: body === undefined ? "" : JSON.stringify(body),
      });
      if (answer === "drop") {
        throw new TransportError("broken", true, "dropped");
      }
      replies.push(`${method} ${path.split("?")[0]?.replace(/\d{2,}/, "#") ?? ""} ${answer.status}`);
      return { status: answer.status, text: answer.body };
    },
    clock,
    pacer: new Pacer(clock, () => 0.5),
    pacing,
    baseUrl: "https://gpu.test",
    secrets: [apiKey],
  });
  return { clock, world, client, replies };
}

const SEARCH = {
  filters: { rentable: true, numGpus: { gte: 1 } },
  type: "ondemand",
  orderBy: [["dphTotal", "asc"]],
  allocatedStorage: 16,
  limit: 20,
} as const;

test("a life of a template and an instance, within the documented limits, meets no refusal", async () => {
  const { clock, client, replies } = emulated({ rateLimits: true });
  const life = async (): Promise<unknown> => {
    const account = await client.getAccount();
    const keys = await client.countSshKeys();
    const made = await client.createTemplate({
      name: "t",
      image: "ubuntu",
      private: true,
      extraFilters: { numGpus: 1 },
    });
    const edited = await client.editTemplate(made.hashId, { readme: "x" });
    const [found] = await client.findTemplates({ id: { eq: made.id } });
    const { offers } = await client.searchOffers(SEARCH);
    const [offer] = offers;
    if (offer === undefined) throw new Error("no offer");
    const request = {
      label: "l",
      disk: 16,
      templateHashId: edited.hashId,
      env: { A: "1" },
      ports: ["8080:80"],
    };
    const rent = await client.acceptOffer(() => ({ offerId: offer.id, request }));
    if (rent === undefined) throw new Error("no rent");
    const id = rent.instanceId;
    await clock.sleep(120_000);
    const read = await client.getInstance(id);
    const listed = await client.listInstances([id]);
    await client.setInstanceLabel(id, "renamed");
    const stopped = await client.setInstanceState(id, "stopped");
    const destroyed = await client.destroyInstance(id);
    const gone = await client.destroyInstance(id);
    const after = await client.getInstance(id);
    const deleted = await client.deleteTemplate(made.id);
    return {
      account: typeof account.id,
      keys,
      newHash: edited.hashId !== made.hashId && found?.hashId === edited.hashId,
      filters: found?.extraFilters,
      status: read?.actualStatus,
      listed: listed.map((record) => record.id === id),
      ends: [stopped, destroyed, gone, after, deleted],
    };
  };
  expect(await clock.runUntil(life())).toEqual({
    account: "number",
    keys: 1,
    newHash: true,
    filters: { numGpus: { eq: 1 } },
    status: "running",
    listed: [true],
    ends: ["done", "destroyed", "gone", undefined, "deleted"],
  });
  expect(replies.filter((line) => line.endsWith("429"))).toEqual([]);
});

test("eight rents at once under the documented limits are refused none, and take the interval each", async () => {
  const { clock, client, replies, world } = emulated({ rateLimits: true });
  const { offers } = await clock.runUntil(client.searchOffers(SEARCH));
  const start = clock.now();
  const rents = offers
    .slice(0, 8)
    .map(({ id }) =>
      client.acceptOffer(() => ({ offerId: id, request: { label: "l", disk: 16, image: "ubuntu" } })),
    );
  await clock.runUntil(Promise.all(rents));
  expect(replies.filter((line) => line.startsWith("PUT"))).toEqual(Array(8).fill("PUT /api/v0/asks/#/ 200"));
  expect((clock.now() - start) / (7 * 4_500)).toBeLessThan(1.15);
  expect(world.ledger().live).toBe(8);
});

test("without pacing the first refusal teaches the interval, and everything is rented all the same", async () => {
  const { clock, client, replies } = emulated({ rateLimits: true }, "emulator-key", 0);
  const { offers } = await clock.runUntil(client.searchOffers(SEARCH));
  const rent = (id: number): Promise<unknown> =>
    client.acceptOffer(() => ({ offerId: id, request: { label: "l", disk: 16, image: "ubuntu" } }));
  await clock.runUntil(Promise.all(offers.slice(0, 2).map(({ id }) => rent(id))));
  await clock.runUntil(Promise.all(offers.slice(2, 6).map(({ id }) => rent(id))));
  const rents = replies.filter((line) => line.startsWith("PUT")).map((line) => line.slice(-3));
  expect(rents).toEqual(["200", "429", "200", "200", "200", "200", "200"]);
});

test("a deployment with only the endpoints of the API specification reports what it cannot do", async () => {
  const { clock, client } = emulated({ interfaceOnly: true });
  const fails = async (call: Promise<unknown>): Promise<boolean> =>
    clock.runUntil(
      call.then(
        () => false,
        (error: unknown) => hasCode(error, "UNSUPPORTED"),
      ),
    );
  expect(await fails(client.listInstances())).toBe(true);
  expect(await fails(client.getAccount())).toBe(true);
  expect(await fails(client.countSshKeys())).toBe(true);
  expect((await clock.runUntil(client.searchOffers(SEARCH))).offers.length).toBeGreaterThan(0);
  expect(await clock.runUntil(client.getInstance(123_456))).toBeUndefined();
});

test("a deployment that takes the document's search keys alone is learnt at the first search", async () => {
  const { clock, client, replies } = emulated({ interfaceOnly: "strict" });
  const cheap = (await clock.runUntil(client.searchOffers(SEARCH))).offers[0];
  const large = (await clock.runUntil(client.searchOffers({ ...SEARCH, allocatedStorage: 400 }))).offers[0];
  expect(replies.map((line) => line.slice(-3))).toEqual(["400", "400", "200", "200"]);
  expect(large?.dphTotal).toBeGreaterThan(cheap?.dphTotal ?? Infinity);
});

test("a wrong key is refused as such, whatever is asked", async () => {
  const { clock, client } = emulated({}, "wrong-key");
  const calls = [() => client.getInstance(1), () => client.listInstances(), () => client.destroyInstance(1)];
  for (const call of calls) {
    const code = await clock.runUntil(
      call().then(
        () => "",
        (error: unknown) => hasCode(error, "LOGIN_REFUSED"),
      ),
    );
    expect(code).toBe(true);
  }
});
