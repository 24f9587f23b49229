import type { Offer } from "../../../provider/rules/offer/offer";
import {
  describePrice,
  formatPrice,
  hourlyPrice,
  leastHourlyPrice,
  pricedForDisk,
  type PriceTerms,
} from "../../../provider/rules/offer/rental-price";

const offer: Offer = {
  id: 1,
  dphTotal: 0.41,
  dphBase: 0.4,
  storageCost: 0.18,
  storageTotalCost: 0.01,
  minBid: 0.2,
};
const OTHER = { isPricedForDisk: false } as const;

describe("the price of a rental", () => {
  test.each<
    [
      shown: Partial<Offer>,
      rental: PriceTerms,
      price: number | undefined,
      least: number | undefined,
      words: string | undefined,
      why: string,
    ]
  >([
    [offer, { disk: 40 }, 0.41, 0.41, "$0.4100/h", "the total that was asked for this disk"],
    [{ ...offer, ...OTHER }, { disk: 80 }, 0.42, 0.42, "$0.4200/h", "another disk: storage over 720 h"],
    [
      { dphTotal: 0.41, ...OTHER },
      { disk: 80 },
      undefined,
      0.41,
      "from $0.4100/h",
      "nothing to compute with",
    ],
    [{ dphBase: 0.4, storageCost: 0.18 }, { disk: 40 }, 0.41, 0.41, "$0.4100/h", "no total is shown"],
    [{ dphBase: 0.4 }, { disk: 40 }, undefined, undefined, undefined, "neither total nor storage is shown"],
    [{}, { disk: 40 }, undefined, undefined, undefined, "no price is shown"],
    [offer, { disk: 40, bid: 0.25 }, 0.26, 0.26, "$0.2600/h", "a bid and its disk"],
    [{ storageTotalCost: 0.01 }, { disk: 40, bid: 0.25 }, 0.26, 0.26, "$0.2600/h", "storage as asked for"],
    [
      { storageTotalCost: 0.01, ...OTHER },
      { disk: 80, bid: 0.25 },
      undefined,
      0.25,
      "from $0.2500/h",
      "storage of another disk",
    ],
    [{ dphTotal: 0.41 }, { disk: 40, bid: 0.25 }, undefined, 0.25, "from $0.2500/h", "no storage price"],
  ])("%j rented as %j costs %s, at least %s, in words %s: %s", (shown, rental, price, least, words) => {
    const rounded = (value: number | undefined): number | undefined => value && Number(value.toFixed(9));
    expect(rounded(hourlyPrice({ id: 1, ...shown }, rental))).toBe(price);
    expect(rounded(leastHourlyPrice({ id: 1, ...shown }, rental))).toBe(least);
    expect(describePrice({ id: 1, ...shown }, rental)).toBe(words);
  });

  test("of a search that could not ask for the disk is computed, or marked as being for another", () => {
    const { dphTotal = 0, storageTotalCost, isPricedForDisk } = pricedForDisk(offer, 400);
    expect([dphTotal.toFixed(6), storageTotalCost, isPricedForDisk]).toEqual(["0.500000", 0.1, undefined]);
    expect(pricedForDisk({ id: 1, dphTotal: 0.41, storageTotalCost: 0.01 }, 400)).toEqual({
      id: 1,
      dphTotal: 0.41,
      isPricedForDisk: false,
    });
  });

  test.each([
    [0.3512, "$0.3512/h"],
    [12, "$12.0000/h"],
    [0.001, "$0.0010/h"],
  ])("%d is written %s", (price, text) => {
    expect(formatPrice(price)).toBe(text);
  });
});
