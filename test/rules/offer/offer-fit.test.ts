import { describeUnordered, orderOffers } from "../../../provider/rules/offer/offer-choice";
import { offersThatFit } from "../../../provider/rules/offer/offer-fit";
import type { Offer } from "../../../provider/rules/offer/offer";
import type { OfferFilters, OfferQuery } from "../../../provider/rules/offer/offer-query";

const NOW = 1_800_000_000;
const DEFAULTS = ["external", "rented"];

function fit(filters: OfferFilters, offers: readonly Offer[], unfiltered: readonly string[]): number[] {
  const found = { offers, unfiltered, isOrdered: false };
  return offersThatFit({ filters }, found, { disk: 8, nowSeconds: NOW }).map(({ id }) => id);
}

describe("a filter that the service refuses", () => {
  const bare: readonly Offer[] = [{ id: 1 }, { id: 2 }];

  test.each<[filters: OfferFilters, field: string]>([
    [{ geolocation: "SE" }, "geolocation"],
    [{ machineId: { in: [1, 2] } }, "machineId"],
    [{ cpuRam: { gte: 64_000, lte: 128_000 } }, "cpuRam"],
    [{ verification: "verified" }, "verification"],
    [{ verified: true }, "verified"],
    [{ rented: false }, "rented"],
    [{ external: { neq: true } }, "external"],
    [{ datacenter: true }, "datacenter"],
    [{ duration: { gte: 86_400 } }, "duration"],
    [{ minBid: { lte: 0.2 } }, "minBid"],
  ])("%j, and that no offer shows, stops the search by its name", (filters, field) => {
    expect(() => fit(filters, bare, [field])).toThrow(
      expect.objectContaining({
        code: "UNSUPPORTED",
        message: expect.stringContaining(`by \`${field}\``) as string,
      }) as Error,
    );
  });

  test("and that no offer shows is named together with the others", () => {
    const filters = { geolocation: "SE", cpuRam: { gte: 1 }, numGpus: 1 };
    expect(() => fit(filters, bare, ["cpuRam", "geolocation"])).toThrow(
      "by `cpuRam`, `geolocation`: the service",
    );
  });

  test.each<[filters: OfferFilters, unfiltered: readonly string[], why: string]>([
    [{}, ["verified", "rentable", ...DEFAULTS], "the safe defaults are ours"],
    [{ rented: { in: [true, false] } }, DEFAULTS, "it asks for nothing"],
    [{ geolocation: "SE" }, DEFAULTS, "the service has filtered by it"],
  ])("%j without %j takes offers that do not show it: %s", (filters, unfiltered) => {
    expect(fit(filters, bare, unfiltered)).toEqual([1, 2]);
  });

  test("drops the offers that do not show its field where others do", () => {
    const offers = [{ id: 1 }, { id: 2, geolocation: "Sweden, SE" }, { id: 3, geolocation: "Germany, DE" }];
    expect(fit({ geolocation: "SE" }, offers, ["geolocation"])).toEqual([2]);
    expect(fit({ geolocation: "SE" }, offers, [])).toEqual([1, 2]);
  });

  test("stops nothing where the service has no offers at all", () => {
    expect(fit({ geolocation: "SE" }, [], ["geolocation"])).toEqual([]);
  });

  test("on the price is proved by a price with the disk only", () => {
    expect(fit({ dphTotal: { lte: 0.5 } }, [{ id: 1, dphTotal: 0.4 }], ["dphTotal"])).toEqual([1]);
    const otherDisk = [{ id: 1, dphTotal: 0.4, isPricedForDisk: false }];
    expect(() => fit({ dphTotal: { lte: 0.5 } }, otherDisk, ["dphTotal"])).toThrow("`maxHourlyPriceUsd`");
  });

  test("on how long a machine can be rented is proved by the end that an offer shows", () => {
    const offers = [
      { id: 1, endDate: NOW + 100 },
      { id: 2, endDate: NOW + 200 },
    ];
    expect(fit({ duration: { gte: 150 } }, offers, ["duration"])).toEqual([2]);
  });
});

describe("an order that offers do not show", () => {
  const query: OfferQuery = { filters: {}, orderBy: [["dlperf", "desc"]] };
  const offers: readonly Offer[] = [
    { id: 3, dphTotal: 0.3 },
    { id: 1, dphTotal: 0.4 },
    { id: 2, dphTotal: 0.2 },
  ];
  const ids = (isOrdered: boolean, by = query): number[] =>
    orderOffers(by, offers, isOrdered).map(({ id }) => id);

  test("is the service's own where it has ordered", () => {
    expect(ids(true)).toEqual([3, 1, 2]);
    expect(ids(true, { filters: {}, type: "bid" })).toEqual([3, 1, 2]);
    expect(describeUnordered(query, { offers, unfiltered: [], isOrdered: true })).toBeUndefined();
  });

  test("gives way to the price where the service refuses it, and says so", () => {
    expect(ids(false)).toEqual([2, 3, 1]);
    expect(describeUnordered(query, { offers, unfiltered: [], isOrdered: false })).toBe(
      "The service does not order offers by `dlperf` and its offers do not show it: the rest of `orderBy` counts, then the price.",
    );
  });

  test("needs no word where the field is shown, or nothing was found", () => {
    const shown = [{ id: 1, dlperf: 3 }];
    expect(describeUnordered(query, { offers: shown, unfiltered: [], isOrdered: false })).toBeUndefined();
    expect(describeUnordered(query, { offers: [], unfiltered: [], isOrdered: false })).toBeUndefined();
  });
});
