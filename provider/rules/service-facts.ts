/**
 * Numbers about the service that several places depend on, each with its source: the API specification, its public
 * documentation and clients, or a bound of our own.
 */

/** Least disk that can be rented, in GB: the API specification's default; nothing smaller is offered. */
export const LEAST_DISK_GB = 8;

/** Disk of a machine or a template that names none, in GB (API specification: `disk`, `recommended_disk_space`). */
export const DEFAULT_DISK_GB = 8;

/** Most offers of a search without a limit: the most that public clients have seen in one reply. */
export const SEARCH_LIMIT = 64;

/** Most offers that a search may request. Ours: more is implausible. */
export const LARGEST_SEARCH_LIMIT = 1000;

/** Instances on one page of the account's list, and in one request that names them (documentation: `limit`, at most 25). */
export const LIST_PAGE = 25;

/** Between two polls of a machine that loads, in ms (documentation: 10 s is advised). */
export const LOADING_POLL_MS = 10_000;

/** How long the service may work on a rent: how long to wait for its reply, in ms. Ours. */
export const RENT_REQUEST_MS = 30_000;

/** How long after that to wait for its machine in the account's list before the launch continues, in ms. Ours. */
export const LATE_RENT_MS = 60_000;

/**
 * How long after it was sent a rent or a template's creation may still be carried out, in ms; until then the ambiguity stays
 * recorded. Ours: far longer than any request lives.
 */
export const UNCONFIRMED_MS = 10 * 60_000;

/** A machine this young may be missing from every reply of the service, in ms. Ours, from public reports of reads that lag. */
export const NEWBORN_MS = 60_000;

/** How long a new template may be missing from a search, in ms. Ours. */
export const LATE_TEMPLATE_MS = 60_000;

/** How far the service's clock may differ from the one that a state was written by, in ms. Ours. */
export const CLOCK_SKEW_MS = 5 * 60_000;
