import { parseOffers } from "../../provider/client/schema/offer-reply";

test("an odd field of an offer is left out, an offer without id is not shown", () => {
  const offers = [
    {
      id: 5.0,
      machine_id: "12",
      gpu_name: "RTX 4090",
      gpu_ram: "24564",
      dph_total: { a: 1 },
      verified: 1,
      x: 1,
      gpu_ids: [0, "1"],
      ubuntu_version: "22.04",
      discount_rate: 0.1,
    },
    { id: 6, os_version: "24.04", ubuntu_version: "22.04", gpu_ids: [0, {}] },
    { gpu_name: "RTX 3090" },
    null,
  ];
  expect(parseOffers({ offers })).toEqual([
    {
      ...{ id: 5, machineId: 12, gpuName: "RTX 4090", gpuRam: 24564, verified: true },
      ...{ gpuIds: [0, 1], osVersion: "22.04", discountRate: 0.1 },
    },
    { id: 6, osVersion: "24.04" },
  ]);
});
