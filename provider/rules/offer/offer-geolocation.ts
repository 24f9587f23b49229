/**
 * The 27 member states of the European Union, which the code "EU" means: no country has it. Great Britain, Norway
 * and Switzerland are not among them.
 */
const EUROPEAN_UNION: readonly string[] = [
  ...[
    "AT",
    "BE",
    "BG",
    "CY",
    "CZ",
    "DE",
    "DK",
    "EE",
    "ES",
    "FI",
    "FR",
    "GR",
    "HR",
    "HU",
    "IE",
    "IT",
    "LT",
    "LU",
  ],
  ...["LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK"],
];

/** What people write for a country that has another code. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  uk: "GB",
  england: "GB",
  britain: "GB",
  usa: "US",
  america: "US",
  europe: "EU",
  holland: "NL",
  korea: "KR",
};

/** The name of the country with this code, or undefined where there is none. */
function countryName(code: string): string | undefined {
  // Withdrawn codes map to their successors: "DD" is no country, "DE" is.
  if (!/^[A-Z]{2}$/.test(code) || new Intl.Locale(`und-${code}`).region !== code) return undefined;
  const name = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" }).of(code);
  return name === "Unknown Region" ? undefined : name;
}

/** Every two-letter code that names a country. */
function countryCodes(): string[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => countryName(code));
}

/** The code as the service spells it: in capitals. */
export function canonicalCode(code: string): string {
  return code.trim().toUpperCase();
}

/**
 * What is wrong with a code, with the code that was probably meant; undefined where it is one. "us-east", "USA" and
 * "Germany" give "US" and "DE": the service knows countries only.
 */
export function mistakenCode(given: string): string | undefined {
  const code = canonicalCode(given);
  const wanted = given.trim().toLowerCase();
  const otherName = OTHER_NAMES[wanted];
  if (otherName === undefined && countryName(code) !== undefined) return undefined;
  const [first = ""] = wanted.split(/[^a-z]+/);
  const meant =
    otherName ??
    countryCodes().find((candidate) => countryName(candidate)?.toLowerCase() === wanted) ??
    (first === wanted ? undefined : (OTHER_NAMES[first] ?? canonicalCode(first)));
  const isCode = meant !== undefined && countryName(meant) !== undefined;
  return isCode ? `did you mean "${meant}"?` : 'write "SE" for Sweden, or "EU" for the European Union';
}

/** The country codes that a code of a filter means: itself, or for "EU" its member states. */
export function expandCode(code: string): readonly string[] {
  const canonical = canonicalCode(code);
  return canonical === "EU" ? EUROPEAN_UNION : [canonical];
}

/** The country code of an offer that shows "Stockholm, SE" or "SE"; undefined where it shows none. */
export function countryOf(geolocation: string): string | undefined {
  return /(?:^|[,\s])([A-Za-z]{2})\s*$/.exec(geolocation)?.[1]?.toUpperCase();
}

/** The place of an offer as a sentence names it: "Sweden" for "Sweden, SE", but "Texas, US" as it is. */
export function placeName(geolocation: string): string {
  const code = countryOf(geolocation);
  const country = code === undefined ? undefined : countryName(code);
  return country !== undefined && geolocation.trim() === `${country}, ${code ?? ""}` ? country : geolocation;
}
