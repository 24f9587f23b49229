import { bidAboveLimit, requireBidWithinLimit } from "../../../provider/rules/instance/bid-limit";
import { textWith } from "../../support/matchers";

const STATE = { __offer: { storageCost: 0.15 }, __disk: 96, price: 0.2, dphTotal: 0.22 };

describe("a bid counted with the disk", () => {
  test.each<[asked: object, state: object, above: object | undefined, why: string]>([
    [
      { price: 0.29, maxHourlyPriceUsd: 0.3 },
      STATE,
      { bid: 0.29, limit: 0.3 },
      "the offer's price of storage",
    ],
    [{ price: 0.28, maxHourlyPriceUsd: 0.3 }, STATE, undefined, "exactly the limit"],
    [{ price: 0.29 }, STATE, undefined, "no limit"],
    [{ maxHourlyPriceUsd: 0.1 }, STATE, undefined, "no bid"],
    [
      { price: 0.29, maxHourlyPriceUsd: 0.3 },
      { price: 0.2, dphTotal: 0.22 },
      { bid: 0.29, limit: 0.3 },
      "what the machine's price has beside its bid",
    ],
    [{ price: 0.29, maxHourlyPriceUsd: 0.3 }, { price: 0.2 }, undefined, "nothing recorded"],
    [
      { price: 0.29, maxHourlyPriceUsd: 0.3 },
      { price: 0.4, dphTotal: 0.22 },
      undefined,
      "a price below the bid",
    ],
  ])("%j on %j is %j: %s", (asked, state, above) => {
    const found = bidAboveLimit({ ...state }, { ...asked });
    if (above === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(above);
  });

  test("is refused before anything is sent, with what to set instead", () => {
    expect(() => requireBidWithinLimit(STATE, { price: 0.29, maxHourlyPriceUsd: 0.3 }, 4711)).toThrow(
      expect.objectContaining({
        code: "INVALID_PRICE",
        message: textWith(
          "Could not change the bid of instance 4711: a bid of $0.2900/h and $0.0200/h for the disk come to $0.3100/h, above " +
            "`maxHourlyPriceUsd`, $0.3000/h. Nothing was sent. Set `price` to at most 0.28, or raise `maxHourlyPriceUsd` to at least 0.31.",
        ),
      }) as Error,
    );
    expect(() => requireBidWithinLimit(STATE, { price: 0.28, maxHourlyPriceUsd: 0.3 }, 4711)).not.toThrow();
  });
});
