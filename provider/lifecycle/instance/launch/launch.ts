import { hasCode, ProviderError } from "../../../errors";
import { sameWrongDelivery } from "../../../rules/instance/instance-delivery";
import type { InstanceRecord } from "../../../rules/instance/instance-record";
import { progressLine } from "../../../rules/instance/progress-line";
import { sameCause } from "../../../rules/instance/status-message";
import { lastWorkBy } from "../../session/deadline";
import type { Operation } from "../../session/operation";
import { awaitReady, type Outcome } from "./await-ready";
import { Candidates } from "./candidates";
import { destroyAndConfirm } from "../../session/destroy";
import type { ExistingMachines } from "./find-rental";
import type { LaunchSpec } from "./launch-spec";
import { Renter, RefusedButRented } from "./rent";
import { duration, spentSince, type RentedMachine } from "../../session/rented-machine";

/** How long a discarded machine may take to be destroyed, in ms. */
const GIVE_UP_MS = 15 * 60_000;

/** A machine that was rented and discarded, for the error when none is left. */
interface DiscardedMachine {
  readonly rental: RentedMachine;
  readonly outcome: Exclude<Outcome, { kind: "ready" | "finished" }>;
  /** How long it was rented and what it cost, as from `spentSince`. */
  readonly spent: string;
}

/** A launch that has its machine. */
export interface Launched {
  readonly rental: RentedMachine;
  readonly record: InstanceRecord;
  /** The machine's job is done already: why, in the service's words. */
  readonly finished?: string | undefined;
}

/** A launch that ended with a machine that is still rented, or may be. */
export class LaunchInterrupted extends Error {
  override readonly name = "LaunchInterrupted";
  constructor(
    readonly rental: RentedMachine,
    readonly phase: "loading" | "givenUp",
    readonly record: InstanceRecord | undefined,
    override readonly cause: Error,
  ) {
    super(cause.message, { cause });
  }
}

/**
 * Rents machines one after another until one is what was requested. Others are destroyed, and their end
 * is confirmed, before the next is rented.
 *
 * @throws LaunchInterrupted where a machine is still rented; RentUnconfirmed; else an error that leaves nothing billed
 */
export class Launch {
  private readonly discarded: DiscardedMachine[] = [];
  private readonly renter: Renter;

  constructor(
    private readonly operation: Operation,
    private readonly spec: LaunchSpec,
    private readonly before: ExistingMachines,
  ) {
    this.renter = new Renter(spec, operation, new Candidates(spec, operation), before.hasList);
  }

  async run(): Promise<Launched> {
    let rental = this.before.own;
    for (;;) {
      rental ??= await this.rentNext();
      if (rental !== undefined) {
        const launched = await this.settle(rental);
        if (launched !== undefined) return launched;
      }
      rental = undefined;
      if (this.discarded.length >= this.spec.attempts) throw this.outOfAttempts();
    }
  }

  /** undefined where the service refused, but had rented: that machine was destroyed. */
  private async rentNext(): Promise<RentedMachine | undefined> {
    try {
      return await this.renter.rent();
    } catch (error) {
      if (error instanceof RefusedButRented) {
        const reason = `was rented although the service refused (${error.cause.details.serviceMessage ?? error.cause.code})`;
        await this.discard(error.rental, { kind: "failed", reason });
        return undefined;
      }
      throw this.discarded.length > 0 && hasCode(error, "NO_OFFER") ? this.withHistory(error) : error;
    }
  }

  /** The machine, if it becomes what was requested; undefined once it was discarded. */
  private async settle(rental: RentedMachine): Promise<Launched | undefined> {
    const { session } = this.operation;
    let outcome: Outcome;
    try {
      outcome = await awaitReady(
        this.operation,
        this.spec,
        rental,
        session.clock.now() + this.spec.loadTimeoutMs,
        this.discarded.length + 1,
      );
    } catch (error) {
      // Cancelled, out of time or refused while it loads: it is kept, and the state records it.
      throw new LaunchInterrupted(rental, "loading", undefined, asError(error));
    }
    if (outcome.kind === "ready") return { rental, record: outcome.record };
    if (outcome.kind === "finished") return { rental, record: outcome.record, finished: outcome.reason };
    if (session.launchOf(this.spec.token).isAdopted) {
      // It may hold work, and no preview has announced its replacement: the next one does.
      const what = `Instance ${String(rental.instanceId)} was adopted, but it ${outcome.reason}.`;
      throw new LaunchInterrupted(rental, "givenUp", outcome.record, new ProviderError("HOST_FAILED", what));
    }
    await this.discard(rental, outcome);
    this.stopWhereOurs();
    return undefined;
  }

