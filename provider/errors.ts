/**
 * Stable codes. Match an error by its `code`, not by its class: Pulumi runs the provider in a process of its own,
 * and two copies of the package may be loaded.
 */
export type ErrorCode =
  /** An argument breaks a documented rule; nothing was sent. */
  | "INVALID_INPUT"
  /** A setting (base URL, pacing, time scale) cannot be used. */
  | "INVALID_SETTING"
  /** No API key was found in any of the places that are searched. */
  | "MISSING_API_KEY"
  /** The service refused the API key. */
  | "LOGIN_REFUSED"
  /** The key's session has expired. */
  | "SESSION_EXPIRED"
  /** The key lacks the permission for this call. */
  | "PERMISSION_DENIED"
  /** The current key belongs to another account than the resource. */
  | "WRONG_ACCOUNT"
  /** The service still answered "too frequent" when the deadline was reached. */
  | "RATE_LIMITED"
  /** The service cannot be reached, or does not answer in time. */
  | "UNREACHABLE"
  /** The service answered 5xx. */
  | "SERVICE_ERROR"
  /** The reply does not have the documented shape. */
  | "UNEXPECTED_REPLY"
  /** This deployment does not offer the endpoint, or refuses a filter whose field its offers do not show. */
  | "UNSUPPORTED"
  /** A request that changes something was sent and its answer was lost: it may or may not have been carried out. */
  | "ANSWER_LOST"
  /** The service refused the request for a reason that has no code of its own here. */
  | "REFUSED"
  /** The service refused an argument of the request. */
  | "INVALID_ARGUMENTS"
  /** The bid is outside the limits or below the machine's floor. */
  | "INVALID_PRICE"
  /** The account has no SSH key, and the request needs one. */
  | "NO_SSH_KEY"
  /** The account has no credit or no payment method. */
  | "INSUFFICIENT_CREDIT"
  /** The account's spending limit is reached. */
  | "SPEND_LIMIT"
  /** The registry login was refused. */
  | "REGISTRY_LOGIN_REFUSED"
  /** The offer belongs to the caller's own machine. */
  | "OWN_MACHINE"
  /** The offer was taken, withdrawn or cannot start now. */
  | "OFFER_GONE"
  /** No offer is left that matches the query. */
  | "NO_OFFER"
  /** The template is not known to the service. */
  | "UNKNOWN_TEMPLATE"
  /** A template with the same content exists already and is not ours. */
  | "TEMPLATE_EXISTS"
  /** The template was changed by somebody else while it was being edited. */
  | "TEMPLATE_CHANGED"
  /** What was requested does not exist. */
  | "NOT_FOUND"
  /** A start was refused because the machine has no free GPU. */
  | "START_REFUSED"
  /** The machine did not become ready in time. */
  | "NOT_READY"
  /** The machines rented all failed, or failed for the same reason. */
  | "HOST_FAILED"
  /** The machine rented is not what was requested. */
  | "WRONG_DELIVERY"
  /** A live machine of an earlier, interrupted launch of this resource was found. */
  | "ORPHAN_FOUND"
  /** The operation was cancelled. */
  | "CANCELLED"
  /** A machine could not be destroyed, or its end could not be confirmed. */
  | "DESTROY_FAILED";

/** What is known of an error in addition to its message. */
export interface ErrorDetails {
  /** The HTTP status of the reply, where there was one. */
  readonly status?: number | undefined;
  /** The service's own error code (`error` of the reply). */
  readonly serviceError?: string | undefined;
  /** The service's own message (`msg`, `message` or `detail` of the reply), redacted and shortened. */
  readonly serviceMessage?: string | undefined;
  /** The instance that was created according to the refusal itself. */
  readonly newContract?: number | undefined;
  /** The interval between requests that a 429 names, in seconds. */
  readonly thresholdSeconds?: number | undefined;
  /** The error that caused this one, where there is one: its own `cause`. */
  readonly cause?: unknown;
}

/**
 * Every error this package throws on purpose. The message says what failed, which thing, what the service said and
 * what to do next; it never holds a secret.
 */
export class ProviderError extends Error {
  /** Always `"ProviderError"`. */
  override readonly name: string = "ProviderError";

  /**
   * @param code - what happened, for programs
   * @param message - what happened and what to do, for people
   * @param details - what is known in addition to the message
   */
  constructor(
    /** What happened, for programs: it stays the same whatever the message says. */
    readonly code: ErrorCode,
    message: string,
    /** What is known in addition to the message. */
    readonly details: ErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
  }
}

/**
 * Whether an error carries one of these codes, whichever copy of the package threw it.
 *
 * @param error - what was caught
 * @param codes - the codes to check for
 * @returns true where it carries one of them
 *
 * @example
 * ```ts
 * import { getOffers, hasCode, type Offer } from "pulumi-vastai";
 *
 * export async function offersOrNone(): Promise<Offer[]> {
 *   try {
 *     return await getOffers({ filters: { numGpus: 8 } });
 *   } catch (error) {
 *     if (hasCode(error, "UNREACHABLE", "SERVICE_ERROR")) return [];
 *     throw error;
 *   }
 * }
 * ```
 */
export function hasCode(error: unknown, ...codes: readonly ErrorCode[]): error is ProviderError {
  return error instanceof Error && "code" in error && codes.some((code) => code === error.code);
}
