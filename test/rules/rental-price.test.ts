import type { Offer } from "../../provider/rules/offer";
import { formatPrice, hourlyPrice, type Rental } from "../../provider/rules/rental-price";

const offer: Offer = {
  id: 1,
  dphTotal: 0.41,
  dphBase: 0.4,
  storageCost: 0.18,
  storageTotalCost: 0.01,
  minBid: 0.2,
};

describe("the price of a rental", () => {
  test.each<[shown: Partial<Offer>, rental: Rental, price: number | undefined, why: string]>([
    [offer, { disk: 40 }, 0.41, "the total that was asked for this disk"],
    [offer, { disk: 80, allocatedStorage: 40 }, 0.42, "another disk: base and storage over 720 h"],
    [{ dphTotal: 0.41 }, { disk: 80, allocatedStorage: 40 }, 0.41, "nothing to compute with: the total"],
    [{ dphBase: 0.4, storageCost: 0.18 }, { disk: 40 }, 0.41, "no total is shown"],
    [{ dphBase: 0.4 }, { disk: 40 }, undefined, "neither total nor storage is shown"],
    [{}, { disk: 40 }, undefined, "no price is shown"],
    [offer, { disk: 40, bid: 0.25 }, 0.26, "a bid and its disk"],
    [{ storageTotalCost: 0.01 }, { disk: 40, bid: 0.25 }, 0.26, "storage as it was asked for"],
    [
      { storageTotalCost: 0.01 },
      { disk: 80, allocatedStorage: 40, bid: 0.25 },
      0.25,
      "storage of another disk: the least",
    ],
    [{ dphTotal: 0.41 }, { disk: 40, bid: 0.25 }, 0.25, "no storage price is shown: the least"],
  ])("%j rented as %j costs %s: %s", (shown, rental, price) => {
    const actual = hourlyPrice({ id: 1, ...shown }, rental);
    if (price === undefined) expect(actual).toBeUndefined();
    else expect(actual).toBeCloseTo(price, 9);
  });

  test.each([
    [0.3512, "$0.3512/h"],
    [12, "$12.0000/h"],
    [0.001, "$0.0010/h"],
  ])("%d is written %s", (price, text) => {
    expect(formatPrice(price)).toBe(text);
  });
});
