import { createWorld, type Rental, type World } from "../../provider/emulator/start-emulator";
import type { PartialOffer } from "../../provider/emulator/start-emulator";
import type { Setting, Which } from "./history";
import type { SimulatedTime } from "./simulated-time";

/** A rental of one of the deployments. */
export interface PlacedRental extends Rental {
  readonly deployment: Which;
}

const ACCOUNTS = [
  { id: 4_001, apiKey: "secret-key-of-account-0" },
  { id: 4_002, apiKey: "secret-key-of-account-1" },
];

/** Two deployments with the same two accounts. */
export class Service {
  readonly worlds: readonly [World, World];
  readonly latencyMs: number;

  constructor(time: SimulatedTime, setting: Setting) {
    const make = (): World =>
      createWorld({
        clock: { now: () => time.now(), sleep: (ms) => time.sleep(ms) },
        accounts: ACCOUNTS,
        offers: offers(setting.offers),
        rateLimits: setting.rateLimits,
        pageSize: setting.pageSize,
        listLagSeconds: setting.listLagSeconds,
        lifecycle: {
          loadSeconds: setting.loadSeconds,
          readLagSeconds: setting.readLagSeconds,
          destroyLagSeconds: setting.destroyLagSeconds,
        },
      });
    this.worlds = [make(), make()];
    this.latencyMs = setting.latencyMs;
  }

  keyOf(account: Which): string {
    return ACCOUNTS[account]?.apiKey ?? "";
  }

  accountOf(account: Which): string {
    return String(ACCOUNTS[account]?.id);
  }

  urlOf(deployment: Which): string {
    return `http://127.0.0.1:${String(8001 + deployment)}`;
  }

  deploymentAt(baseUrl: string): Which {
    return baseUrl === this.urlOf(1) ? 1 : 0;
  }

  worldAt(baseUrl: string): World {
    return this.worlds[this.deploymentAt(baseUrl)];
  }

  /** Everything that was ever rented, anywhere. */
  rentals(): PlacedRental[] {
    return ([0, 1] as const).flatMap((deployment) =>
      this.worlds[deployment].ledger().rentals.map((rental) => ({ ...rental, deployment })),
    );
  }

  live(): PlacedRental[] {
    return this.rentals().filter(({ destroyedAt }) => destroyedAt === null);
  }
}

/** Of the same kind, but for the price: what is dropped and chosen again costs a little more. */
function offers(count: number): PartialOffer[] {
  return Array.from({ length: count }, (_, index) => ({
    gpu_name: "RTX 4090",
    num_gpus: 1,
    dph_base: 0.3 + index / 100,
    min_bid: 0.1 + index / 100,
    machine_id: 10_001 + index,
  }));
}
