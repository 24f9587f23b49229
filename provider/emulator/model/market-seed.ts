import type { PartialOffer } from "./offer-fields";

interface Model {
  readonly gpu_name: string;
  readonly gpu_ram: number;
  readonly compute_cap: number;
  readonly price: number;
  readonly gpu_arch?: string;
}

const MODELS: readonly Model[] = [
  { gpu_name: "RTX 3060", gpu_ram: 12_288, compute_cap: 860, price: 0.07 },
  { gpu_name: "RTX 3090", gpu_ram: 24_576, compute_cap: 860, price: 0.18 },
  { gpu_name: "RTX 4090", gpu_ram: 24_564, compute_cap: 890, price: 0.34 },
  { gpu_name: "RTX 5090", gpu_ram: 32_607, compute_cap: 1200, price: 0.52 },
  { gpu_name: "RTX A6000", gpu_ram: 49_140, compute_cap: 860, price: 0.41 },
  { gpu_name: "L40S", gpu_ram: 46_068, compute_cap: 890, price: 0.62 },
  { gpu_name: "A100 SXM4", gpu_ram: 81_920, compute_cap: 800, price: 0.88 },
  { gpu_name: "H100 SXM", gpu_ram: 81_559, compute_cap: 900, price: 1.74 },
  { gpu_name: "H200", gpu_ram: 143_771, compute_cap: 900, price: 2.31 },
  { gpu_name: "InstinctMI300X", gpu_ram: 196_592, compute_cap: 940, price: 1.95, gpu_arch: "amd" },
];

const PLACES = [
  "Sweden, SE",
  "Germany, DE",
  "Texas, US",
  "Quebec, CA",
  "Japan, JP",
  "Poland, PL",
  "Brazil, BR",
];
const COUNTS = [1, 1, 1, 2, 4, 8];

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * A market of about sixty offers over ten GPU models: single and multiple GPUs, several countries, a few unverified,
 * external or already rented ones that default filters hide, and machines with two offers.
 */
export function seedMarket(seed: number): PartialOffer[] {
  const random = randomFrom(seed);
  const offers: PartialOffer[] = [];
  MODELS.forEach((model, modelIndex) => {
    COUNTS.forEach((gpus, countIndex) => {
      const index = modelIndex * COUNTS.length + countIndex;
      const price = model.price * gpus * (0.85 + random() * 0.5);
      const sharesMachine = countIndex === 1;
      offers.push({
        gpu_name: model.gpu_name,
        gpu_ram: model.gpu_ram,
        compute_cap: model.compute_cap,
        gpu_arch: model.gpu_arch ?? "nvidia",
        num_gpus: gpus,
        machine_id: 10_000 + (sharesMachine ? index - 1 : index),
        gpu_frac: countIndex <= 1 ? 0.5 : 1,
        dph_base: Math.round(price * 10_000) / 10_000,
        min_bid: Math.round(price * (0.35 + random() * 0.3) * 10_000) / 10_000,
        storage_cost: [0.1, 0.15, 0.2][index % 3] ?? 0.15,
        geolocation: PLACES[Math.floor(random() * PLACES.length)] ?? "Sweden, SE",
        reliability: Math.round((0.93 + random() * 0.069) * 10_000) / 10_000,
        disk_space: Math.round(60 + random() * 1_900 * 10) / 10,
        cpu_ram: Math.round(32_000 + random() * 480_000),
        hosting_type: random() < 0.4 ? 1 : 0,
        inet_down: Math.round(random() * 9_000) / 10 + 50,
        verification: index % 11 === 7 ? "unverified" : "verified",
        external: index % 17 === 12,
        rented: index % 13 === 9,
        static_ip: random() < 0.7,
      });
    });
  });
  return offers;
}
