import { storageHourly, type OfferFields } from "./offer-fields";

/** The options of a search. */
export interface OfferView {
  readonly type: "ondemand" | "bid";
  /** GB that the prices include */
  readonly allocatedStorage: number;
  readonly nowMs: number;
}

/** An offer as a search shows it. */
export type OfferRow = Readonly<Record<string, unknown>>;

/** `offer` as the service renders it: for a bid search the prices follow the floor, and rented ones look free. */
export function offerRow(offer: OfferFields, view: OfferView): OfferRow {
  const { busy: _busy, ...shown } = offer;
  const bid = view.type === "bid";
  const base = bid ? offer.min_bid : offer.dph_base;
  const storage = storageHourly(offer, view.allocatedStorage);
  const total = base + storage;
  return {
    ...shown,
    ask_contract_id: offer.id,
    is_bid: bid,
    rented: bid ? false : offer.rented,
    dph_base: base,
    dph_total: total,
    storage_total_cost: storage,
    discount_rate: null,
    credit_discount_max: 0.1,
    discounted_dph_total: total,
    vram_costperhour: base / ((offer.gpu_ram * offer.num_gpus) / 1000),
    gpu_total_ram: offer.gpu_ram * offer.num_gpus,
    gpu_ids: Array.from({ length: offer.num_gpus }, (_, index) => index),
    reliability2: offer.reliability,
    expected_reliability: offer.reliability,
    internet_up_cost_per_tb: offer.inet_up_cost * 1000,
    internet_down_cost_per_tb: offer.inet_down_cost * 1000,
    flops_per_dphtotal: offer.total_flops / total,
    dlperf_per_dphtotal: offer.dlperf / total,
    score: (offer.dlperf * offer.reliability) / total,
    duration: offer.end_date - view.nowMs / 1000,
    driver_vers: driverNumber(offer.driver_version),
    vericode: offer.verification === "verified" ? 1 : 0,
    search: {
      gpuCostPerHour: base,
      diskHour: storage,
      totalHour: total,
      discountTotalHour: 0,
      discountedTotalPerHour: total,
    },
    instance: {
      gpuCostPerHour: 0,
      diskHour: storage,
      totalHour: storage,
      discountTotalHour: 0,
      discountedTotalPerHour: storage,
    },
  };
}

/** "535.86.5" as 535086005, the form in which versions compare. */
export function driverNumber(version: string): number {
  return Number(
    version
      .split(".")
      .slice(0, 3)
      .map((part) => part.padStart(3, "0"))
      .join(""),
  );
}
