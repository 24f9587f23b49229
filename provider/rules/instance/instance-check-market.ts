import { Arguments } from "../validation/arguments";
import type { FailureCollector } from "../validation/failure-collector";
import type { RentalType } from "../offer/offer-query";
import { rentalTypeOf } from "../offer/search-schema";

/** Mistakes in the combination of the arguments about place and price. */
export function checkInstanceMarket(
  inputs: Readonly<Record<string, unknown>>,
  collector: FailureCollector,
): void {
  const given = new Arguments(inputs);
  checkPlace(given, collector);
  checkBid(given, collector);
  checkLimit(given, collector);
}

/** An empty list is reported by its own rule; here it counts as given. */
function isNowhere(given: Arguments, name: string): boolean {
  return given.value(name) === undefined;
}

function checkPlace(given: Arguments, collector: FailureCollector): void {
  if (given.isGiven("search") && given.isGiven("offerIds")) {
    collector.add(
      "offerIds",
      "`search` and `offerIds` are given: exactly one of the two says where to rent. Drop one",
    );
  }
  if (isNowhere(given, "search") && isNowhere(given, "offerIds")) {
    collector.add("search", "Nothing says where to rent: give `search`, or `offerIds` as from `getOffers`");
  }
}

/** The one rental type of all queries; undefined where they are mixed, or not known yet. */
function searchedType(given: Arguments): RentalType | undefined {
  const search = given.value("search");
  const queries: readonly unknown[] = Array.isArray(search) ? search : [search];
  const types = new Set(queries.map(rentalTypeOf));
  const [type] = types;
  return types.size === 1 ? type : undefined;
}

function checkBid(given: Arguments, collector: FailureCollector): void {
  const type = searchedType(given);
  if (type === "bid" && given.value("price") === undefined) {
    collector.add("price", '`search` asks for `type: "bid"`, which needs `price`, the bid in $/h');
  }
  if (type === "ondemand" && given.number("price") !== undefined && isNowhere(given, "offerIds")) {
    collector.add(
      "price",
      '`price` is a bid, but `search` asks for on-demand offers: drop it, or search with `type: "bid"`. ' +
        "The most that may be paid is `maxHourlyPriceUsd`",
    );
  }
}

function checkLimit(given: Arguments, collector: FailureCollector): void {
  const price = given.number("price");
  const limit = given.number("maxHourlyPriceUsd");
  if (price === undefined || limit === undefined || limit <= 0 || price <= limit) return;
  collector.add(
    "price",
    collector.isSecret("maxHourlyPriceUsd") || collector.isSecret("price")
      ? "Expected `price` to be at most `maxHourlyPriceUsd`"
      : `Expected \`price\` to be at most \`maxHourlyPriceUsd\`, which is ${limit} $/h, got ${price}`,
  );
}
