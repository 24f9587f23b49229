import type { LoggedRequest, World } from "../../provider/emulator/start-emulator";
import { systemClock } from "../../provider/wire/clock";
import { isRecord } from "../../provider/lifecycle/engine/engine-values";

const LOOK_EVERY_MS = 50;

/** Tells what the service sees while it sees it, until the returned function is called. */
export function narrate(world: World, say: (line: string) => void): () => void {
  let told = world.requests().length;
  const statuses = new Map<number, string>();
  for (const { instance, status } of world.ledger().rentals) statuses.set(instance, status ?? "new");
  const look = (): void => {
    const requests = world.requests();
    for (const request of requests.slice(told)) {
      const line = request.status === 200 ? inWords(request) : undefined;
      if (line !== undefined) say(line);
    }
    told = requests.length;
    for (const { instance, gpuName, status } of world.ledger().rentals) {
      const now = status ?? "new";
      if (statuses.get(instance) === now) continue;
      const isFirst = !statuses.has(instance);
      statuses.set(instance, now);
      say(isFirst ? `instance ${instance}, one ${gpuName}, is rented` : `instance ${instance} is ${now}`);
    }
  };
  const over = new AbortController();
  void keepLooking(look, over.signal);
  return () => {
    over.abort();
    look();
  };
}

async function keepLooking(look: () => void, signal: AbortSignal): Promise<void> {
  const clock = systemClock();
  while (!signal.aborted) {
    look();
    await clock.sleep(LOOK_EVERY_MS, signal).catch(() => undefined);
  }
}

/** What a request wants, where a person would care. */
function inWords({ route, path, body }: LoggedRequest): string | undefined {
  switch (route) {
    case "offers.search":
      return `searched for ${filtersInWords(body)}`;
    case "asks.accept":
      return `offer ${/asks\/(\d+)/.exec(path)?.[1] ?? "?"} accepted`;
    case "templates.create":
      return "template made";
    case "templates.edit":
      return "template edited";
    case "templates.delete":
      return "template deleted";
    default:
      return undefined;
  }
}

/** Defaults that every search carries say nothing about this one. */
const USUAL = ["verified", "rentable", "rented", "external", "type", "order", "limit", "allocated_storage"];

function filtersInWords(body: unknown): string {
  if (!isRecord(body)) return "anything";
  const rules = Object.entries(body).flatMap(([field, rule]) => {
    if (USUAL.includes(field) || !isRecord(rule)) return [];
    return Object.entries(rule).map(([operator, value]) => `${field} ${operator} ${String(value)}`);
  });
  return rules.join(", ");
}
