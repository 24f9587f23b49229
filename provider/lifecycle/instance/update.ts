import { hasCode, ProviderError } from "../../errors";
import { parseInstanceInputs, type InstanceInputs } from "../../rules/instance/instance-inputs";
import type { TargetState } from "../../rules/instance/target-state";
import { requireBidWithinLimit } from "../../rules/instance/bid-limit";
import { isReleased, type InstanceRecord } from "../../rules/instance/instance-record";
import { isRecord, numberOf, plain, stringOf, type Properties } from "../engine/engine-values";
import type { Operation } from "../session/operation";
import { PartialFailure } from "../engine/partial-failure";
import { ownerIn } from "../session/owner";
import { pollUnconfirmed } from "../session/unconfirmed-rents";
import { awaitReady } from "./launch/await-ready";
import { rentedSpec } from "./launch/launch-spec";
import { askedOutput, serviceOutputs } from "./outputs/instance-outputs";
import { lateOrphans } from "./launch/late-orphans";
import { warnOfLabel } from "./launch/warn-of-label";
import { orphanFound } from "./launch/orphan-found";
import { reachState } from "./reach-state";
import { contractNumber } from "./read";
import { orphansIn, unconfirmedIn } from "./outputs/recorded-machines";
import { atMostSpent, duration, type RentedMachine } from "../session/rented-machine";
import { HIDDEN, HIDDEN_INSTANCE_OUTPUTS } from "../../state/hidden";
import { INSTANCE_SERVICE_OUTPUTS } from "../../state/output-names";
import type { StatePhase } from "../../state/phase";

/**
 * Carries out what can be changed in place, and resumes a launch that was interrupted. Never rents. What only later
 * calls look at is recorded without a request.
 *
 * @throws PartialFailure where only a part could be done: the outputs say which
 */
export async function updateInstance(
  operation: Operation,
  id: string,
  olds: Properties,
  news: Properties,
): Promise<Record<string, unknown>> {
  const instanceId = contractNumber(id);
  const inputs = parseInstanceInputs(news);
  const update = new InstanceUpdate(operation, instanceId, olds, news, inputs);
  try {
    await update.pollUnconfirmed();
    if (olds[HIDDEN.phase] === "loading") await update.resume();
    await update.setPrice();
    await update.setState();
    await update.setLabel();
    await update.refuseOrphans();
    return update.outputs();
  } catch (error) {
    const reason = await update.reasonOf(error);
    throw new PartialFailure(id, update.outputs(), reason);
  }
}

class InstanceUpdate {
  private service: Record<string, unknown>;
  private readonly hidden: Record<string, unknown>;
  private readonly shown: Record<string, unknown>;
  private readonly asked: { label?: unknown; targetState?: unknown; price?: unknown };

  constructor(
    private readonly operation: Operation,
    private readonly instanceId: number,
    private readonly olds: Properties,
    private readonly news: Properties,
    private readonly inputs: InstanceInputs,
  ) {
    this.service = pick(olds, INSTANCE_SERVICE_OUTPUTS);
    this.hidden = pick(olds, HIDDEN_INSTANCE_OUTPUTS);
    this.shown = pick(olds, ["label", "targetState", "price"]);
    const asked = olds[HIDDEN.asked];
    this.asked = { ...(isRecord(asked) ? asked : this.shown) };
  }

  /** Everything that is known so far. */
  outputs(): Record<string, unknown> {
    return plain({
      ...this.news,
      ...this.service,
      ...this.shown,
      ...this.hidden,
      [HIDDEN.asked]: askedOutput({ ...this.asked }, this.operation.secrets),
    });
  }

  /** Machines of rents whose answers were lost, and which the service carried out after the launch had continued. */
  async pollUnconfirmed(): Promise<void> {
    const rents = unconfirmedIn(this.olds);
    if (rents.length === 0) return;
    await this.changing();
    const open = await pollUnconfirmed(this.operation.session, rents, this.operation);
    this.hidden[HIDDEN.lostRents] = undefined;
    this.hidden[HIDDEN.unconfirmedRents] = open.length === 0 ? undefined : open;
  }

