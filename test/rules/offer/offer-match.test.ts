import { mismatches } from "../../../provider/rules/offer/offer-match";
import type { Offer } from "../../../provider/rules/offer/offer";
import type { OfferFilters } from "../../../provider/rules/offer/offer-query";

const NOW = 1_700_000_000;

const ROWS: readonly (readonly [filters: OfferFilters, shown: Omit<Offer, "id">, fits: boolean])[] = [
  [{ numGpus: 1 }, { numGpus: 1 }, true],
  [{ numGpus: 1 }, { numGpus: 2 }, false],
  [{ numGpus: { neq: 1 } }, { numGpus: 1 }, false],
  [{ numGpus: { gte: 2, lt: 4 } }, { numGpus: 3 }, true],
  [{ numGpus: { gte: 2, lt: 4 } }, { numGpus: 4 }, false],
  [{ numGpus: { gt: 2 } }, { numGpus: 2 }, false],
  [{ numGpus: { lte: 2 } }, { numGpus: 3 }, false],
  [{ numGpus: [1, 2] }, { numGpus: 2 }, true],
  [{ numGpus: { notin: [1, 2] } }, { numGpus: 2 }, false],
  // single precision, as some replies carry it
  [{ reliability: { lte: 0.98 } }, { reliability: 0.980_000_019_073_486_3 }, true],
  [{ reliability: { gt: 0.98 } }, { reliability: 0.980_000_019_073_486_3 }, false],
  [{ reliability: { gte: 0.98 } }, { reliability: 0.979 }, false],
  [{ gpuName: "RTX_4090" }, { gpuName: "RTX 4090" }, true],
  [{ gpuName: "rtx 4090" }, { gpuName: "RTX 4090" }, true],
  [{ gpuName: "RTX 4090" }, { gpuName: "RTX 4090D" }, false],
  [{ gpuName: { notin: ["rtx_4090"] } }, { gpuName: "RTX 4090" }, false],
  [{ geolocation: "SE" }, { geolocation: "Stockholm, SE" }, true],
  [{ geolocation: "se" }, { geolocation: "SE" }, true],
  [{ geolocation: "SE" }, { geolocation: "Sweden, DE" }, false],
  [{ geolocation: "EU" }, { geolocation: "Sweden, SE" }, true],
  [{ geolocation: "EU" }, { geolocation: "United Kingdom, GB" }, false],
  [{ geolocation: { neq: "EU" } }, { geolocation: "Sweden, SE" }, false],
  // no code is shown: nothing to hold against it
  [{ geolocation: "SE" }, { geolocation: "Sweden" }, true],
  [{ driverVersion: { gte: "535.86" } }, { driverVersion: "535.104.05" }, true],
  [{ driverVersion: { gte: "535.104" } }, { driverVersion: "535.86.05" }, false],
  [{ driverVersion: "535.86.5" }, { driverVersion: "535.86.05" }, true],
  [{ driverVersion: { lt: "550" } }, { driverVersion: "550.00.00" }, false],
  [{ osVersion: { gte: "22.04" } }, { osVersion: "20.04" }, false],
  [{ verified: true }, { verification: "verified" }, true],
  [{ verified: true }, { verification: "deverified" }, false],
  [{ verified: false }, { verification: "unverified" }, true],
  [{ verified: true }, { verified: false }, false],
  [{ verification: "verified" }, { verified: true }, true],
  [{ verification: { in: ["unverified"] } }, { verification: "deverified" }, false],
  // "not verified" is two words of three: which one is not shown
  [{ verification: "unverified" }, { verified: false }, true],
  [{ datacenter: true }, { hostingType: 1 }, true],
  [{ datacenter: true }, { hostingType: 0 }, false],
  [{ duration: { gte: 86_400 } }, { duration: 80_000 }, false],
  [{ duration: { gte: 86_400 } }, { endDate: NOW + 80_000 }, false],
  [{ duration: { gte: 86_400 } }, { endDate: NOW + 90_000 }, true],
  [{ staticIp: true }, { staticIp: false }, false],
  [{ staticIp: { in: [true, false] } }, { staticIp: false }, true],
  [{ cpuArch: "arm64" }, { cpuArch: "amd64" }, false],
  [{ moboName: "x570" }, { moboName: "X570" }, true],
  [{ gpuRam: { gte: 1000 }, machineId: 4, bwNvlink: { gt: 0 } }, {}, true],
  [{}, { numGpus: 1 }, true],
  // Ids as large as the service's differ by less than prices are rounded.
  [{ machineId: 30_000_001 }, { machineId: 30_000_020 }, false],
  [{ machineId: { notin: [30_000_001] } }, { machineId: 30_000_002 }, true],
  [{ hostId: { gt: 30_000_001 } }, { hostId: 30_000_002 }, true],
  [{ gpuRam: 24_564 }, { gpuRam: 24_564.000_1 }, true],
];

describe("filtering again on our side", () => {
  test.each(ROWS)("%j against %j: fits is %s", (filters, shown, fits) => {
    expect(mismatches(filters, { id: 1, ...shown }, NOW).length === 0).toBe(fits);
  });

  test("without a time an offer that shows only its end is not held to duration", () => {
    expect(mismatches({ duration: { gte: 86_400 } }, { id: 1, endDate: NOW })).toEqual([]);
  });

  test("every broken rule is named with what the offer shows", () => {
    const offer = { id: 1, numGpus: 1, gpuName: "A40", geolocation: "Berlin, DE", gpuRam: 46_000 };
    const filters = {
      numGpus: { gte: 2, neq: 1 },
      gpuName: ["RTX 4090", "A100 PCIE"],
      geolocation: "US",
      gpuRam: { lte: 9e4 },
    };
    expect(mismatches(filters, offer)).toEqual([
      { field: "geolocation", rule: "= US", value: "DE" },
      { field: "gpuName", rule: "one of A100 PCIE, RTX 4090", value: "A40" },
      { field: "numGpus", rule: "not 1", value: 1 },
      { field: "numGpus", rule: ">= 2", value: 1 },
    ]);
  });
});
