import fc from "fast-check";
import { orderOffers } from "../../../provider/rules/offer/offer-choice";
import {
  describeExclusion,
  excludingFilters,
  relaxedSearches,
} from "../../../provider/rules/offer/offer-exclusion";
import type { Offer } from "../../../provider/rules/offer/offer";
import type { OfferFilters, OfferQuery } from "../../../provider/rules/offer/offer-query";
import { toOfferSearch } from "../../../provider/rules/offer/offer-request";

const ids = (offers: readonly Offer[]): number[] => offers.map(({ id }) => id);

describe("the order of offers", () => {
  const market: readonly Offer[] = [
    { id: 5, dphTotal: 0.3, minBid: 0.1, dlperf: 20, driverVersion: "535.104.05", gpuName: "A40" },
    { id: 4, dphTotal: 0.2, minBid: 0.2, dlperf: 10, driverVersion: "535.86.05", gpuName: "B200" },
    { id: 3, dphTotal: 0.2, minBid: 0.1, dlperf: 20, driverVersion: "550.1", gpuName: "A100 PCIE" },
    { id: 2 },
    { id: 1, dphTotal: 0.9, score: 7 },
  ];

  test.each<[query: Omit<OfferQuery, "filters">, expected: number[], why: string]>([
    [{}, [3, 4, 5, 1, 2], "price, then id; without a price last"],
    [{ type: "bid" }, [3, 5, 4, 1, 2], "minimum bid, then price"],
    [{ orderBy: [["dlperf", "desc"]] }, [3, 5, 4, 1, 2], "benchmark, ties by price"],
    [
      {
        orderBy: [
          ["dlperf", "desc"],
          ["dphTotal", "desc"],
        ],
      },
      [5, 3, 4, 1, 2],
      "the second pair breaks ties",
    ],
    [{ orderBy: [["driverVersion", "desc"]] }, [3, 5, 4, 1, 2], "versions by their parts"],
    [{ orderBy: [["gpuName", "asc"]] }, [3, 5, 4, 1, 2], "names by letter"],
    [{ orderBy: [["score", "desc"]] }, [1, 3, 4, 5, 2], "the service's ranking"],
    [{ orderBy: [["id", "desc"]] }, [5, 4, 3, 2, 1], "an order on the id"],
  ])("%j gives %j: %s", (query, expected) => {
    expect(ids(orderOffers({ filters: {}, ...query }, market))).toEqual(expected);
  });

  test("one market gives one order, however it arrives, and is left as it is", () => {
    const query: OfferQuery = { filters: {}, orderBy: [["dlperf", "desc"]] };
    const expected = ids(orderOffers(query, market));
    fc.assert(
      fc.property(fc.shuffledSubarray([...market], { minLength: market.length }), (shuffled) => {
        const before = ids(shuffled);
        expect(ids(orderOffers(query, shuffled))).toEqual(expected);
        expect(ids(shuffled)).toEqual(before);
      }),
      { seed: 20_260_806 },
    );
  });
});

describe("what excludes every offer", () => {
  const searchOf = (filters: OfferFilters) => toOfferSearch({ filters }, { allocatedStorage: 8, limit: 64 });
  const fields = (filters: OfferFilters): string[] => Object.keys(filters);

  test("each filter is lifted alone, then all at once; what can be rented stays a condition", () => {
    const search = searchOf({ gpuName: "A40", gpuRam: { gte: 48_000 } });
    const relaxed = relaxedSearches(search);
    expect(relaxed.map(({ filters }) => fields(filters))).toEqual([
      ["external", "gpuName", "rentable", "rented", "verified"],
      ["external", "gpuName", "gpuRam", "rentable", "rented", "verified"],
      ["external", "gpuRam", "rentable", "rented", "verified"],
      ["gpuName", "gpuRam", "rentable", "rented", "verified"],
      ["rentable", "rented", "verified"],
    ]);
    expect(relaxed.map(({ filters }) => filters.verified)).toEqual([
      { eq: true },
      { in: [false, true] },
      { eq: true },
      { eq: true },
      { in: [false, true] },
    ]);
    expect(relaxed.every(({ allocatedStorage, limit }) => allocatedStorage === 8 && limit === 64)).toBe(true);
  });

  test("at most six searches are asked, the likeliest suspects alone, the rest together", () => {
    const search = searchOf({
      ...{ numGpus: 1, gpuName: "A40", gpuRam: { gte: 1000 }, geolocation: "SE", dphTotal: { lte: 1 } },
      ...{ staticIp: true, cpuRam: { gte: 64_000 }, hasAvx: true },
    });
    const relaxed = relaxedSearches(search);
    const lifted = relaxed.map(({ filters }) =>
      fields(search.filters).filter((field) => !(field in filters)),
    );
    expect(lifted).toEqual([
      ["dphTotal"],
      ["geolocation"],
      ["gpuRam"],
      ["numGpus"],
      ["cpuRam", "external", "gpuName", "hasAvx", "staticIp"],
      fields(search.filters).filter((field) => !["rentable", "rented", "verified"].includes(field)),
    ]);
  });

  const offers: readonly Offer[] = [
    { id: 1, gpuName: "A40", gpuRam: 24_000, numGpus: 1 },
    { id: 2, gpuName: "A40", gpuRam: 46_000, numGpus: 1 },
    { id: 3, gpuName: "L4", gpuRam: 50_000, numGpus: 1 },
    { id: 4, gpuName: "L4", gpuRam: 24_000, numGpus: 1 },
    { id: 2, gpuName: "A40", gpuRam: 46_000, numGpus: 1 },
  ];

  test("single filters come before pairs, most offers first, each with the offer that comes nearest", () => {
    const found = excludingFilters({ gpuName: "A40", gpuRam: { gte: 48_000 } }, offers);
    expect(found.map(({ fields: names, offers: count }) => [names, count])).toEqual([
      [["gpuRam"], 2],
      [["gpuName"], 1],
    ]);
    expect(found.map((exclusion) => describeExclusion(exclusion))).toEqual([
      "`gpuRam` >= 48000 excludes both offers that fit otherwise; the nearest has 46000",
      "`gpuName` = A40 excludes the one offer that fits otherwise",
    ]);
  });

  test("a price is shown in dollars, rounded up", () => {
    const dear: readonly Offer[] = [{ id: 1, dphTotal: 0.316_666_666_666_666_65 }];
    expect(
      excludingFilters({ dphTotal: { lte: 0.2 } }, dear).map((exclusion) => describeExclusion(exclusion)),
    ).toEqual([
      "`dphTotal` <= $0.2000/h excludes the one offer that fits otherwise; the nearest costs $0.3167/h",
    ]);
  });

  test("where no single filter is the cause, pairs are named", () => {
    const found = excludingFilters({ gpuName: "H200", gpuRam: { gte: 140_000 } }, offers);
    expect(found).toHaveLength(1);
    expect(found.map((exclusion) => describeExclusion(exclusion))).toEqual([
      "`gpuName` = H200 and `gpuRam` >= 140000 together exclude all 4 offers that fit otherwise; " +
        "the nearest has gpuRam 50000",
    ]);
  });

  test("offers that fit, or miss in three ways, tell nothing", () => {
    expect(excludingFilters({ numGpus: 1 }, offers)).toEqual([]);
    expect(excludingFilters({ numGpus: 8, gpuName: "H200", gpuRam: { gte: 99_000 } }, offers)).toEqual([]);
    expect(excludingFilters({ numGpus: 1 }, [])).toEqual([]);
  });
});
