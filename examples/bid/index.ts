import { Instance } from "pulumi-vastai";

// Another renter's higher bid stops an interruptible machine. Raise `price` to start it again: that is an update in
// place. `maxHourlyPriceUsd` counts the bid and the disk.
const worker = new Instance("worker", {
  image: "pytorch/pytorch:2.6.0-cuda12.6-cudnn9-runtime",
  runtype: "ssh_direct",
  disk: 40,
  search: {
    type: "bid",
    filters: { gpuName: ["RTX 3090", "RTX 4090"], numGpus: 1, reliability: { gte: 0.9 } },
    orderBy: [["minBid", "asc"]],
  },
  price: 0.2,
  maxHourlyPriceUsd: 0.25,
});

export const bid = worker.price;
export const floor = worker.minBid;
export const hourlyPriceUsd = worker.dphTotal;
export const sshCommand = worker.sshCommand;
