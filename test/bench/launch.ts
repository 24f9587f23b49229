import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../provider/wire/clock";
import { ProviderUnderTest, type Contender } from "./provider-under-test";
import type { RequestCounts, ScaledService } from "./scaled-service";
import type { ResourceState } from "../support/engine/resource-state";

/** How long a launch is waited for: twenty minutes of the service's clock, or twice the least time. */
const PATIENCE_SECONDS = 20 * 60;
/** Least seconds between two rents. */
const RENT_INTERVAL_SECONDS = 4.5;

export interface LaunchOrder {
  readonly contender: Contender;
  readonly instances: number;
  /** Provider processes that share them. Default 1. */
  readonly processes?: number;
  readonly loadSeconds: number;
  /** The processes are as on several machines: they share no file. Default: they share one. */
  readonly areApart?: boolean;
  /** Rents that the service refuses as too frequent though they are not, the first ones. Default 0. */
  readonly strays?: number;
}

/** One launch; times in seconds of the service's clock. */
export interface LaunchResult extends LaunchOrder {
  /** From the first create that was asked for to the last that was answered. */
  readonly seconds: number;
  readonly boundSeconds: number;
  readonly ratio: number;
  readonly requests: RequestCounts;
  /** From the first rent that was refused as too frequent to the next, in seconds; undefined where none was. */
  readonly afterStraySeconds: number | undefined;
  /** Creates that failed, or were not done when patience ended. */
  readonly failed: number;
  readonly firstFailure: string | undefined;
  /** Resident memory of the first process in bytes, while it waited (median) and at most. */
  readonly memory: { readonly waiting: number; readonly peak: number };
}

/** Launches instances with the limits enforced, all creates at once, by processes that know nothing of each other but a file of one machine's. */
export async function launch(
  service: ScaledService,
  timeScale: number,
  order: LaunchOrder,
): Promise<LaunchResult> {
  const { contender, instances, loadSeconds, processes = 1, areApart = false, strays = 0 } = order;
  const machine = mkdtempSync(join(tmpdir(), "bench-machine-"));
  const runtimeFolder = (index: number): string => {
    const folder = join(machine, areApart ? String(index) : "one");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  };
  const providers = await Promise.all(
    Array.from({ length: processes }, (_, index) =>
      ProviderUnderTest.start(contender, service, timeScale, `stack-${String(index)}`, {
        XDG_RUNTIME_DIR: runtimeFolder(index),
      }),
    ),
  );
  try {
    const shares = await Promise.all(
      providers.map((provider, index) =>
        provider.checked(Math.floor(instances / processes) + (index < instances % processes ? 1 : 0)),
      ),
    );
    service.skip(120_000);
    service.takeRequests();
    for (let stray = 0; stray < strays; stray += 1) {
      service.emulator.world.fault({
        kind: "too-frequent",
        threshold: RENT_INTERVAL_SECONDS,
        match: { endpoint: "asks.accept" },
      });
    }
    const memory = watchMemory(providers[0]);
    const start = service.now();
    let created = 0;
    let firstFailure: string | undefined;
    const create = async (provider: ProviderUnderTest | undefined, state: ResourceState): Promise<void> => {
      try {
        await provider?.create(state);
        created += 1;
      } catch (error) {
        firstFailure ??= error instanceof Error ? error.message : String(error);
      }
    };
    const creates = shares.flatMap((states, index) => states.map((state) => create(providers[index], state)));
    const stopWaiting = new AbortController();
    const boundSeconds = (instances - 1) * RENT_INTERVAL_SECONDS + loadSeconds;
    const patienceMs = 1000 * Math.max(PATIENCE_SECONDS, 2 * boundSeconds);
    const patience = systemClock(timeScale).sleep(patienceMs, stopWaiting.signal);
    await Promise.race([Promise.all(creates), patience]);
    stopWaiting.abort(new Error("done"));
    patience.catch(() => undefined);
    const seconds = (service.now() - start) / 1000;
    const afterStraySeconds = secondsAfterStray(service);
    return {
      ...order,
      seconds,
      boundSeconds,
      ratio: seconds / boundSeconds,
      requests: service.takeRequests(),
      afterStraySeconds,
      failed: instances - created,
      firstFailure,
      memory: memory.end(),
    };
  } finally {
    await Promise.all(providers.map((provider) => provider.stop()));
    giveBack(service);
    rmSync(machine, { recursive: true, force: true });
  }
}

function secondsAfterStray({ emulator }: ScaledService): number | undefined {
  const rents = emulator.world.requests().filter(({ route }) => route === "asks.accept");
  const index = rents.findIndex(({ status }) => status === 429);
  const [refused, next] = [rents[index], rents[index + 1]];
  return refused === undefined || next === undefined ? undefined : (next.at - refused.at) / 1000;
}

function watchMemory(provider: ProviderUnderTest | undefined): {
  readonly end: () => { waiting: number; peak: number };
} {
  const seen: number[] = [];
  let peak = 0;
  const look = (): void => {
    const memory = provider?.memory();
    if (memory === undefined) return;
    seen.push(memory.now);
    peak = memory.peak;
  };
  const timer = setInterval(look, 200);
  return {
    end: () => {
      clearInterval(timer);
      look();
      const sorted = seen.toSorted((one, other) => one - other);
      return { waiting: sorted[Math.floor(sorted.length / 2)] ?? 0, peak };
    },
  };
}

/** The whole market and an empty account for the next measurement. */
function giveBack(service: ScaledService): void {
  service.emulator.reset();
}
