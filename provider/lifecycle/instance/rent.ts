import { hasCode, ProviderError } from "../../errors";
import { launchLabel } from "../../rules/launch-token";
import type { Offer } from "../../rules/offer";
import { refusalAction } from "../../rules/refusal-actions";
import { formatPrice, hourlyPrice } from "../../rules/rental-price";
import type { Operation } from "../operation";
import { acceptRequest } from "./accept-request";
import type { Candidates } from "./candidates";
import { findLostRent, lostForGood } from "./find-rental";
import type { Order } from "./order";
import { rentalOf, type Rental } from "./rental";

/** A rent that was refused although it made a machine: it has to be destroyed. */
export class RefusedButRented extends Error {
  override readonly name = "RefusedButRented";
  constructor(
    readonly rental: Rental,
    override readonly cause: ProviderError,
  ) {
    super(cause.message, { cause });
  }
}

/** The answer to a rent was lost, and whether a machine was rented could not be found out. */
export class RentUnconfirmed extends Error {
  override readonly name = "RentUnconfirmed";
  constructor(
    readonly label: string,
    /** clock ms */
    readonly sentAt: number,
    override readonly cause: Error,
  ) {
    super(cause.message, { cause });
  }
}

/** Rents for one launch. Every request that is sent carries a label of its own, so that its machine can be told. */
export class Renter {
  private sent = 0;

  constructor(
    private readonly order: Order,
    private readonly operation: Operation,
    private readonly candidates: Candidates,
    private readonly hasList: boolean,
  ) {}

  /**
   * Rents one machine: the best candidate, and the next while offers turn out to be gone, which costs no attempt.
   *
   * @throws NO_OFFER, the service's refusal where another offer would not help, RefusedButRented, RentUnconfirmed
   */
  async rent(): Promise<Rental> {
    for (;;) {
      await this.candidates.ready();
      const rental = await this.tryOnce();
      if (rental !== undefined) return rental;
    }
  }

  private async tryOnce(): Promise<Rental | undefined> {
    const { session, report, deadline, signal } = this.operation;
    let offer: Offer | undefined;
    let label = "";
    let sentAt = 0;
    // Cancelling takes a waiting rent out of the queue, but never a request that is under way: its answer says what
    // was rented.
    const queued = new AbortController();
    const leaveQueue = (): void => queued.abort(signal.reason);
    signal.addEventListener("abort", leaveQueue, { once: true });
    let outcome: "spent" | "free" = "free";
    try {
      const accepted = await session.client.acceptOffer(
        () => {
          offer = this.candidates.claim();
          if (offer === undefined) return undefined;
          signal.removeEventListener("abort", leaveQueue);
          this.sent += 1;
          label = launchLabel(this.order.name, this.order.token, this.sent);
          sentAt = session.clock.now();
          report.status(`renting ${this.describe(offer)}`);
          return { offerId: offer.id, request: acceptRequest(this.order, label) };
        },
        { prepare: async () => this.candidates.ready(), signal: queued.signal, deadline },
      );
      if (accepted === undefined) return undefined;
      outcome = "spent";
      return { instanceId: accepted.instanceId, offer, label, rentedAt: sentAt };
    } catch (error) {
      if (offer === undefined || !(error instanceof ProviderError)) throw error;
      const { newContract } = error.details;
      const { action } = refusalAction(error.code, {
        newContract,
        mayMinBidHaveRisen: offer.minBid === undefined || (this.order.inputs.price ?? 0) >= offer.minBid,
      });
      if (action === "stop") throw error;
      outcome = "spent";
      if (newContract !== undefined) {
        throw new RefusedButRented({ instanceId: newContract, offer, label, rentedAt: sentAt }, error);
      }
      if (action === "look-up") return await this.clearUp(offer, label, sentAt, error);
      this.candidates.leave(offer.id, error.details.serviceMessage ?? error.code);
      return undefined;
    } finally {
      signal.removeEventListener("abort", leaveQueue);
      if (offer !== undefined) session.claims.release(offer.id, outcome);
    }
  }

  /** The rent is never sent again before it is known whether it was carried out. */
  private async clearUp(
    offer: Offer,
    label: string,
    sentAt: number,
    cause: ProviderError,
  ): Promise<Rental | undefined> {
    const { session } = this.operation;
    if (!this.hasList) throw lostForGood(label, cause);
    try {
      const requestMs = session.clock.now() - sentAt;
      const found = await findLostRent(this.operation, label, sentAt, requestMs);
      if (found !== undefined) return { ...rentalOf(found, session.clock.now()), offer };
    } catch (error) {
      throw new RentUnconfirmed(label, sentAt, error instanceof Error ? error : cause);
    }
    session.abandoned.add(label);
    this.candidates.leave(offer.id, "the answer was lost and no machine showed up");
    return undefined;
  }

  private describe(offer: Offer): string {
    const price = hourlyPrice(offer, { disk: this.order.disk, bid: this.order.inputs.price });
    const gpu = offer.gpuName === undefined ? "" : ` ${String(offer.numGpus ?? 1)}x ${offer.gpuName}`;
    const place = offer.geolocation === undefined ? "" : ` in ${offer.geolocation}`;
    return `offer ${String(offer.id)}:${gpu}${price === undefined ? "" : ` at ${formatPrice(price)}`}${place}`;
  }
}

/** Whether an error says that what was rented is not known. */
export function isUnconfirmed(error: unknown): boolean {
  return error instanceof RentUnconfirmed || hasCode(error, "ANSWER_LOST");
}
