import { OFFER_FIELDS, OPERATORS, operatorsOf } from "../../../provider/rules/offer/offer-fields";
import { checkOfferQuery, normalizeOfferQuery } from "../../../provider/rules/offer/offer-query-schema";
import { UNKNOWN } from "../../../provider/rules/validation/unknown";
import { MISTAKES } from "./offer-query-mistakes.cases";

describe("checking an offer query", () => {
  test.each(MISTAKES)("%j is refused at %s", (query, property, reason) => {
    expect(checkOfferQuery(query, "search")).toEqual([{ property, reason }]);
  });

  test("every mistake is reported at once, each with its path", () => {
    const failures = checkOfferQuery(
      {
        filters: { gpuRam: { gte: 24, lte: "x" }, nuGpus: 1, geolocation: ["SE", "us-east"] },
        type: "reserved",
        limit: -1,
        orderBy: [["nothing", "up"]],
        sort: 1,
      },
      "search[1]",
    );
    expect(failures.map(({ property }) => property)).toEqual([
      "search[1].filters.gpuRam.gte",
      "search[1].filters.gpuRam.lte",
      "search[1].filters.nuGpus",
      "search[1].filters.geolocation[1]",
      "search[1].type",
      "search[1].limit",
      "search[1].orderBy[0][0]",
      "search[1].orderBy[0][1]",
      "search[1].sort",
    ]);
  });

  test("a query at the root has paths without a beginning", () => {
    expect(checkOfferQuery({ filters: { numGpus: "1" } }, "")[0]?.property).toBe("filters.numGpus");
    expect(checkOfferQuery(7, "")).toEqual([
      {
        property: "",
        reason: "Expected the query to be an offer query such as { filters: { numGpus: 1 } }, got 7",
      },
    ]);
  });

  test.each<unknown>([
    UNKNOWN,
    { filters: UNKNOWN },
    { filters: { gpuRam: UNKNOWN } },
    { filters: { gpuRam: { gte: UNKNOWN, lte: 8000 } } },
    { filters: { gpuName: UNKNOWN, geolocation: [UNKNOWN, "SE"] } },
    { filters: { gpuName: { in: UNKNOWN } } },
    { filters: { verified: UNKNOWN, driverVersion: UNKNOWN } },
    { filters: {}, type: UNKNOWN, limit: UNKNOWN, orderBy: UNKNOWN },
    { filters: {}, orderBy: [UNKNOWN, [UNKNOWN, "asc"], ["dphTotal", UNKNOWN]] },
    { filters: {}, orderBy: [UNKNOWN, UNKNOWN] },
  ])("a value that is not known yet is no mistake: %j", (query) => {
    expect(checkOfferQuery(query, "search")).toEqual([]);
    expect(JSON.stringify(normalizeOfferQuery(query))).toContain(UNKNOWN);
  });

  test("mistakes next to a value that is not known yet are still reported", () => {
    expect(checkOfferQuery({ filters: { gpuRam: { gte: UNKNOWN, lte: 24 } } }, "search")).toHaveLength(1);
  });

  test("what is absent or null is no mistake", () => {
    expect(
      checkOfferQuery({ filters: { gpuRam: null, numGpus: undefined, gpuName: {} }, type: null }, "search"),
    ).toEqual([]);
  });

  const samples = { number: 1, whole: 300, text: "A40", boolean: true, version: "535.86.05" };
  const special: Readonly<Record<string, unknown>> = {
    geolocation: "SE",
    gpuRam: 24_000,
    gpuTotalRam: 24_000,
    cpuRam: 64_000,
    duration: 86_400,
  };
  test.each(Object.entries(OFFER_FIELDS))(
    "%s takes a value, a list and every operator that is its own",
    (field, rule) => {
      const fallback =
        "values" in rule ? rule.values[0] : "isWhole" in rule ? samples.whole : samples[rule.kind];
      const value = special[field] ?? fallback;
      const filters = [
        value,
        [value],
        ...operatorsOf(rule).map((name) => ({ [name]: name === "in" || name === "notin" ? [value] : value })),
      ];
      const failures = filters.flatMap((filter) =>
        checkOfferQuery({ filters: { [field]: filter } }, "search"),
      );
      expect(failures).toEqual([]);
      expect(filters.length).toBe(
        rule.kind === "number" || rule.kind === "version" ? 2 + OPERATORS.length : 6,
      );
    },
  );
});
