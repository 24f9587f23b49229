import { ROUTES } from "../../provider/emulator/routes";
import {
  startEmulator,
  type Emulator,
  type LoggedRequest,
  type PaceRule,
  type PartialOffer,
} from "../../provider/emulator/start-emulator";

const API_KEY = "bench-key";
/** Machines on offer: enough for the largest launch, and no two of one machine. */
const OFFERS = 1_300;

/** An emulated service with the documented limits, whose clock runs faster and can be moved. */
export interface ScaledService {
  readonly url: string;
  readonly apiKey: string;
  readonly emulator: Emulator;
  /** ms of the service's clock */
  now(): number;
  /** Lets time pass at once. */
  skip(ms: number): void;
  /** Whether the documented intervals are enforced. At first they are. */
  enforceLimits(enforced: boolean): void;
  /** Requests answered since the last time this was asked. */
  takeRequests(): RequestCounts;
  close(): Promise<void>;
}

/** Requests by route name, and how many of them were refused as too frequent. */
export interface RequestCounts {
  readonly byRoute: ReadonlyMap<string, number>;
  readonly refused: ReadonlyMap<string, number>;
  readonly total: number;
}

/** Starts the service. `timeScale` 0.1: it lives ten times faster. */
export async function startScaledService(timeScale: number, loadSeconds: number): Promise<ScaledService> {
  const start = Date.UTC(2026, 0, 1);
  let skipped = 0;
  const now = (): number => start + performance.now() / timeScale + skipped;
  const limits: Record<string, PaceRule> = {};
  const emulator = await startEmulator({
    apiKey: API_KEY,
    clock: { now, sleep: () => Promise.resolve() },
    rateLimits: limits,
    lifecycle: { loadSeconds },
    offers: Array.from({ length: OFFERS }, (_, index) => offer(index)),
  });
  return {
    url: emulator.url,
    apiKey: API_KEY,
    emulator,
    now,
    skip: (ms) => {
      skipped += ms;
    },
    enforceLimits: (enforced) => {
      for (const { name } of ROUTES) {
        if (enforced) Reflect.deleteProperty(limits, name);
        else limits[name] = { intervalSeconds: 0 };
      }
    },
    takeRequests: () => {
      const requests = emulator.world.requests();
      emulator.world.clearRequests();
      return countRequests(requests);
    },
    close: () => emulator.close(),
  };
}

function offer(index: number): PartialOffer {
  return {
    gpu_name: "RTX 4090",
    gpu_ram: 24_564,
    num_gpus: 1,
    machine_id: 20_000 + index,
    dph_base: 0.3 + (index % 97) / 1000,
    disk_space: 500,
    reliability: 0.99,
    verification: "verified",
    rented: false,
    external: false,
  };
}

/** Requests by route. */
export function countRequests(requests: readonly LoggedRequest[]): RequestCounts {
  return {
    byRoute: countBy(requests.map(({ route }) => route)),
    refused: countBy(requests.filter(({ status }) => status === 429).map(({ route }) => route)),
    total: requests.length,
  };
}

function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** "1 accept, 3 lists": the counts as text, most first. */
export function describeCounts(counts: ReadonlyMap<string, number>): string {
  const parts = [...counts].toSorted(([, one], [, other]) => other - one);
  return parts.length === 0 ? "none" : parts.map(([name, count]) => `${String(count)} ${name}`).join(", ");
}
