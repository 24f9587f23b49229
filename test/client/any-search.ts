/** A search with a filter of each form. */
export const SEARCH = {
  filters: { gpuName: ["RTX 4090"], numGpus: 1, inetDown: { gte: 500 } },
  type: "ondemand",
  orderBy: [["dphTotal", "asc"]],
  allocatedStorage: 40,
  limit: 3,
} as const;
