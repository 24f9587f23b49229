const f = (name: string): string => `search.filters.${name}`;

/** One mistake a row: what is given, where it is shown, and the exact sentence. */
export const MISTAKES: readonly (readonly [query: unknown, property: string, reason: string])[] = [
  [
    "RTX 4090",
    "search",
    'Expected `search` to be an offer query such as { filters: { numGpus: 1 } }, got "RTX 4090"',
  ],
  [
    {},
    "search.filters",
    "Expected `search.filters` to be an object of filters such as { numGpus: 1 }, got nothing",
  ],
  [
    { filters: [] },
    "search.filters",
    "Expected `search.filters` to be an object of filters such as { numGpus: 1 }, got a list",
  ],
  [
    { filters: {}, filter: {} },
    "search.filter",
    "`search.filter` is not a property of an offer query. Did you mean `filters`?",
  ],
  [
    { filters: {}, gpuName: "RTX 4090" },
    "search.gpuName",
    "`search.gpuName` is not a property of an offer query. It is a filter: write it in `search.filters`.",
  ],
  [
    { filters: {}, type: "spot" },
    "search.type",
    'Expected `search.type` to be "ondemand" or "bid", got "spot": did you mean "bid"?',
  ],
  [{ filters: {}, type: 1 }, "search.type", 'Expected `search.type` to be "ondemand" or "bid", got 1'],
  [
    { filters: {}, limit: 0 },
    "search.limit",
    "Expected `search.limit` to be a whole number from 1 to 1000, got 0",
  ],
  [
    { filters: {}, limit: 1001 },
    "search.limit",
    "Expected `search.limit` to be a whole number from 1 to 1000, got 1001",
  ],
  [
    { filters: {}, limit: 2.5 },
    "search.limit",
    "Expected `search.limit` to be a whole number from 1 to 1000, got 2.5",
  ],
  [
    { filters: {}, orderBy: ["dphTotal", "asc"] },
    "search.orderBy",
    'Expected `search.orderBy` to be a list of pairs, got a list: write [["dphTotal", "asc"]]',
  ],
  [
    { filters: {}, orderBy: "dphTotal" },
    "search.orderBy",
    'Expected `search.orderBy` to be a list of pairs such as [["dphTotal", "asc"]], got "dphTotal"',
  ],
  [
    { filters: {}, orderBy: [["dphTotal"]] },
    "search.orderBy[0]",
    'Expected `search.orderBy[0]` to be a field and "asc" or "desc", got a list',
  ],
  [
    {
      filters: {},
      orderBy: [
        ["numGpus", "asc"],
        ["dph", "asc"],
      ],
    },
    "search.orderBy[1][0]",
    'Expected `search.orderBy[1][0]` to be a field that offers can be ordered by, got "dph": did you mean "dphTotal"?',
  ],
  [
    { filters: {}, orderBy: [["dphTotal", "ascending"]] },
    "search.orderBy[0][1]",
    'Expected `search.orderBy[0][1]` to be "asc" or "desc", got "ascending"',
  ],
  [
    { filters: { gpuRamm: 1 } },
    f("gpuRamm"),
    "`search.filters.gpuRamm` is not a field of an offer. Did you mean `gpuRam`?",
  ],
  [
    { filters: { gpu_name: "A" } },
    f("gpu_name"),
    "`search.filters.gpu_name` is not a field of an offer. Did you mean `gpuName`?",
  ],
  [
    { filters: { cuda_vers: 12 } },
    f("cuda_vers"),
    "`search.filters.cuda_vers` is not a field of an offer. Did you mean `cudaMaxGood`?",
  ],
  [{ filters: { zzzzzzzz: 12 } }, f("zzzzzzzz"), "`search.filters.zzzzzzzz` is not a field of an offer."],
  [
    { filters: { gpuRam: { min: 1 } } },
    f("gpuRam.min"),
    "`search.filters.gpuRam.min` is not an operator. Did you mean `gte`?",
  ],
  [
    { filters: { gpuRam: { zzzzzz: 1 } } },
    f("gpuRam.zzzzzz"),
    "`search.filters.gpuRam.zzzzzz` is not an operator. Operators are eq, neq, lt, lte, gt, gte, in, notin.",
  ],
  [
    { filters: { geolocation: { gte: "SE" } } },
    f("geolocation.gte"),
    "`search.filters.geolocation.gte` cannot be used: `geolocation` has no order and takes eq, neq, in, notin only",
  ],
  [
    { filters: { gpuName: { in: [] } } },
    f("gpuName.in"),
    "Expected `search.filters.gpuName.in` to hold at least one value: an empty list matches no offer",
  ],
  [
    { filters: { gpuName: [] } },
    f("gpuName"),
    "Expected `search.filters.gpuName` to hold at least one value: an empty list matches no offer",
  ],
  [
    { filters: { gpuName: { in: "RTX 4090" } } },
    f("gpuName.in"),
    'Expected `search.filters.gpuName.in` to be a list, got "RTX 4090": for one value write eq',
  ],
  [
    { filters: { gpuName: ["A40", 1] } },
    f("gpuName[1]"),
    "Expected `search.filters.gpuName[1]` to be text, got 1",
  ],
  [
    { filters: { gpuName: { in: ["A40", ""] } } },
    f("gpuName.in[1]"),
    "Expected `search.filters.gpuName.in[1]` not to be empty",
  ],
  [
    { filters: { numGpus: "4" } },
    f("numGpus"),
    'Expected `search.filters.numGpus` to be a number, got "4": write it without quotes',
  ],
  [
    { filters: { numGpus: { gte: NaN } } },
    f("numGpus.gte"),
    "Expected `search.filters.numGpus.gte` to be a number, got NaN",
  ],
  [
    { filters: { numGpus: 1.5 } },
    f("numGpus"),
    "Expected `search.filters.numGpus` to be a whole number, got 1.5",
  ],
  [
    { filters: { dphTotal: { lte: -1 } } },
    f("dphTotal.lte"),
    "Expected `search.filters.dphTotal.lte` to be at least 0, got -1",
  ],
  [
    { filters: { gpuRam: { gte: 24 } } },
    f("gpuRam.gte"),
    "Expected `search.filters.gpuRam.gte` to be in MB, got 24: 24 means 24 MB; for 24 GB write 24000",
  ],
  [
    { filters: { duration: { gte: 30 } } },
    f("duration.gte"),
    "Expected `search.filters.duration.gte` to be in seconds, got 30: 30 means 30 seconds; for 30 days write 2592000",
  ],
  [
    { filters: { reliability: { gte: 99 } } },
    f("reliability.gte"),
    "Expected `search.filters.reliability.gte` to be from 0 to 1, got 99: for 99 % write 0.99",
  ],
  [
    { filters: { computeCap: { gte: 8.6 } } },
    f("computeCap.gte"),
    "Expected `search.filters.computeCap.gte` to be in hundredths, got 8.6: for 8.6 write 860",
  ],
  [
    { filters: { cudaMaxGood: { gte: 1240 } } },
    f("cudaMaxGood.gte"),
    "Expected `search.filters.cudaMaxGood.gte` to be a CUDA version, got 1240: write the version with its point, 12.4",
  ],
  [
    { filters: { staticIp: "true" } },
    f("staticIp"),
    'Expected `search.filters.staticIp` to be true or false, got "true"',
  ],
  [
    { filters: { driverVersion: { gte: 535_086_005 } } },
    f("driverVersion.gte"),
    'Expected `search.filters.driverVersion.gte` to be a version text such as "535.86.05", got 535086005: write "535.86.05"',
  ],
  [
    { filters: { osVersion: 22.04 } },
    f("osVersion"),
    'Expected `search.filters.osVersion` to be a version text such as "22.04", got 22.04: write "22.04"',
  ],
  [
    { filters: { driverVersion: "latest" } },
    f("driverVersion"),
    'Expected `search.filters.driverVersion` to be a version text such as "535.86.05", got "latest"',
  ],
  [
    { filters: { cpuArch: "x86_64" } },
    f("cpuArch"),
    'Expected `search.filters.cpuArch` to be "amd64" or "arm64", got "x86_64": did you mean "amd64"?',
  ],
  [
    { filters: { verification: "yes" } },
    f("verification"),
    'Expected `search.filters.verification` to be "verified" or "unverified" or "deverified", got "yes"',
  ],
  ...(
    [
      ["us-east", 'did you mean "US"?'],
      ["USA", 'did you mean "US"?'],
      ["Germany", 'did you mean "DE"?'],
      ["uk", 'did you mean "GB"?'],
      ["Europe", 'did you mean "EU"?'],
      ["eu-central-1", 'did you mean "EU"?'],
      ["QX", 'write "SE" for Sweden, or "EU" for the European Union'],
      ["somewhere", 'write "SE" for Sweden, or "EU" for the European Union'],
    ] as const
  ).map(
    ([code, hint]) =>
      [
        { filters: { geolocation: code } },
        f("geolocation"),
        `Expected \`search.filters.geolocation\` to be a two-letter country code, got "${code}": ${hint}`,
      ] as const,
  ),
  ...(
    [
      [{ numGpus: { gte: 4, lte: 2 } }, "numGpus", "<= 2 and >= 4"],
      [{ numGpus: { gt: 4, lte: 4 } }, "numGpus", "<= 4 and > 4"],
      [{ numGpus: { eq: 1, gte: 2 } }, "numGpus", "= 1 and >= 2"],
      [{ numGpus: { in: [1, 2], gt: 2 } }, "numGpus", "> 2 and one of 1, 2"],
      [{ verified: { eq: true, neq: true } }, "verified", "= true and not true"],
      [
        { gpuName: { in: ["RTX 4090"], notin: ["rtx_4090"] } },
        "gpuName",
        "one of RTX 4090 and none of RTX 4090",
      ],
      [{ driverVersion: { gte: "550", lt: "535.86.05" } }, "driverVersion", "< 535.86.05 and >= 550"],
      [{ geolocation: { in: ["SE", "DE"], notin: ["EU"] } }, "geolocation", "one of DE, SE and none of EU"],
    ] as const
  ).map(
    ([filters, field, rules]) =>
      [{ filters }, f(field), `No offer can match \`${f(field)}\`: ${rules} exclude each other`] as const,
  ),
];
