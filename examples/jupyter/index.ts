import { Instance } from "pulumi-vastai";

const notebook = new Instance("notebook", {
  image: "pytorch/pytorch:2.6.0-cuda12.6-cudnn9-runtime",
  runtype: "jupyter_direct",
  useJupyterLab: true,
  jupyterDir: "/workspace",
  env: { HF_HOME: "/workspace/huggingface" },
  disk: 60,
  search: {
    filters: {
      gpuRam: { gte: 24_000 }, // MB, a little below the round number
      numGpus: 1,
      directPortCount: { gte: 4 },
      geolocation: { notin: ["CN"] },
    },
  },
  maxHourlyPriceUsd: 0.8,
  launch: { waitFor: "ports" },
});

export const jupyterUrl = notebook.jupyterUrl;
// A secret: `pulumi stack output jupyterToken --show-secrets` shows it.
export const jupyterToken = notebook.jupyterToken;
