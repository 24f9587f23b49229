import { AccountBook } from "./accounts";
import { AnswerMemory } from "./answer-memory";
import { ContractBook, rentalOf } from "./contracts";
import { realClock, type EmulatorClock } from "./emulator-clock";
import { DEFAULT_LIFECYCLE, type EmulatorOptions, type LifecycleTimings } from "./emulator-options";
import { FaultBook } from "./faults";
import type { FaultOrder } from "./fault-kinds";
import { ledgerOf, type Ledger } from "./ledger";
import { seedMarket } from "./market-seed";
import { OffersMarket } from "./offers-market";
import { PaceLimit } from "./pace-limit";
import { RequestLog, type LoggedRequest } from "./request-log";
import { seedTemplates } from "./template-seed";
import { TemplateStore } from "./template-store";

interface LateAction {
  readonly at: number;
  readonly act: () => void;
}

/** The whole state of the emulated service. Nothing in it runs by itself: it reads the time with each request. */
export class WorldState {
  readonly clock: EmulatorClock;
  readonly timings: LifecycleTimings;
  readonly faults = new FaultBook();
  accounts: AccountBook;
  market: OffersMarket;
  contracts: ContractBook;
  templates: TemplateStore;
  pace = new PaceLimit();
  answers = new AnswerMemory();
  listLagSeconds: number;
  log = new RequestLog();
  private late: readonly LateAction[] = [];
  private actingAt: number | undefined;

  constructor(readonly options: EmulatorOptions = {}) {
    this.clock = options.clock ?? realClock(options.timeScale);
    this.timings = { ...DEFAULT_LIFECYCLE, ...options.lifecycle };
    this.listLagSeconds = options.listLagSeconds ?? 0;
    const now = this.clock.now();
    const apiKey = options.apiKey ?? "emulator-key";
    this.accounts = new AccountBook(options.accounts ?? [{ id: 4_001, apiKey }], now);
    this.market = new OffersMarket(options.offers ?? seedMarket(options.seed ?? 1), now);
    this.contracts = new ContractBook(this.timings);
    this.templates = seedTemplates(new TemplateStore(), now);
  }

  /** ms of the emulator's clock; within a late action, the moment it was due. */
  now(): number {
    return this.actingAt ?? this.clock.now();
  }

  /** Has `act` happen at a later time: it is carried out, as of then, before anything reads the world again. */
  actLater(at: number, act: () => void): void {
    this.late = [...this.late, { at, act }].toSorted((one, other) => one.at - other.at);
  }

  /** Carries out what has become due. */
  settle(): void {
    const now = this.clock.now();
    for (let next = this.late[0]; next !== undefined && next.at <= now; next = this.late[0]) {
      this.late = this.late.slice(1);
      this.actingAt = next.at;
      try {
        next.act();
      } finally {
        this.actingAt = undefined;
      }
    }
  }

  /** Everything ever rented, with times and money. */
  ledger(): Ledger {
    this.settle();
    return ledgerOf(this.contracts.all().map((contract) => rentalOf(contract, this.now())));
  }

  /** Every request so far, replied to or dropped, oldest first. */
  requests(): readonly LoggedRequest[] {
    return this.log.all();
  }

  /** Forgets the requests; nothing else. */
  clearRequests(): void {
    this.log = new RequestLog();
  }

  /** Orders a fault and gives its id. */
  fault(order: FaultOrder): number {
    return this.faults.order(order);
  }

  /** The state of the first moment again, with the options of the first moment. Faults and requests are forgotten too. */
  reset(): void {
    const fresh = new WorldState({ ...this.options, clock: this.clock });
    this.accounts = fresh.accounts;
    this.market = fresh.market;
    this.contracts = fresh.contracts;
    this.templates = fresh.templates;
    this.pace = fresh.pace;
    this.answers = fresh.answers;
    this.listLagSeconds = fresh.listLagSeconds;
    this.late = [];
    this.faults.clear();
    this.clearRequests();
  }
}
