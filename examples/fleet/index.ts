import * as pulumi from "@pulumi/pulumi";
import { Instance, Template } from "pulumi-vastai";

const machines = new pulumi.Config().getNumber("machines") ?? 3;

const template = new Template("worker", {
  image: "pytorch/pytorch:2.6.0-cuda12.6-cudnn9-runtime",
  runtype: "ssh",
  sshDirect: true,
  useSsh: true,
  recommendedDiskSpace: 24,
  onstart: "nvidia-smi > /workspace/gpu.txt",
});

// The same query for all: one search serves them, and no two of them ask for the same offer. The second query
// counts only where the first has nothing left.
const search = [
  { filters: { gpuName: ["RTX 4090"], numGpus: 1 } },
  { filters: { gpuName: ["RTX 3090", "RTX A6000"], numGpus: 1 } },
];

const workers = Array.from(
  { length: machines },
  (_, index) => new Instance(`worker-${index}`, { template, search, maxHourlyPriceUsd: 0.7 }),
);

/** Undefined where the deployment does not show the price of one of them: the others alone would not be the total. */
function total(prices: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const price of prices) {
    if (price === undefined) return undefined;
    sum += price;
  }
  return Math.round(sum * 10_000) / 10_000;
}

export const sshCommands = workers.map((worker) => worker.sshCommand);
export const hourlyPriceUsd = pulumi.all(workers.map((worker) => worker.dphTotal)).apply(total);
