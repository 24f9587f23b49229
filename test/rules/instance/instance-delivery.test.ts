import {
  deliveryFaults,
  sameWrongDelivery,
  type ExpectedMachine,
} from "../../../provider/rules/instance/instance-delivery";
import type { InstanceRecord } from "../../../provider/rules/instance/instance-record";

const expected: ExpectedMachine = {
  gpuName: "RTX 4090",
  numGpus: 2,
  hourlyUsd: 0.8,
  maxHourlyPriceUsd: 1,
  isBid: false,
  disk: 40,
};
const delivered: InstanceRecord = {
  id: 1,
  gpuName: "RTX 4090",
  numGpus: 2,
  dphTotal: 0.8,
  isBid: false,
  diskSpace: 40,
};

const rows: readonly [title: string, got: Partial<InstanceRecord>, reasons: readonly string[]][] = [
  ["all as requested", {}, []],
  ["the model spelled otherwise", { gpuName: "NVIDIA GeForce RTX_4090" }, []],
  ["another model", { gpuName: "RTX 4080" }, ["gpuName: RTX 4090 requested, RTX 4080 delivered"]],
  ["a longer model name", { gpuName: "RTX 4090D" }, ["gpuName: RTX 4090 requested, RTX 4090D delivered"]],
  ["fewer GPUs", { numGpus: 1 }, ["numGpus: 2 requested, 1 delivered"]],
  ["interruptible", { isBid: true }, ["isBid: on-demand requested, interruptible delivered"]],
  ["a price within the tolerance", { dphTotal: 0.816 }, []],
  ["a price above it", { dphTotal: 0.82 }, ["dphTotal: $0.8000/h requested, $0.8200/h delivered"]],
  ["a lower price", { dphTotal: 0.1 }, []],
  [
    "a price above the limit",
    { dphTotal: 1.01 },
    ["dphTotal: at most $1.0000/h requested, $1.0100/h delivered"],
  ],
  ["a disk a little smaller", { diskSpace: 38.5 }, []],
  ["a disk too small", { diskSpace: 37.9 }, ["diskSpace: 40 GB requested, 37.9 GB delivered"]],
  ["a larger disk", { diskSpace: 40.08 }, []],
  [
    "several faults",
    { gpuName: "T4", numGpus: 1, isBid: true },
    [
      "gpuName: RTX 4090 requested, T4 delivered",
      "numGpus: 2 requested, 1 delivered",
      "isBid: on-demand requested, interruptible delivered",
    ],
  ],
];

test.each(rows)("%s", (_title, got, reasons) => {
  expect(deliveryFaults({ ...delivered, ...got }, expected).map(({ reason }) => reason)).toEqual(reasons);
});

test("what the record or the request lacks is no fault", () => {
  expect(deliveryFaults({ id: 1 }, expected)).toEqual([]);
  expect(deliveryFaults(delivered, {})).toEqual([]);
});

test("an interruptible request wants an interruptible machine", () => {
  const [fault] = deliveryFaults(delivered, { isBid: true });
  expect(fault).toEqual({ field: "isBid", reason: "isBid: interruptible requested, on-demand delivered" });
});

test("the limit holds with rounding only, though the offer promised more", () => {
  const faults = deliveryFaults({ id: 1, dphTotal: 1.002 }, { hourlyUsd: 1.01, maxHourlyPriceUsd: 1 });
  expect(faults).toHaveLength(1);
  expect(deliveryFaults({ id: 1, dphTotal: 1.0004 }, { maxHourlyPriceUsd: 1 })).toEqual([]);
});

test("two deliveries are wrong alike where the same fields are wrong", () => {
  const faults = (got: Partial<InstanceRecord>) => deliveryFaults({ ...delivered, ...got }, expected);
  expect(sameWrongDelivery(faults({ gpuName: "T4" }), faults({ gpuName: "A10" }))).toBe(true);
  expect(sameWrongDelivery(faults({ gpuName: "T4" }), faults({ numGpus: 1 }))).toBe(false);
  expect(sameWrongDelivery([], [])).toBe(false);
});
