import { getOffersOutput, Instance, type Offer } from "pulumi-vastai";

const disk = 32;

const offers = getOffersOutput(
  { filters: { numGpus: 1, gpuRam: { gte: 12_000 }, reliability: { gte: 0.95 } }, limit: 200 },
  { disk },
);

/** A rule of one's own: GPU memory for the money. */
function bestFirst(found: Offer[]): number[] {
  const value = ({ gpuRam = 0, dphTotal = Infinity }: Offer): number => gpuRam / dphTotal;
  return found.toSorted((left, right) => value(right) - value(left)).map(({ id }) => id);
}

// Candidates in order: an offer that is gone by now is passed over. Once the machine is rented, other ids change nothing.
const machine = new Instance("machine", {
  image: "ubuntu:24.04",
  disk,
  offerIds: offers.apply((found) => bestFirst(found).slice(0, 10)),
});

export const gpu = machine.gpuName;
export const gpuRam = machine.gpuRam;
export const hourlyPriceUsd = machine.dphTotal;
