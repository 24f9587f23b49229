import { systemClock } from "../../provider/wire/clock";
import { median } from "./random";
import { ProviderUnderTest, type Contender } from "./provider-under-test";
import { startScaledService } from "./scaled-service";

const LOOK_EVERY_MS = 2_000;

/** Resident memory of a provider process whose creates all wait, in bytes. */
export interface MemoryResult {
  readonly waiting: number;
  readonly peak: number;
  /** Machines that were rented when it was looked at. */
  readonly rented: number;
}

/**
 * Real time, the documented intervals and the real poll interval: rents so many instances, then looks at the process for
 * `seconds` while all of them wait. The do-nothing provider holds as many creates.
 */
export async function measureMemory(
  contender: Extract<Contender, "ours" | "nothing">,
  instances: number,
  seconds: number,
): Promise<MemoryResult> {
  const clock = systemClock();
  const service = await startScaledService(1, 1_000_000);
  const provider = await ProviderUnderTest.start(contender, service, 1, "memory", { BENCH_HOLD: "1" });
  try {
    for (const state of await provider.checked(instances)) void provider.create(state).catch(() => undefined);
    const isDone = (): boolean => contender === "nothing" || service.emulator.ledger().live >= instances;
    while (!isDone()) await clock.sleep(LOOK_EVERY_MS);
    const seen: number[] = [];
    for (let passed = 0; passed < seconds * 1000; passed += LOOK_EVERY_MS) {
      await clock.sleep(LOOK_EVERY_MS);
      seen.push(provider.memory().now);
    }
    return { waiting: median(seen), peak: provider.memory().peak, rented: service.emulator.ledger().live };
  } finally {
    provider.kill();
    await service.close();
  }
}
