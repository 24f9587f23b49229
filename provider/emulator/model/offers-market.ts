import { completeOffer, type OfferFields, type PartialOffer } from "./offer-fields";

/** What is for rent. An id is spent by its first rent; a destroyed machine is listed under a new one. */
export class OffersMarket {
  private readonly listed = new Map<number, OfferFields>();
  private made = 0;

  constructor(offers: readonly PartialOffer[], nowMs: number) {
    this.add(offers, nowMs);
  }

  /** Lists further offers and returns them completed. */
  add(offers: readonly PartialOffer[], nowMs: number): OfferFields[] {
    return offers.map((partial) => {
      this.made += 1;
      const offer = completeOffer(partial, this.made, nowMs);
      this.listed.set(offer.id, offer);
      return offer;
    });
  }

  /** Every offer that has neither been rented nor withdrawn nor run out. */
  all(nowMs: number): OfferFields[] {
    return [...this.listed.values()].filter((offer) => offer.end_date * 1000 > nowMs);
  }

  find(id: number, nowMs: number): OfferFields | undefined {
    return this.all(nowMs).find((offer) => offer.id === id);
  }

  /** Takes an offer off the market. */
  withdraw(id: number): void {
    this.listed.delete(id);
  }

  /** Lists the hardware of an offer that was rented again, under an id of its own. */
  relist(offer: OfferFields, nowMs: number): void {
    if (offer.end_date * 1000 > nowMs) {
      const { id: _spent, ...rest } = offer;
      this.add([{ ...rest, rented: false }], nowMs);
    }
  }

  /** Changes what every listed offer of a machine shows. */
  change(machineId: number, changes: PartialOffer): void {
    for (const [id, offer] of this.listed) {
      if (offer.machine_id === machineId) {
        this.listed.set(id, { ...offer, ...changes, id });
      }
    }
  }
}
