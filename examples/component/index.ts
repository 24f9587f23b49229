import { Team } from "./team";

const team = new Team("vision", {
  image: "pytorch/pytorch:2.6.0-cuda12.6-cudnn9-runtime",
  people: ["ada", "grace"],
  maxHourlyPriceUsd: 0.6,
});

export const machines = team.machines;