  /** Other machines of this resource that its launch found are reported until they are gone, or accepted by `ignoreOrphans`. */
  async refuseOrphans(): Promise<void> {
    const ids = orphansIn(this.hidden);
    if (ids.length === 0) return;
    if (this.inputs.launch?.ignoreOrphans === true) {
      this.hidden[HIDDEN.orphans] = undefined;
      return;
    }
    await this.changing();
    const { session, signal, deadline } = this.operation;
    const question = { rentedAt: numberOf(this.olds[HIDDEN.rentedAt]), signal, deadline };
    const all = await Promise.all(
      ids.map(async (id) => ({ id, presence: await session.presence.of(id, question) })),
    );
    const live = all.flatMap(({ presence }) => (presence.is === "there" ? [presence.record] : []));
    const left = all.filter(({ presence }) => presence.is !== "gone").map(({ id }) => id);
    this.hidden[HIDDEN.orphans] = left.length === 0 ? undefined : left;
    if (live.length > 0) throw orphanFound(live, session.serviceTime.now(), this.instanceId);
  }

  /** Resumes waiting for a machine in the state; the outcome is judged as in a launch, but nothing is rented. */
  async resume(): Promise<void> {
    const { operation, instanceId, olds, news, inputs } = this;
    const { session } = operation;
    await this.changing();
    const rental = {
      instanceId,
      label: stringOf(olds[HIDDEN.launchLabel]) ?? "",
      rentedAt: numberOf(olds[HIDDEN.rentedAt]) ?? session.serviceTime.now(),
    };
    const { signal, deadline } = operation;
    const seen = await session.client.getInstance(instanceId, { signal, deadline });
    if (seen !== undefined && !isReleased(seen)) this.show(seen);
    const spec = rentedSpec(operation, inputs, news, olds, seen);
    const outcome = await awaitReady(operation, spec, rental, session.clock.now() + spec.loadTimeoutMs).catch(
      (error: unknown) => {
        if (!(error instanceof ProviderError)) throw error;
        const next =
          "It is in the state and billed: the next `pulumi up` resumes waiting for it, `pulumi destroy` destroys it.";
        throw new ProviderError(
          error.code,
          `${error.message} ${this.spentOn(rental)} ${next}`,
          error.details,
        );
      },
    );
    if (outcome.record !== undefined) this.show(outcome.record);
    switch (outcome.kind) {
      case "ready":
      case "finished": {
        if (outcome.kind === "ready") this.settle(undefined, undefined);
        else this.settle("finished", outcome.reason);
        const { orphans, labelled } = await lateOrphans(operation, spec, instanceId);
        warnOfLabel(operation, labelled, operation.secrets.includes("label"));
        if (orphans.length > 0) this.hidden[HIDDEN.orphans] = orphans.map(({ id }) => id);
        return;
      }
      default: {
        this.settle("givenUp", outcome.reason);
        const isGone = outcome.kind === "failed" && outcome.record === undefined;
        throw new ProviderError(
          outcome.kind === "wrong" ? "WRONG_DELIVERY" : "HOST_FAILED",
          `Instance ${String(instanceId)} ${outcome.reason}. ${this.spentOn(rental)} ` +
            (isGone
              ? "Nothing of it is billed any more: the next `pulumi up` rents another."
              : "It is still billed: the next `pulumi up` replaces it, destroying it first, and `pulumi destroy` destroys it."),
        );
      }
    }
  }

  /** A machine that the service does not know may be gone: then the state records it, and the next `up` rents another. */
  async reasonOf(error: unknown): Promise<Error> {
    const reason = error instanceof Error ? error : new Error(String(error));
    if (!hasCode(reason, "NOT_FOUND")) return reason;
    const { session, signal, deadline } = this.operation;
    const question = { rentedAt: numberOf(this.olds[HIDDEN.rentedAt]), signal, deadline };
    const presence = await session.presence.of(this.instanceId, question).catch(() => undefined);
    if (presence?.is !== "gone") return reason;
    this.settle("gone", "it was destroyed outside of this program");
    return new ProviderError(
      "NOT_FOUND",
      `Instance ${String(this.instanceId)} is gone from the account, so it cannot be changed, and nothing of it is billed any ` +
        "more. The next `pulumi up` rents another.",
      { cause: reason },
    );
  }

