import { startWorld } from "../support/start-world";
import { ASKED } from "./provider-under-test";
import { countRequests, type RequestCounts } from "./scaled-service";

/** Milliseconds of a request on its way, and as many of its answer. */
export const LATENCY_MS = 100;
const RENT_INTERVAL_SECONDS = 4.5;

/** A launch in which the processor takes no time; times in seconds of the service's clock. */
export interface SimulatedLaunch {
  readonly instances: number;
  readonly loadSeconds: number;
  readonly seconds: number;
  readonly boundSeconds: number;
  readonly ratio: number;
  readonly requests: RequestCounts;
}

/**
 * The same emulator with its limits, and the same code from the create inward, on a clock that jumps from event to event. The
 * result is exact and the same on every machine, however busy.
 */
export async function simulateLaunch(instances: number, loadSeconds: number): Promise<SimulatedLaunch> {
  const { begin, instanceInputs, clock, world } = startWorld({
    rateLimits: true,
    lifecycle: { loadSeconds },
    latencyMs: LATENCY_MS,
    offers: Array.from({ length: instances + 20 }, (_, index) => ({
      gpu_name: "RTX 4090",
      num_gpus: 1,
      machine_id: 20_000 + index,
      dph_base: 0.3 + (index % 97) / 1000,
      verification: "verified",
    })),
  });
  const start = clock.now();
  const args = {
    ...ASKED,
    env: { ...ASKED.env },
    search: { filters: { numGpus: 1, gpuName: ["RTX 4090"] } },
  };
  const creates = Array.from(
    { length: instances },
    (_, index) => begin(instanceInputs(`machine-${String(index)}`, args)).result,
  );
  await clock.runUntil(Promise.all(creates));
  const seconds = (clock.now() - start) / 1000;
  const boundSeconds = (instances - 1) * RENT_INTERVAL_SECONDS + loadSeconds;
  const requests = countRequests(world.requests());
  return { instances, loadSeconds, seconds, boundSeconds, ratio: seconds / boundSeconds, requests };
}
