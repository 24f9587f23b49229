/**
 * Numbers about the service that more than one place depends on, each with its source: the API specification, its public
 * documentation and clients, or a bound of our own.
 */

/** Least disk that can be rented, in GB: the API specification's default, and nothing smaller is offered. */
export const LEAST_DISK_GB = 8;

/** Disk of a machine or a template that names none, in GB (API specification: `disk`, `recommended_disk_space`). */
export const DEFAULT_DISK_GB = 8;

/** Offers that a search gives at most where it sets no limit: the most that public clients have seen in one reply. */
export const SEARCH_LIMIT = 64;

/** Most offers that a search may ask for. Ours: more cannot be meant. */
export const LARGEST_SEARCH_LIMIT = 1000;

/** Instances on one page of the account's list, and in one request that names them (documentation: `limit`, at most 25). */
export const LIST_PAGE = 25;

/** Between two polls of a machine that loads, in ms (documentation: 10 s is advised). */
export const LOADING_POLL_MS = 10_000;

/** How long the service may work on a rent: the time that its answer is waited for, in ms. Ours. */
export const RENT_REQUEST_MS = 30_000;

/** How long after that its machine may still show in the account's list before the launch goes on, in ms. Ours. */
export const LATE_RENT_MS = 60_000;

/**
 * How long after it was sent a rent or a template's creation may still be carried out, in ms; until then the doubt stays
 * recorded. Ours: far longer than any request lives.
 */
export const UNCONFIRMED_MS = 10 * 60_000;

/** A machine this young may be missing from every answer of the service, in ms. Ours, from public reports of reads that lag. */
export const NEWBORN_MS = 60_000;

/** How long a template that was created may be missing from a search, in ms. Ours. */
export const LATE_TEMPLATE_MS = 60_000;

/** How far the service's clock may be off from the one that a state was written by, in ms. Ours. */
export const CLOCK_SKEW_MS = 5 * 60_000;
