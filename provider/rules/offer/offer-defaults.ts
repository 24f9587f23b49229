import { OPERATORS } from "./offer-fields";
import { canonicalFilters, isArray } from "./offer-filter-canonical";
import { expandCode } from "./offer-geolocation";
import type { OfferFilters } from "./offer-query";

/** The filters of a query unless it names the field. Always sent: deployments differ in their own defaults. */
const SAFE_DEFAULTS: OfferFilters = {
  verified: { eq: true },
  rentable: { eq: true },
  rented: { eq: false },
  external: { eq: false },
};

/**
 * A query's filters with the safe defaults that it does not name, in the canonical spelling. A filter on `verification`
 * replaces the default of `verified`, which has the same meaning.
 */
export function withDefaults(filters: OfferFilters): OfferFilters {
  const { verified, ...others } = SAFE_DEFAULTS;
  const defaults = filters.verification === undefined ? { verified, ...others } : others;
  return canonicalFilters({ ...defaults, ...canonicalFilters(filters) });
}

/** Filters as the service takes them: "EU" as its countries, driver versions in three parts. */
export function spelledForService(filters: OfferFilters): OfferFilters {
  const { driverVersion, geolocation } = canonicalFilters(filters);
  return canonicalFilters({
    ...filters,
    ...(driverVersion === undefined ? {} : { driverVersion: eachValue(driverVersion, threeParts) }),
    ...(geolocation === undefined ? {} : { geolocation: countries(geolocation) }),
  });
}

function eachValue(
  operators: Readonly<Record<string, unknown>>,
  respell: (text: string) => string,
): Record<string, unknown> {
  const one = (value: unknown): unknown => (typeof value === "string" ? respell(value) : value);
  return Object.fromEntries(
    Object.entries(operators).map(([name, operand]) => [
      name,
      isArray(operand) ? operand.map(one) : one(operand),
    ]),
  );
}

/** "535" is sent as "535.00.00": the service documents three parts, the later ones of two digits. */
function threeParts(version: string): string {
  const [major = "0", minor = "0", patch = "0"] = version.split(".");
  return [major, minor.padStart(2, "0"), patch.padStart(2, "0")].join(".");
}

/** Where a code means several countries, `eq` and `neq` become lists. */
function countries(operators: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const codes = OPERATORS.flatMap((name) => operators[name] ?? []).filter((code) => typeof code === "string");
  if (codes.every((code) => expandCode(code).length === 1)) return operators;
  const listOf = (name: string): readonly string[] | undefined => {
    const operand = operators[name];
    const values = isArray(operand) ? operand : operand === undefined ? undefined : [operand];
    return values?.filter((value) => typeof value === "string").flatMap(expandCode);
  };
  const wanted = [listOf("eq"), listOf("in")].filter((list) => list !== undefined);
  const [first, second] = wanted;
  const unwanted = [...(listOf("neq") ?? []), ...(listOf("notin") ?? [])];
  return {
    in: second === undefined ? first : first?.filter((code) => second.includes(code)),
    notin: unwanted.length === 0 ? undefined : unwanted,
  };
}
