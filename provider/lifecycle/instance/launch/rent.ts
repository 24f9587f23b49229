import { ProviderError } from "../../../errors";
import { launchLabel } from "../../../rules/instance/launch-token";
import type { Offer } from "../../../rules/offer/offer";
import { refusalAction } from "../../../rules/instance/refusal-actions";
import { progressLine } from "../../../rules/instance/progress-line";
import { leastHourlyPrice } from "../../../rules/offer/rental-price";
import type { LaunchMemory } from "../../session/launch-memory";
import type { Operation } from "../../session/operation";
import { retryStatus } from "../../session/retry-status";
import { acceptRequest } from "./accept-request";
import type { Candidates } from "./candidates";
import { rentLost, searchOrStop } from "./find-rental";
import type { LaunchSpec } from "./launch-spec";
import { rentedMachineOf, type RentedMachine } from "../../session/rented-machine";

/** A rent that was refused but created a machine, which has to be destroyed. */
export class RefusedButRented extends Error {
  override readonly name = "RefusedButRented";
  constructor(
    readonly rental: RentedMachine,
    override readonly cause: ProviderError,
  ) {
    super(cause.message, { cause });
  }
}

/** How long before its turn a rent is prepared, in ms: more than an interval between two rents. */
const TURN_MS = 6_000;

/** Rents for one launch. Every request carries a label of its own, which identifies its machine. */
export class Renter {
  private readonly memory: LaunchMemory;

  constructor(
    private readonly spec: LaunchSpec,
    private readonly operation: Operation,
    private readonly candidates: Candidates,
    private readonly hasList: boolean,
  ) {
    this.memory = operation.session.launchOf(spec.token);
  }

  /**
   * Rents one machine: the best candidate, and the next while offers turn out to be gone, which costs no attempt.
   *
   * @throws NO_OFFER, the service's refusal where another offer would not help, RefusedButRented, RentUnconfirmed
   */
  async rent(): Promise<RentedMachine> {
    for (;;) {
      this.operation.report.status("searching for offers");
      await this.candidates.ready();
      this.operation.report.status("queued to rent: the service takes one rent every few seconds");
      const rental = await this.tryOnce();
      if (rental !== undefined) return rental;
    }
  }

  private async tryOnce(): Promise<RentedMachine | undefined> {
    const { session, report, deadline, signal } = this.operation;
    let offer: Offer | undefined;
    let label = "";
    let sentAt = 0;
    let outcome: "spent" | "free" = "free";
    try {
      const accepted = await session.client.acceptOffer(
        () => {
          // Resources seen since the launch started count too.
          session.requireKnownOwner({}, `The resource ${this.spec.name}`);
          offer = this.candidates.claim();
          if (offer === undefined) return undefined;
          this.memory.sent += 1;
          label = launchLabel(this.spec.name, this.spec.token, this.memory.sent);
          report.status(this.rentingLine(offer));
          return { offerId: offer.id, request: acceptRequest(this.spec, label) };
        },
        // Cancelling takes a waiting rent out of the queue, but a request that is under way is waited for: its reply
        // says what was rented.
        {
          prepare: async () => this.candidates.ready(TURN_MS),
          onSend: () => {
            sentAt = session.clock.now();
          },
          signal,
          deadline,
          onRetry: retryStatus("queued", report, session.clock),
        },
      );
      if (accepted === undefined) return undefined;
      outcome = "spent";
      return this.rented({
        instanceId: accepted.instanceId,
        offer,
        label,
        rentedAt: session.inServiceTime(sentAt),
      });
    } catch (error) {
      if (offer === undefined || !(error instanceof ProviderError)) throw error;
      const decision = refusalAction(error.code, {
        details: error.details,
        mayMinBidHaveRisen: offer.minBid === undefined || (this.spec.inputs.price ?? 0) >= offer.minBid,
      });
      if (decision.action === "stop") throw error;
      outcome = "spent";
      switch (decision.action) {
        case "destroy": {
          const { instanceId } = decision;
          const rentedAt = session.inServiceTime(sentAt);
          throw new RefusedButRented(this.rented({ instanceId, offer, label, rentedAt }), error);
        }
        case "look-up":
          return await this.reconcile(offer, { label, sentAt }, error);
        case "look-up-or-stop": {
          const found = await this.reconcile(offer, { label, sentAt }, error);
          if (found === undefined) throw error;
          return found;
        }
        case "next-offer":
          this.candidates.skip(offer.id, error.details.serviceMessage ?? error.code);
      }
      return undefined;
    } finally {
      if (offer !== undefined) session.claims.release(offer.id, outcome);
    }
  }

  /** The rent is never sent again before it is known whether it was carried out. */
  private async reconcile(
    offer: Offer,
    sent: { readonly label: string; readonly sentAt: number },
    cause: ProviderError,
  ): Promise<RentedMachine | undefined> {
    const { session, report } = this.operation;
    const { unconfirmed } = session;
    unconfirmed.open(sent.label, sent.sentAt, report);
    const rent = { label: sent.label, sentAt: session.inServiceTime(sent.sentAt) };
    // Whatever the outcome, the offer is spent: others need not wait for it.
    session.claims.release(offer.id, "spent");
    if (!this.hasList) throw rentLost(rent.label, cause);
    const found = await searchOrStop(this.operation, rent);
    if (found !== undefined) {
      unconfirmed.close(rent.label);
      return this.rented({ ...rentedMachineOf(found, session.serviceTime.now()), offer });
    }
    unconfirmed.abandon(rent.label);
    report.note(
      `The answer to a rent was lost, and no machine labelled "${rent.label}" showed up; the launch continues without it. ` +
        "Should the service carry that rent out after all, the machine is destroyed as long as this command runs, and " +
        "afterwards by the next `pulumi up` or `pulumi destroy`: the state records it.",
      "warning",
    );
    this.candidates.skip(offer.id, "the answer was lost and no machine showed up");
    return undefined;
  }

  private rented(rental: RentedMachine): RentedMachine {
    this.memory.rental = rental;
    this.memory.isRentedHere = true;
    this.memory.isAnswered = false;
    return rental;
  }

  private rentingLine(offer: Offer): string {
    const place = offer.geolocation === undefined ? "" : ` in ${offer.geolocation}`;
    return progressLine({
      phase: "renting",
      hourlyUsd: leastHourlyPrice(offer, { disk: this.spec.disk, bid: this.spec.inputs.price }),
      gpuName: offer.gpuName,
      numGpus: offer.numGpus,
      detail: `offer ${String(offer.id)}${place}`,
    });
  }
}
