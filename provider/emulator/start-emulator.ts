import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { EmulatorOptions } from "./model/emulator-options";
import type { FaultBook } from "./model/faults";
import type { Ledger } from "./model/ledger";
import { createWorld, type World } from "./service/world";

export type { EmulatorClock } from "./model/emulator-clock";
export type { EmulatorAccount, EmulatorOptions, LifecycleTimings } from "./model/emulator-options";
export type { FaultMatch, FaultOrder, HostStatus, RentFault, ReplyFault } from "./model/fault-kinds";
export { renderLedger, type Ledger, type Rental } from "./model/ledger";
export type { OfferFields, PartialOffer } from "./model/offer-fields";
export type { PaceRule } from "./model/pace-limit";
export type { EmulatorReply } from "./model/replies";
export type { LoggedRequest } from "./model/request-log";
export type { EmulatorRequest } from "./model/emulator-request";
export { createWorld, type World } from "./service/world";
export type { WorldAction } from "./model/world-actions";

/** An emulated service that listens. */
export interface Emulator {
  /** Where it listens, as `VAST_URL` wants it. */
  readonly url: string;
  /** The key of its first account. */
  readonly apiKey: string;
  /** Its whole state; what can be done over HTTP under `/_emulator/` can be done here. */
  readonly world: World;
  /** Faults to come. */
  readonly faults: FaultBook;
  /** Everything ever rented. */
  ledger(): Ledger;
  /** The first moment again. */
  reset(): void;
  /** Stops listening and cuts what is open. */
  close(): Promise<void>;
}

/** Starts an emulated service on 127.0.0.1, on a free port unless one is given. It listens when this resolves. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const world = createWorld(options);
  const server = createServer((request, response) => {
    answer(world, request, response).catch(() => request.socket.destroy());
  });
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}`,
    apiKey: world.accounts.all[0]?.apiKey ?? "",
    world,
    faults: world.faults,
    ledger: () => world.ledger(),
    reset: () => world.reset(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") {
        reject(new Error("The emulator has no port"));
      } else {
        resolve(address.port);
      }
    });
  });
}

async function answer(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const reply = await world.handle({
    method: request.method ?? "GET",
    path: request.url ?? "/",
    headers: { authorization: request.headers.authorization },
    body: await bodyOf(request),
  });
  if (reply === "drop") {
    request.socket.destroy();
    return;
  }
  response.writeHead(reply.status, { ...reply.headers, "content-length": Buffer.byteLength(reply.body) });
  response.end(reply.body);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  request.setEncoding("utf8");
  for await (const chunk of request) {
    body += String(chunk);
  }
  return body;
}
