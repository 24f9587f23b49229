import { Instance } from "pulumi-vastai";

// With runtype `args` the image's own entrypoint runs, without SSH. When it ends, the machine is kept: its disk holds
// the results and is billed until `pulumi destroy`.
const job = new Instance("train", {
  image: "my-registry.example.com/trainer:1.4",
  runtype: "args",
  args: ["--epochs", "3", "--output", "/workspace/model"],
  env: { DATASET: "imagenet-mini" },
  disk: 30,
  search: { filters: { numGpus: 1, gpuRam: { gte: 20_000 }, inetDown: { gte: 100 } } },
  maxHourlyPriceUsd: 0.5,
});

export const instanceId = job.instanceId;
export const status = job.actualStatus;
export const message = job.statusMsg;
