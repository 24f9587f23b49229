import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connectFailureOf } from "../../provider/wire/connect-failure";
import { timingOut } from "../../provider/wire/timing-out";
import { undiciTransport, type UndiciTransport } from "../../provider/wire/undici-transport";
import { userAgent } from "../../provider/wire/user-agent";
import { FakeClock } from "../support/fake-clock";

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

let server: Server;
let wire: UndiciTransport;
let seen: Seen[];
let answer: (response: ServerResponse, request: IncomingMessage) => void;
let url: string;

beforeEach(async () => {
  seen = [];
  answer = (response) => response.end('{"ok":true}');
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url: path, headers } = request;
      seen.push({ method, url: path, headers, body: Buffer.concat(chunks).toString() });
      answer(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  wire = undiciTransport({
    baseUrl: `${url}/prefix/`,
    apiKey: "the-key",
    userAgent: userAgent(),
    replyLimitBytes: 1_000,
  });
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await wire.close();
});

test("sends the key in the header only, the exact content type, and an empty object where there is nothing to say", async () => {
  await wire.send({ method: "DELETE", path: "/api/v0/instances/1/" });
  expect(seen).toMatchObject([
    {
      method: "DELETE",
      url: "/prefix/api/v0/instances/1/",
      body: "{}",
      headers: {
        authorization: "Bearer the-key",
        "content-type": "application/json",
        "user-agent": expect.stringMatching(/^pulumi-vastai\/\d+\.\d+\.\d+/) as string,
      },
    },
  ]);
});

test("a GET carries no body", async () => {
  expect(await wire.send({ method: "GET", path: "/api/v0/x/?a=1" })).toMatchObject({
    status: 200,
    text: '{"ok":true}',
  });
  expect(seen).toMatchObject([{ body: "", url: "/prefix/api/v0/x/?a=1" }]);
  expect(seen[0]?.headers["content-type"]).toBeUndefined();
});

test("a refusal is a reply like any other", async () => {
  const date = "Sun, 01 Nov 2026 10:00:00 GMT";
  answer = (response) => response.writeHead(429, { date }).end("too frequent");
  expect(await wire.send({ method: "PUT", path: "/api/v0/x/", body: { a: 1 } })).toEqual({
    status: 429,
    text: "too frequent",
    dateMs: Date.UTC(2026, 10, 1, 10),
  });
});

test("a redirect is not followed", async () => {
  answer = (response) => response.writeHead(307, { location: "http://elsewhere.test/api/?q=1" }).end();
  const sent = wire.send({ method: "PUT", path: "/api/v0/x/" });
  await expect(sent).rejects.toMatchObject({
    kind: "redirect",
    message: expect.stringContaining("http://elsewhere.test,") as string,
  });
  expect(seen.length).toBe(1);
});

test("a reply above the limit is cut off", async () => {
  answer = (response) => response.end("x".repeat(1_001));
  await expect(wire.send({ method: "GET", path: "/api/v0/x/" })).rejects.toMatchObject({
    kind: "too-large",
    maySent: true,
  });
});

test.each([
  ["before the reply", (response: ServerResponse) => void response.destroy()],
  [
    "within the reply",
    (response: ServerResponse) =>
      void response.writeHead(200, { "content-length": "100" }).write("x", () => response.destroy()),
  ],
])("a connection cut %s may have carried the request", async (_name, cut) => {
  answer = cut;
  await expect(wire.send({ method: "PUT", path: "/api/v0/x/" })).rejects.toMatchObject({
    kind: "broken",
    maySent: true,
  });
  expect(seen.length).toBe(1);
});

test("a connection refused certainly carried nothing", async () => {
  const closed = undiciTransport({ baseUrl: "http://127.0.0.1:1", apiKey: "the-key", userAgent: "x" });
  const error: unknown = await closed
    .send({ method: "PUT", path: "/api/v0/x/" })
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ kind: "connect", maySent: false });
  await closed.close();
});

test.each([
  ["an unknown name", { code: "ENOTFOUND", syscall: "getaddrinfo" }, "connect"],
  ["no answer to a connect", { code: "ETIMEDOUT", syscall: "connect" }, "connect"],
  ["a certificate of its own", { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }, "untrusted"],
  ["a reset", { code: "ECONNRESET", syscall: "read" }, undefined],
  ["no code", {}, undefined],
  ["no error at all", undefined, undefined],
])("%s is told by its code", (_name, error, kind) => {
  expect(connectFailureOf(error)).toBe(kind);
});

test("an abort rejects with its reason", async () => {
  const controller = new AbortController();
  answer = () => controller.abort(new Error("cancelled"));
  await expect(wire.send({ method: "GET", path: "/api/v0/x/", signal: controller.signal })).rejects.toThrow(
    "cancelled",
  );
});

test("a request without a reply is abandoned after its time, and the connection with it", async () => {
  const clock = new FakeClock();
  const closed = new Promise<void>((resolve) => {
    answer = (_response, request) => {
      request.socket.once("close", () => resolve());
      void clock.advance(30_000);
    };
  });
  const send = timingOut(wire.send, clock, 30_000);
  await expect(send({ method: "PUT", path: "/api/v0/x/" })).rejects.toMatchObject({
    kind: "timeout",
    maySent: true,
  });
  await closed;
});

test("a timely reply leaves nothing asleep", async () => {
  const clock = new FakeClock();
  expect(await timingOut(wire.send, clock, 30_000)({ method: "GET", path: "/api/v0/x/" })).toMatchObject({
    status: 200,
  });
  expect(clock.pending()).toBe(0);
});

test("connections are kept and used again", async () => {
  const ports = new Set<number | undefined>();
  answer = (response, request) => {
    ports.add(request.socket.remotePort);
    response.end("{}");
  };
  await wire.send({ method: "GET", path: "/api/v0/x/" });
  await new Promise((resolve) => setImmediate(resolve));
  await wire.send({ method: "GET", path: "/api/v0/x/" });
  expect(ports.size).toBe(1);
});
