import type { Emulator, LoggedRequest } from "../../provider/emulator/start-emulator";

/** A request that changes something, and what it is about. */
export interface Write {
  /** `rent`, `destroy`, `label`, `state`, `bid`, or the route's name. */
  readonly kind: string;
  /** Name of the resource whose machine it is about; undefined for a template. */
  readonly resource: string | undefined;
}

/** Routes that only tell: a search is sent as a POST. */
const TELLING = /^(offers\.|account\.read|.*\.(list|read|search))/;

/** The requests since the last `clearRequests` that change something, oldest first. */
export function writesOf(emulator: Emulator): Write[] {
  const names = resourceNames(emulator);
  return emulator.world
    .requests()
    .filter(({ method, route }) => method !== "GET" && !TELLING.test(route))
    .flatMap((request) => writesIn(request, names));
}

/** What was written about the machine of one resource. */
export function writesAbout(writes: readonly Write[], resource: string): string[] {
  return writes.filter((write) => write.resource === resource).map(({ kind }) => kind);
}

/** The names of the routes asked since the last `clearRequests`, oldest first. */
export function routesOf(emulator: Emulator): string[] {
  return emulator.world.requests().map(({ route }) => route);
}

/** Every machine is rented under a label that begins with its resource's name. */
function resourceNames(emulator: Emulator): Map<number, string> {
  return new Map(
    emulator.ledger().rentals.map(({ instance, launchLabel }) => [instance, nameIn(launchLabel)]),
  );
}

function nameIn(label: unknown): string {
  return typeof label === "string" ? label.replace(/-pvai-.*$/, "") : "";
}

function writesIn({ route, path, body }: LoggedRequest, names: ReadonlyMap<number, string>): Write[] {
  const fields: Record<string, unknown> = typeof body === "object" && body !== null ? { ...body } : {};
  const ofMachine = (kind: string, id: unknown): Write => ({ kind, resource: names.get(Number(id)) });
  const inPath = /\/(\d+)\/?$/.exec(path)?.[1];
  switch (route) {
    case "asks.accept":
      return [{ kind: "rent", resource: nameIn(fields["label"]) }];
    case "instances.destroy":
      return [ofMachine("destroy", inPath)];
    case "instances.destroy-many": {
      const ids: unknown = fields["instance_ids"];
      return Array.isArray(ids) ? ids.map((id) => ofMachine("destroy", id)) : [];
    }
    case "instances.change":
      return [ofMachine(fields["label"] === undefined ? "state" : "label", inPath)];
    case "bids.change":
      return [ofMachine("bid", inPath)];
    default:
      return [{ kind: route, resource: undefined }];
  }
}