  /** "It was rented 4 min 10 s ago, and at most $0.0234 is spent." */
  private spentOn(rental: RentedMachine): string {
    const { serviceTime } = this.operation.session;
    const spent = atMostSpent(serviceTime, rental, numberOf(this.service["dphTotal"]));
    const elapsed = duration(serviceTime.now() - rental.rentedAt);
    return `It was rented ${elapsed} ago${spent === undefined ? "" : `, and ${spent} is spent`}.`;
  }

  /** A raised bid restarts an outbid machine. */
  async setPrice(): Promise<void> {
    const { price } = this.inputs;
    if (price === undefined || (price === this.asked.price && price === this.shown["price"])) return;
    requireBidWithinLimit(this.olds, this.news, this.instanceId);
    await this.changing();
    const { session, signal, deadline } = this.operation;
    await session.client.changeBid(this.instanceId, price, { signal, deadline });
    this.asked.price = price;
    this.shown["price"] = price;
    if (this.olds[HIDDEN.phase] === "outbid" && (this.inputs.targetState ?? "running") === "running") {
      await this.ask("running");
      this.settle(undefined, undefined);
    }
  }

  async setState(): Promise<void> {
    const wanted = this.inputs.targetState ?? "running";
    if (
      wanted === (this.asked.targetState ?? "running") &&
      (wanted === this.shown["targetState"] || this.hidden[HIDDEN.phase] === "outbid")
    )
      return;
    await this.changing();
    await this.ask(wanted);
    this.asked.targetState = this.inputs.targetState;
  }

  private async ask(state: TargetState): Promise<void> {
    await reachState(this.operation, this.instanceId, state, (record) => this.show(record));
    this.shown["targetState"] = state;
    if (state === "running" && this.hidden[HIDDEN.phase] !== "finished") this.settle(undefined, undefined);
  }

  async setLabel(): Promise<void> {
    const label = this.inputs.label ?? stringOf(this.olds[HIDDEN.launchLabel]);
    const isAskedAnew = label !== (this.asked.label ?? this.olds[HIDDEN.launchLabel]);
    const isLeft = !isAskedAnew && this.hidden[HIDDEN.labelUnsupported] === true;
    if (label === undefined || label === this.shown["label"] || isLeft) {
      this.asked.label = this.inputs.label;
      return;
    }
    await this.changing();
    const { session, signal, deadline, report } = this.operation;
    try {
      await session.client.setInstanceLabel(this.instanceId, label, { signal, deadline });
    } catch (error) {
      // As in a create: the request is not new, and every later update would refuse it.
      if (isAskedAnew || !hasCode(error, "UNSUPPORTED")) throw error;
      this.hidden[HIDDEN.labelUnsupported] = true;
      report.note(
        `Instance ${String(this.instanceId)} keeps the label "${String(this.shown["label"])}": it could not be set to the requested one ` +
          `(${error.message})`,
        "warning",
      );
      return;
    }
    this.hidden[HIDDEN.labelUnsupported] = undefined;
    this.asked.label = this.inputs.label;
    this.shown["label"] = label;
  }

  private async changing(): Promise<void> {
    const { session, signal } = this.operation;
    await session.requireOwner(ownerIn(this.olds), `Instance ${String(this.instanceId)}`, signal);
  }

  private show(record: InstanceRecord): void {
    this.service = { ...pick(this.olds, ["offerId"]), ...serviceOutputs(record) };
    if (record.label !== undefined) this.shown["label"] = record.label;
  }

  private settle(phase: StatePhase | undefined, reason: string | undefined): void {
    this.hidden[HIDDEN.phase] = phase;
    this.hidden[HIDDEN.reason] = reason;
  }
}

function pick(properties: Properties, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => properties[name] !== undefined).map((name) => [name, properties[name]]),
  );
}
