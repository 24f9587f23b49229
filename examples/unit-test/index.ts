import { Instance, Template } from "pulumi-vastai";

const template = new Template("trainer", {
  image: "pytorch/pytorch:2.6.0-cuda12.6-cudnn9-runtime",
  runtype: "ssh",
  useSsh: true,
});

const machine = new Instance("trainer", {
  template,
  search: { filters: { gpuName: ["RTX 4090"], numGpus: 1 } },
  maxHourlyPriceUsd: 0.6,
});

export const sshCommand = machine.sshCommand;
export const dailyUsd = machine.dphTotal.apply((price) =>
  price === undefined ? "not shown" : `$${(price * 24).toFixed(2)}`,
);
