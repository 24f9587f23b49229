import { isFaultOrder } from "../model/fault-order";
import { isJsonObject, numberFrom, parseJson } from "../model/json-value";
import { json, text, unknownEndpoint, type EmulatorReply } from "../model/replies";
import type { EmulatorRequest } from "../model/emulator-request";
import type { WorldState } from "../model/world-state";
import { actOnWorld, type WorldAction } from "../model/world-actions";

const PREFIX = "/_emulator/";

/** What a program in another process can request of the emulator itself. Needs no key and is not in the request log. */
export const CONTROL_HELP = [
  "GET    /_emulator/            this text",
  "GET    /_emulator/ledger      everything ever rented, with times and money",
  "GET    /_emulator/requests    every request so far; DELETE forgets them",
  "GET    /_emulator/offers      the market",
  "GET    /_emulator/faults      faults still to come; DELETE takes back all, or ?id=N",
  "POST   /_emulator/faults      order a fault, or a list of them: {kind, times?, skip?, match?, ...}",
  "POST   /_emulator/do          change the world: {action, ...}",
  "POST   /_emulator/reset       the first moment again",
  "GET    /_emulator/clock       {now} in ms of the emulator's clock",
].join("\n");

/** Whether a path is one of the emulator's own. */
export function isControlPath(path: string): boolean {
  return path.startsWith(PREFIX);
}

/** Answers a request to the emulator itself; the same calls are methods of `World`. */
export function answerControl(world: WorldState, request: EmulatorRequest, url: URL): EmulatorReply {
  const body = request.body === "" ? {} : parseJson(request.body);
  switch (`${request.method} ${url.pathname.slice(PREFIX.length).replace(/\/$/, "")}`) {
    case "GET ":
      return text(200, `${CONTROL_HELP}\n`);
    case "GET ledger":
      return json(200, world.ledger());
    case "GET requests":
      return json(200, world.requests());
    case "DELETE requests":
      world.clearRequests();
      return json(200, {});
    case "GET offers":
      return json(200, world.market.all(world.now()));
    case "GET faults":
      return json(
        200,
        world.faults
          .list()
          .map(({ id, order, left }) => ({ id, order, left: Number.isFinite(left) ? left : "always" })),
      );
    case "DELETE faults":
      world.faults.clear(numberFrom(url.searchParams.get("id") ?? undefined));
      return json(200, {});
    case "POST faults": {
      const orders: readonly unknown[] = Array.isArray(body) ? body : [body];
      return orders.every(isFaultOrder)
        ? json(200, { ids: orders.map((order) => world.fault(order)) })
        : json(400, { error: "a fault needs a known kind", help: CONTROL_HELP });
    }
    case "POST do":
      return doAction(world, body);
    case "POST reset":
      world.reset();
      return json(200, {});
    case "GET clock":
      return json(200, { now: world.now() });
    default:
      return unknownEndpoint();
  }
}

function doAction(world: WorldState, body: unknown): EmulatorReply {
  if (!isWorldAction(body)) {
    return json(400, { error: "an action needs a name", help: CONTROL_HELP });
  }
  try {
    world.settle();
    return json(200, { result: actOnWorld(world, body) ?? null });
  } catch (error) {
    return json(404, { error: error instanceof Error ? error.message : "failed" });
  }
}

function isWorldAction(value: unknown): value is WorldAction {
  return isJsonObject(value) && typeof value["action"] === "string" && ACTIONS.includes(value["action"]);
}

const ACTIONS: readonly string[] = [
  "stop-instance",
  "start-instance",
  "reboot-instance",
  "destroy-instance",
  "label-instance",
  "outbid-instance",
  "change-bid",
  "break-instance",
  "occupy-instance",
  "expire-instance",
  "add-offers",
  "withdraw-offers",
  "change-machine",
  "edit-template",
  "delete-template",
  "rotate-key",
  "set-ssh-keys",
  "set-money",
  "own-machines",
  "set-list-lag",
] satisfies WorldAction["action"][];
