import * as units from "../../../provider/rules/offer/units";

describe("values in another unit", () => {
  test.each<[guards: readonly units.UnitGuard[], value: number, hint: string]>([
    [units.MEGABYTES, 24, "24 means 24 MB; for 24 GB write 24000"],
    [units.MEGABYTES, 0.5, "0.5 means 0.5 MB; for 0.5 GB write 500"],
    [units.MEGABYTES, 24e9, "24000000000 means 24000000000 MB; for 24000000000 bytes write 24000"],
    [units.SECONDS, 3, "3 means 3 seconds; for 3 days write 259200"],
    [units.SECONDS, 30, "30 means 30 seconds; for 30 days write 2592000"],
    [units.SECONDS, 0.5, "0.5 means 0.5 seconds; for 0.5 days write 43200"],
    [units.PART_OF_ONE, 99, "for 99 % write 0.99"],
    [units.PART_OF_ONE, 99.5, "for 99.5 % write 0.995"],
    [units.PART_OF_ONE, 100, "for 100 % write 1"],
    [units.COMPUTE_CAPABILITY, 8.6, "for 8.6 write 860"],
    [units.COMPUTE_CAPABILITY, 12, "for 12 write 1200"],
    [units.COMPUTE_CAPABILITY, 86, "for 8.6 write 860"],
    [units.COMPUTE_CAPABILITY, 120, "for 12 write 1200"],
    [units.CUDA_VERSION, 124, "write the version with its point, 12.4"],
    [units.CUDA_VERSION, 1240, "write the version with its point, 12.4"],
    [units.CUDA_VERSION, 12_040, "write the version with its point, 12.4"],
    [units.GIGAHERTZ, 3200, "3200 means 3200 GHz; for 3200 MHz write 3.2"],
    [units.DOLLARS_PER_GIGABYTE, 5, "5 means $5 per GB; for $5 per TB write 0.005"],
  ])("guard %# takes %d for a slip and says %s", (guards, value, hint) => {
    expect(units.mistakenUnit(guards, value)).toMatchObject({ hint });
  });

  test.each<[guards: readonly units.UnitGuard[], values: number[]]>([
    [units.MEGABYTES, [0, 1000, 11_000, 24_000, 2_304_000]],
    [units.SECONDS, [0, 3600, 86_400, 2_592_000]],
    [units.PART_OF_ONE, [0, 0.5, 0.995, 1]],
    [units.COMPUTE_CAPABILITY, [0, 350, 860, 1200]],
    [units.CUDA_VERSION, [0, 11.8, 12.4, 13]],
    [units.GIGAHERTZ, [0, 2.4, 5.7]],
    [units.DOLLARS_PER_GIGABYTE, [0, 0.005, 0.2, 2]],
  ])("guard %# lets %j pass, which can be meant", (guards, values) => {
    expect(values.map((value) => units.mistakenUnit(guards, value))).toEqual(values.map(() => undefined));
  });
});
