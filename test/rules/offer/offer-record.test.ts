import {
  describeExcluded,
  excludedByRecord,
  recordOffer,
  unrecordedFields,
} from "../../../provider/rules/offer/offer-record";
import type { Offer } from "../../../provider/rules/offer/offer";
import type { OfferFilters } from "../../../provider/rules/offer/offer-query";

const offer: Offer = {
  ...{
    id: 4711,
    machineId: 12,
    hostId: 3,
    numGpus: 1,
    gpuName: "RTX 4090",
    gpuRam: 24_564,
    dphTotal: 0.4,
    minBid: 0.1,
  },
  ...{
    geolocation: "Stockholm, SE",
    verification: "verified",
    hostingType: 1,
    reliability: 0.99,
    duration: 900_000,
  },
  ...{
    rentable: true,
    rented: false,
    diskSpace: 500,
    endDate: 1_800_000_000,
    driverVersion: "550.90.07",
    staticIp: true,
  },
};

describe("what is recorded of a rented offer", () => {
  test("a price with another disk than the one that is rented is not recorded", () => {
    expect(recordOffer({ ...offer, isPricedForDisk: false })).not.toHaveProperty("dphTotal");
  });

  test("it is spelled as filters spell it, without what held for a moment only", () => {
    expect(recordOffer(offer)).toEqual({
      ...{ numGpus: 1, gpuName: "RTX 4090", gpuRam: 24_564, driverVersion: "550.90.07", staticIp: true },
      ...{ dphTotal: 0.4, verified: true, verification: "verified", datacenter: true, reliability: 0.99 },
      ...{ geolocation: "SE", machineId: 12, hostId: 3 },
    });
  });

  test("an offer that shows only the fields of the API specification records those", () => {
    expect(recordOffer({ id: 1, numGpus: 2, gpuName: "A40", dphTotal: 1 })).toEqual({
      numGpus: 2,
      gpuName: "A40",
      dphTotal: 1,
    });
  });

  test.each<[filters: OfferFilters, sentences: string[]]>([
    [{}, []],
    [{ numGpus: 1, gpuName: ["rtx_4090"], geolocation: "EU", gpuRam: { gte: 24_000 } }, []],
    [{ numGpus: { gte: 4 } }, ["numGpus: the rented machine has 1, the query now needs >= 4"]],
    [
      { gpuName: ["A40", "L40S"], dphTotal: { lte: 0.3 } },
      [
        "dphTotal: the rented machine has $0.4000/h, the query now needs <= $0.3000/h",
        "gpuName: the rented machine has RTX 4090, the query now needs one of A40, L40S",
      ],
    ],
    [
      { geolocation: { notin: ["EU"] } },
      ["geolocation: the rented machine has SE, the query now needs none of EU"],
    ],
    [{ verified: false }, ["verified: the rented machine has true, the query now needs = false"]],
    [
      { driverVersion: { lt: "550" } },
      ["driverVersion: the rented machine has 550.90.07, the query now needs < 550"],
    ],
    // not recorded: excludes nothing
    [{ cpuRam: { gte: 64_000 }, duration: { gte: 86_400 }, rented: true, id: 1 }, []],
  ])("the query %j excludes it by %j", (filters, sentences) => {
    expect(excludedByRecord({ filters }, recordOffer(offer)).map(describeExcluded)).toEqual(sentences);
  });

  test("the defaults of a new query count too", () => {
    const recorded = recordOffer({ ...offer, verification: "unverified" });
    expect(excludedByRecord({ filters: {} }, recorded)).toEqual([
      { field: "verified", has: false, needs: "= true" },
    ]);
    expect(excludedByRecord({ filters: { verified: [true, false] } }, recorded)).toEqual([]);
  });

  test("fields that were named and not recorded are told", () => {
    const query = { filters: { numGpus: 1, cpuRam: { gte: 64_000 }, duration: { gte: 86_400 } } };
    expect(unrecordedFields(query, recordOffer(offer))).toEqual(["cpuRam", "duration"]);
    expect(unrecordedFields({ filters: {} }, recordOffer(offer))).toEqual([]);
  });
});
