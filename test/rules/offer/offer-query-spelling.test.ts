import { normalizeOfferQuery } from "../../../provider/rules/offer/offer-query-schema";

describe("the one spelling of an offer query", () => {
  test("values become eq, lists become in, everything is sorted and spelled as the service does", () => {
    const query = normalizeOfferQuery({
      type: "on-demand",
      filters: {
        numGpus: 1,
        gpuName: ["rtx_4090", "RTX 3090", "RTX 4090", "rtx 3060 ti"],
        geolocation: { notin: ["se", "de"] },
        cpuArch: "AMD64",
        reliability: { lte: 1, gte: 0.98 },
        staticIp: null,
        gpuRam: {},
      },
    });
    expect(JSON.stringify(query)).toBe(
      JSON.stringify({
        filters: {
          cpuArch: { eq: "amd64" },
          geolocation: { notin: ["DE", "SE"] },
          gpuName: { in: ["RTX 3060 Ti", "RTX 3090", "RTX 4090"] },
          numGpus: { eq: 1 },
          reliability: { lte: 1, gte: 0.98 },
        },
        type: "ondemand",
      }),
    );
  });

  test("it is its own spelling", () => {
    const once = normalizeOfferQuery({
      filters: { gpuName: "a100_sxm4" },
      orderBy: [["score", "desc"]],
      limit: 5,
    });
    expect(normalizeOfferQuery(once)).toEqual(once);
    expect(once).toMatchObject({ orderBy: [["score", "desc"]], limit: 5, type: "ondemand" });
  });

  test("a query with mistakes is not spelled but refused with all of them", () => {
    expect(() => normalizeOfferQuery({ filters: { gpuRam: 24, numGpus: "1" } })).toThrow(
      /`filters.gpuRam` .*`filters.numGpus`/,
    );
  });

  test.each<[given: string, spelled: string]>([
    ["RTX 4090", "RTX 4090"],
    ["rtx_3090_ti", "RTX 3090 Ti"],
    ["RTX 4070S TI", "RTX 4070S Ti"],
    ["rtx 6000ada", "RTX 6000Ada"],
    ["tesla v100", "Tesla V100"],
    ["Quadro_P4000", "Quadro P4000"],
    ["q rtx 8000", "Q RTX 8000"],
    ["gtx titan x", "GTX TITAN X"],
    ["TITAN XP", "Titan Xp"],
    ["rtx 3060 laptop", "RTX 3060 laptop"],
    ["InstinctMI50", "InstinctMI50"],
    ["H100 PCIe", "H100 PCIE"],
  ])("the model %s is spelled %s", (given, spelled) => {
    expect(normalizeOfferQuery({ filters: { gpuName: given } }).filters).toEqual({
      gpuName: { eq: spelled },
    });
  });
});
