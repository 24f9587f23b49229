import { Instance, Template } from "pulumi-vastai";

const template = new Template("trainer", {
  image: "pytorch/pytorch:2.6.0-cuda12.6-cudnn9-runtime",
  runtype: "ssh",
  sshDirect: true,
  useSsh: true,
  recommendedDiskSpace: 32,
  readme: "PyTorch with SSH",
});

const machine = new Instance("trainer", {
  template,
  search: { filters: { gpuName: ["RTX 4090", "RTX 3090"], numGpus: 1, reliability: { gte: 0.95 } } },
  maxHourlyPriceUsd: 0.6,
});

export const hashId = template.hashId;
export const gpu = machine.gpuName;
export const hourlyPriceUsd = machine.dphTotal.apply((usd) =>
  usd === undefined ? undefined : Math.round(usd * 10_000) / 10_000,
);
export const sshCommand = machine.sshCommand;
