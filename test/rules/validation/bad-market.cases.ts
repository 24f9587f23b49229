import { badInstance, bidSearch, one, search } from "./bad-input-rows";
import type { BadInput } from "./bad-input";

/** Mistakes in where, for how much and how hard an instance is rented. */
export const BAD_MARKETS: readonly BadInput[] = [
  badInstance(
    "nowhere to rent",
    { search: undefined },
    one("search", "Nothing says where to rent: give `search`, or `offerIds` as from `getOffers`"),
  ),
  badInstance(
    "search and offers",
    { offerIds: [1] },
    one("offerIds", "`search` and `offerIds` are given: exactly one of the two says where to rent. Drop one"),
  ),
  badInstance(
    "no offers",
    { search: undefined, offerIds: [] },
    one(
      "offerIds",
      "`offerIds` is empty: the search that it comes from found no offer. Widen that search, or describe the machine in `search`",
    ),
  ),
  badInstance("offers as empty text", { search: undefined, offerIds: "" }, [
    { property: "offerIds", reason: 'Expected `offerIds` to be a list, got ""' },
  ]),
  badInstance("offers that are none", { search: undefined, offerIds: [7, 0, "8", 1.5, 7] }, [
    { property: "offerIds[1]", reason: "Expected `offerIds[1]` to be at least 1, got 0" },
    { property: "offerIds[2]", reason: 'Expected `offerIds[2]` to be a whole number, got "8"' },
    { property: "offerIds[3]", reason: "Expected `offerIds[3]` to be a whole number, got 1.5" },
    { property: "offerIds[4]", reason: "`offerIds[4]` names offer 7 again, after `offerIds[0]`" },
  ]),
  badInstance("no query", { search: [] }, one("search", "Expected `search` to hold at least one query")),
  badInstance(
    "bid and on-demand mixed",
    { search: [search, bidSearch], price: 0.2 },
    one(
      "search[1].type",
      '`search[1]` searches "bid" offers and `search[0]` "ondemand" ones: an instance is either interruptible or not, ' +
        "so give all queries one `type`",
    ),
  ),
  badInstance(
    "bid search without price",
    { search: bidSearch },
    one("price", '`search` asks for `type: "bid"`, which needs `price`, the bid in $/h'),
  ),
  badInstance(
    "price without bid search",
    { price: 0.2 },
    one(
      "price",
      '`price` is a bid, but `search` asks for on-demand offers: drop it, or search with `type: "bid"`. The most that ' +
        "may be paid is `maxHourlyPriceUsd`",
    ),
  ),
  badInstance(
    "price too low",
    { search: bidSearch, price: 0 },
    one("price", "Expected `price` to be between 0.001 and 128 $/h, got 0"),
  ),
  badInstance(
    "price too high",
    { search: bidSearch, price: 129 },
    one("price", "Expected `price` to be between 0.001 and 128 $/h, got 129"),
  ),
  badInstance(
    "price above the limit",
    { search: bidSearch, price: 2, maxHourlyPriceUsd: 1 },
    one("price", "Expected `price` to be at most `maxHourlyPriceUsd`, which is 1 $/h, got 2"),
  ),
  badInstance(
    "limit of nothing",
    { maxHourlyPriceUsd: 0 },
    one("maxHourlyPriceUsd", "Expected `maxHourlyPriceUsd` to be above 0, got 0"),
  ),
  badInstance(
    "limit not a number",
    { maxHourlyPriceUsd: Number.NaN },
    one("maxHourlyPriceUsd", "Expected `maxHourlyPriceUsd` to be a number, got NaN"),
  ),
  badInstance("disk too small", { disk: 4 }, one("disk", "Expected `disk` to be at least 8 GB, got 4")),
  badInstance("disk as text", { disk: "40" }, one("disk", 'Expected `disk` to be a number, got "40"')),
  badInstance(
    "label too long",
    { label: "l".repeat(257) },
    one("label", "Expected `label` to be at most 256 characters, got 257"),
  ),
  badInstance("label empty", { label: "" }, one("label", "Expected `label` not to be empty")),
  badInstance(
    "label like a launch token",
    { label: "x-pvai-0123456789ab-0123456789.1" },
    one(
      "label",
      'Expected `label` not to end like a launch token of this provider, got "x-pvai-0123456789ab-0123456789.1"',
    ),
  ),
  badInstance(
    "launch options out of range",
    { launch: { attempts: 0, loadTimeoutSeconds: 10, waitFor: "ssh", ignoreOrphan: true } },
    [
      { property: "launch.attempts", reason: "Expected `launch.attempts` to be between 1 and 20, got 0" },
      {
        property: "launch.loadTimeoutSeconds",
        reason: "Expected `launch.loadTimeoutSeconds` to be between 30 and 86400 seconds, got 10",
      },
      {
        property: "launch.waitFor",
        reason: 'Expected `launch.waitFor` to be "running", "ports" or "none", got "ssh"',
      },
      {
        property: "launch.ignoreOrphan",
        reason: "`launch.ignoreOrphan` is not an argument. Did you mean `launch.ignoreOrphans`?",
      },
    ],
  ),
  badInstance(
    "half an attempt",
    { launch: { attempts: 2.5 } },
    one("launch.attempts", "Expected `launch.attempts` to be a whole number, got 2.5"),
  ),
  badInstance(
    "launch as a list",
    { launch: [] },
    one("launch", "Expected `launch` to be an object, got a list"),
  ),
  badInstance(
    "everything at once",
    { image: 1, disk: 4, price: "0.2", vm: "yes", user: "", cancelUnavail: 1, force: "no" },
    [
      { property: "image", reason: "Expected `image` to be text, got 1" },
      { property: "disk", reason: "Expected `disk` to be at least 8 GB, got 4" },
      { property: "price", reason: 'Expected `price` to be a number, got "0.2"' },
      { property: "vm", reason: 'Expected `vm` to be true or false, got "yes"' },
      { property: "user", reason: "Expected `user` not to be empty" },
      { property: "cancelUnavail", reason: "Expected `cancelUnavail` to be true or false, got 1" },
      { property: "force", reason: 'Expected `force` to be true or false, got "no"' },
    ],
  ),
  badInstance(
    "filters in units that cannot be meant",
    { search: { filters: { gpuRam: 24, reliability: { gte: 99 } } } },
    [
      {
        property: "search.filters.gpuRam",
        reason: "Expected `search.filters.gpuRam` to be in MB, got 24: 24 means 24 MB; for 24 GB write 24000",
      },
      {
        property: "search.filters.reliability.gte",
        reason: "Expected `search.filters.reliability.gte` to be from 0 to 1, got 99: for 99 % write 0.99",
      },
    ],
  ),
  badInstance(
    "filters of another language",
    { search: { filters: { gpuNam: "x", numGpus: { atLeast: 2 } } } },
    [
      {
        property: "search.filters.gpuNam",
        reason: "`search.filters.gpuNam` is not a field of an offer. Did you mean `gpuName`?",
      },
      {
        property: "search.filters.numGpus.atLeast",
        reason: "`search.filters.numGpus.atLeast` is not an operator. Did you mean `gte`?",
      },
    ],
  ),
  badInstance(
    "filters that exclude each other",
    { search: { filters: { numGpus: { gte: 4, lte: 2 } } } },
    one(
      "search.filters.numGpus",
      "No offer can match `search.filters.numGpus`: <= 2 and >= 4 exclude each other",
    ),
  ),
  badInstance(
    "mistakes in the second query only",
    { search: [search, { filters: {}, limit: 0, orderBy: [["dph", "up"]] }] },
    [
      {
        property: "search[1].limit",
        reason: "Expected `search[1].limit` to be a whole number from 1 to 1000, got 0",
      },
      {
        property: "search[1].orderBy[0][0]",
        reason:
          'Expected `search[1].orderBy[0][0]` to be a field that offers can be ordered by, got "dph": did you mean "dphTotal"?',
      },
      {
        property: "search[1].orderBy[0][1]",
        reason: 'Expected `search[1].orderBy[0][1]` to be "asc" or "desc", got "up"',
      },
    ],
  ),
];