  private async discard(rental: RentedMachine, outcome: DiscardedMachine["outcome"]): Promise<void> {
    const { session, report, signal } = this.operation;
    const machine = outcome.record?.machineId ?? rental.offer?.machineId;
    if (machine !== undefined) session.failedMachines.add(machine);
    report.status(
      progressLine({
        phase: "discarding",
        hourlyUsd: outcome.record?.dphTotal ?? rental.offer?.dphTotal,
        gpuName: outcome.record?.gpuName ?? rental.offer?.gpuName,
        detail: outcome.reason,
      }),
    );
    try {
      await destroyAndConfirm(session, rental.instanceId, {
        deadline: Math.min(session.clock.now() + GIVE_UP_MS, lastWorkBy(this.operation)),
        signal,
        rentedAt: rental.rentedAt,
      });
    } catch (error) {
      // Nothing more is rented while a discarded machine is still billed.
      throw new LaunchInterrupted(rental, "givenUp", outcome.record, asError(error));
    }
    session.launchOf(this.spec.token).rental = undefined;
    const spent = spentSince(session.serviceTime, rental, outcome.record?.dphTotal);
    this.discarded.push({ rental, outcome, spent });
    report.note(
      `Discarded instance ${String(rental.instanceId)}${machine === undefined ? "" : ` on machine ${String(machine)}`}: it ` +
        `${outcome.reason}. It was destroyed${spent}.`,
    );
  }

  /** The same mistake on two machines is in the request: a third would be rented in vain. */
  private stopWhereOurs(): void {
    const last = this.discarded.at(-1);
    if (last === undefined) return;
    const twin = this.discarded.slice(0, -1).find((earlier) => isSameMistake(earlier.outcome, last.outcome));
    if (twin === undefined) return;
    const isWrong = last.outcome.kind === "wrong";
    const left = this.operation.session.unconfirmed.nothingLeft(this.spec.token);
    throw new ProviderError(
      isWrong ? "WRONG_DELIVERY" : "HOST_FAILED",
      `Two machines failed for the same reason, so the cause is in the request${isWrong ? " or in the service" : ""}, not ` +
        `in the machines${left}. ${[twin, last].map((given) => sentence(given)).join(" ")} ` +
        (isWrong
          ? "Name what you need more closely in `search.filters`, or rent by `offerIds`."
          : "Fix the image, the registry login or the command, then run the command again."),
    );
  }

  private outOfAttempts(): ProviderError {
    const { serviceTime } = this.operation.session;
    const first = this.discarded[0];
    const all = this.discarded.map((given) => sentence(given)).join(" ");
    const took = first === undefined ? "" : ` in ${duration(serviceTime.now() - first.rental.rentedAt)}`;
    return new ProviderError(
      this.discarded.every(({ outcome }) => outcome.kind === "stuck") ? "NOT_READY" : "HOST_FAILED",
      `None of ${String(this.discarded.length)} machines rented${took} became ready; all were destroyed. ${all} Raise ` +
        "`launch.attempts`, ask for more `reliability` in `search.filters`, or give slow hosts more time with " +
        "`launch.loadTimeoutSeconds`.",
    );
  }

  private withHistory(error: ProviderError): ProviderError {
    const all = this.discarded.map((given) => sentence(given)).join(" ");
    return new ProviderError(error.code, `${error.message} Machines discarded before: ${all}`, error.details);
  }
}

function isSameMistake(left: DiscardedMachine["outcome"], right: DiscardedMachine["outcome"]): boolean {
  if (left.kind === "wrong" && right.kind === "wrong") return sameWrongDelivery(left.faults, right.faults);
  if (left.kind === "wrong" || right.kind === "wrong") return false;
  return sameCause(left.record?.statusMsg, right.record?.statusMsg);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function sentence({ rental, outcome, spent }: DiscardedMachine): string {
  return `Instance ${String(rental.instanceId)} ${outcome.reason}; it was destroyed${spent}.`;
}
