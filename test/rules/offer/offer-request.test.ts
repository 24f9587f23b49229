import { mergeTemplateFilters } from "../../../provider/rules/offer/offer-merge";
import type { OfferQuery } from "../../../provider/rules/offer/offer-query";
import { toOfferSearch } from "../../../provider/rules/offer/offer-request";

const DEFAULTS = {
  external: { eq: false },
  rentable: { eq: true },
  rented: { eq: false },
  verified: { eq: true },
};

const filtersOf = (filters: OfferQuery["filters"], more: Partial<OfferQuery> = {}, cap?: number): unknown =>
  toOfferSearch({ filters, ...more }, { allocatedStorage: 8, limit: 64, maxHourlyPriceUsd: cap }).filters;

describe("the search that a query stands for", () => {
  test("an empty query asks for verified machines that can be rented, cheapest first, with the disk", () => {
    expect(toOfferSearch({ filters: {} }, { allocatedStorage: 40, limit: 64 })).toEqual({
      filters: DEFAULTS,
      type: "ondemand",
      orderBy: [["dphTotal", "asc"]],
      allocatedStorage: 40,
      limit: 64,
    });
  });

  test("a bid is ordered by its minimum", () => {
    const search = toOfferSearch({ filters: {}, type: "bid" }, { allocatedStorage: 8, limit: 64 });
    expect(search).toMatchObject({ type: "bid", orderBy: [["minBid", "asc"]] });
  });

  test("the query's own order and limit are kept", () => {
    const query: OfferQuery = { filters: {}, orderBy: [["dlperf", "desc"]], limit: 3 };
    expect(toOfferSearch(query, { allocatedStorage: 8, limit: 64 })).toMatchObject({
      orderBy: [["dlperf", "desc"]],
      limit: 3,
    });
  });

  test.each<[filters: OfferQuery["filters"], expected: unknown]>([
    [{ verified: false }, { ...DEFAULTS, verified: { eq: false } }],
    [{ verified: [true, false] }, { ...DEFAULTS, verified: { in: [false, true] } }],
    [{ rentable: { neq: true } }, { ...DEFAULTS, rentable: { neq: true } }],
    [
      { rented: true, external: true },
      { ...DEFAULTS, rented: { eq: true }, external: { eq: true } },
    ],
    [
      { verification: "unverified" },
      {
        external: { eq: false },
        rentable: { eq: true },
        rented: { eq: false },
        verification: { eq: "unverified" },
      },
    ],
  ])("a filter that names a field takes the place of its default: %j", (filters, expected) => {
    expect(filtersOf(filters)).toEqual(expected);
  });

  test("equal queries give equal searches, whatever their spelling", () => {
    const options = { allocatedStorage: 8, limit: 64 };
    const one = toOfferSearch({ filters: { numGpus: 1, gpuName: ["RTX 4090", "A40"] } }, options);
    const other = toOfferSearch(
      { type: "ondemand", filters: { gpuName: { in: ["a40", "rtx_4090"] }, numGpus: { eq: 1 } } },
      options,
    );
    expect(JSON.stringify(other)).toBe(JSON.stringify(one));
  });

  test("driver versions are sent in three parts", () => {
    expect(filtersOf({ driverVersion: { gte: "535", in: ["550.9", "535.86.05"] } })).toMatchObject({
      driverVersion: { gte: "535.00.00", in: ["535.86.05", "550.09.00"] },
    });
  });

  const sentCountries = (geolocation: OfferQuery["filters"]["geolocation"]) => {
    const { filters } = toOfferSearch({ filters: { geolocation } }, { allocatedStorage: 8, limit: 1 });
    const sent = filters.geolocation;
    if (typeof sent !== "object" || !("in" in sent || "notin" in sent || "eq" in sent))
      throw new Error("no operators");
    return sent;
  };

  test.each<
    [filter: OfferQuery["filters"]["geolocation"], operator: "in" | "notin", some: string[], none: string[]]
  >([
    ["EU", "in", ["AT", "DE", "SE"], ["EU", "GB"]],
    [{ in: ["EU", "NO"] }, "in", ["NO", "SE"], ["EU"]],
    [{ neq: "EU" }, "notin", ["AT", "SE"], ["EU"]],
    [{ eq: "SE", in: ["EU"] }, "in", ["SE"], ["DE"]],
    [{ in: ["EU"], notin: ["DE"] }, "notin", ["DE"], ["SE"]],
  ])(
    "the country %j is sent as codes under %s, among them %j, not %j",
    (geolocation, operator, some, none) => {
      const codes = sentCountries(geolocation)[operator] ?? [];
      expect(some.filter((code) => !codes.includes(code))).toEqual([]);
      expect(none.filter((code) => codes.includes(code))).toEqual([]);
    },
  );

  test("one country is sent as requested", () => {
    expect(sentCountries("se")).toEqual({ eq: "SE" });
  });

  test("EU is its 27 member states", () => {
    const codes = sentCountries("EU").in ?? [];
    expect(new Set(codes).size).toBe(27);
    expect(codes.filter((code) => ["GB", "NO", "CH", "EU"].includes(code))).toEqual([]);
  });

  test.each<[filters: OfferQuery["filters"], type: OfferQuery["type"], cap: number, expected: unknown]>([
    [{}, "ondemand", 0.5, { dphTotal: { lte: 0.5 } }],
    [{ dphTotal: { lte: 0.3 } }, "ondemand", 0.5, { dphTotal: { lte: 0.3 } }],
    [{ dphTotal: { lte: 0.9, gte: 0.1 } }, "ondemand", 0.5, { dphTotal: { lte: 0.5, gte: 0.1 } }],
    [{ dphTotal: { lt: 0.4 } }, "ondemand", 0.5, { dphTotal: { lt: 0.4, lte: 0.5 } }],
    [{}, "bid", 0.5, { minBid: { lte: 0.5 } }],
  ])("a cap narrows %j of type %s at %d", (filters, type, cap, expected) => {
    expect(filtersOf(filters, { type }, cap)).toEqual({ ...DEFAULTS, ...(expected as object) });
  });
});

describe("a template's filters under a query's own", () => {
  test("they are merged by field, and the query's wins whole", () => {
    expect(
      mergeTemplateFilters(
        { gpuRam: { gte: 16_000 }, cudaMaxGood: { gte: 12 }, verified: { eq: true } },
        {
          gpuRam: { lte: 48_000 },
          numGpus: 2,
        },
      ),
    ).toEqual({
      cudaMaxGood: { gte: 12 },
      gpuRam: { lte: 48_000 },
      numGpus: { eq: 2 },
      verified: { eq: true },
    });
  });

  test("a template without filters changes nothing", () => {
    expect(mergeTemplateFilters(undefined, { numGpus: 1 })).toEqual({ numGpus: { eq: 1 } });
  });

  test.each<[template: OfferQuery["filters"], query: OfferQuery["filters"]]>([
    [{ verified: true }, { verification: { eq: "unverified" } }],
    [{ verification: "verified" }, { verified: { eq: false } }],
  ])("verified and verification are one: %j gives way to %j", (template, query) => {
    expect(mergeTemplateFilters(template, query)).toEqual(query);
  });
});
