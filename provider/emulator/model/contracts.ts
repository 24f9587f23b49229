import type { EnvPairs } from "./docker-flag-text";
import { runningMs, stepAt, type Step, type Timeline } from "./contract-timeline";
import type { LifecycleTimings } from "./emulator-options";
import type { Rental } from "./ledger";
import { storageHourly, type OfferFields } from "./offer-fields";

/** How a machine was configured when it was rented, template and request merged. */
export interface LaunchConfig {
  readonly image: string;
  readonly env: EnvPairs;
  readonly onstart: string | null;
  /** The service's own spelling, such as `ssh_direc ssh_proxy`. */
  readonly runtype: string;
  readonly args: readonly string[];
  readonly disk: number;
  readonly vm: boolean;
  readonly volumeIds: readonly number[];
  /** Secret; no record shows it. `-u <user> -p <token> <registry>`, of the request or of the template. */
  readonly registryLogin: string | null;
  readonly templateId: number | null;
  readonly templateHashId: string | null;
  readonly templateName: string | null;
}

/** A rental. */
export interface Contract {
  readonly id: number;
  readonly account: number;
  /** The hardware as delivered, and the offer's id as accepted. */
  readonly offer: OfferFields;
  /** What returns to the market. */
  readonly listing: OfferFields;
  readonly isBid: boolean;
  readonly createdAt: number;
  readonly instanceApiKey: string;
  readonly launchLabel: string | null;
  config: LaunchConfig;
  /** $/h for the GPUs: the bid, or the offer's price */
  price: number;
  label: string | null;
  timeline: Timeline;
  endsAt: number;
  /** The machine's floor, and when it rises to a value of somebody else's bid. */
  floor: number;
  floorRise: { readonly at: number; readonly floor: number } | undefined;
  /** Somebody else has the GPUs of this stopped machine. */
  occupied: boolean;
  /** A start that waits for the GPUs. */
  queued: boolean;
  destroyedAt: number | undefined;
}

const ERASED_AFTER_MS = 48 * 3_600_000;

/** When the contract ceased to exist, or will: destroyed, or erased 48 h after its end. */
export function goneAt(contract: Contract): number {
  return Math.min(contract.destroyedAt ?? Number.POSITIVE_INFINITY, contract.endsAt + ERASED_AFTER_MS);
}

/** What the instance is now; an expired contract is stopped. */
export function currentStep(contract: Contract, now: number): Step | undefined {
  const step = stepAt(contract.timeline, now);
  return now < contract.endsAt || step === undefined
    ? step
    : { ...step, status: "exited", curState: "stopped", intended: "stopped", message: "contract expired" };
}

/** The machine's floor for a bid now. */
export function currentFloor(contract: Contract, now: number): number {
  const rise = contract.floorRise;
  return rise !== undefined && rise.at <= now ? Math.max(rise.floor, contract.floor) : contract.floor;
}

/** The rental's line in the ledger. */
export function rentalOf(contract: Contract, now: number): Rental {
  const end = Math.min(goneAt(contract), now);
  const ran = runningMs(contract.timeline, Math.min(end, contract.endsAt));
  const storageUsd =
    (storageHourly(contract.offer, contract.config.disk) * (end - contract.createdAt)) / 3_600_000;
  return {
    instance: contract.id,
    offer: contract.offer.id,
    machine: contract.offer.machine_id,
    account: contract.account,
    label: contract.label,
    launchLabel: contract.launchLabel,
    gpuName: contract.offer.gpu_name,
    isBid: contract.isBid,
    status: goneAt(contract) <= now ? "destroyed" : (currentStep(contract, now)?.status ?? null),
    rentedAt: contract.createdAt,
    destroyedAt: goneAt(contract) <= now ? goneAt(contract) : null,
    runningSeconds: ran / 1000,
    spentUsd: (contract.price * ran) / 3_600_000 + storageUsd,
  };
}

/** Every rental so far. */
export class ContractBook {
  private readonly contracts: Contract[] = [];
  private nextId = 20_000_001;

  constructor(private readonly timings: LifecycleTimings) {}

  add(make: (id: number) => Contract): Contract {
    const contract = make(this.nextId);
    this.nextId += 1;
    this.contracts.push(contract);
    return contract;
  }

  /** Every contract, gone ones too, oldest first. */
  all(): readonly Contract[] {
    return this.contracts;
  }

  find(id: number): Contract | undefined {
    return this.contracts.find((contract) => contract.id === id);
  }

  /** The account's contract of this id, while it exists. */
  findLive(id: number, account: number, now: number): Contract | undefined {
    const contract = this.find(id);
    return contract !== undefined && contract.account === account && goneAt(contract) > now
      ? contract
      : undefined;
  }

  /** What a read by id shows: nothing of a contract younger than the read lag, and a destroyed one for its lag. */
  findShown(id: number, account: number, now: number): Contract | undefined {
    const contract = this.find(id);
    const shown =
      contract !== undefined &&
      contract.account === account &&
      now >= contract.createdAt + this.timings.readLagSeconds * 1000 &&
      now < goneAt(contract) + this.timings.destroyLagSeconds * 1000;
    return shown ? contract : undefined;
  }

  /** What the list shows when it lags by `lagMs`. */
  listShown(account: number, now: number, lagMs: number): Contract[] {
    const after = Math.max(lagMs, this.timings.destroyLagSeconds * 1000);
    return this.contracts.filter(
      (contract) =>
        contract.account === account && contract.createdAt + lagMs <= now && now < goneAt(contract) + after,
    );
  }
}
