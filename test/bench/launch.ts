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
}

/** One launch; times in seconds of the service's clock. */
export interface LaunchResult extends LaunchOrder {
  /** From the first create that was asked for to the last that was answered. */
  readonly seconds: number;
  readonly boundSeconds: number;
  readonly ratio: number;
  readonly requests: RequestCounts;
  /** Creates that failed, or were not done when patience ended. */
  readonly failed: number;
  readonly firstFailure: string | undefined;
  /** Resident memory of the first process in bytes, while it waited (median) and at most. */
  readonly memory: { readonly waiting: number; readonly peak: number };
}

/** Launches instances with the limits enforced, all creates at once, by processes that know nothing of each other. */
export async function launch(
  service: ScaledService,
  timeScale: number,
  order: LaunchOrder,
): Promise<LaunchResult> {
  const { contender, instances, loadSeconds, processes = 1 } = order;
  const providers = await Promise.all(
    Array.from({ length: processes }, (_, index) =>
      ProviderUnderTest.start(contender, service, timeScale, `stack-${String(index)}`),
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
    return {
      ...order,
      seconds,
      boundSeconds,
      ratio: seconds / boundSeconds,
      requests: service.takeRequests(),
      failed: instances - created,
      firstFailure,
      memory: memory.end(),
    };
  } finally {
    await Promise.all(providers.map((provider) => provider.stop()));
    giveBack(service);
  }
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
