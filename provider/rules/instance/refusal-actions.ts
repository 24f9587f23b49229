import type { ErrorCode, ErrorDetails } from "../../errors";

/**
 * What a launch does after an accept that gave no machine.
 * - `next-offer`: take the next candidate; no attempt is used, because nothing was rented
 * - `look-up`: the machine may exist: search the live instances for the token, and take the next candidate where none has it
 * - `look-up-or-stop`: the same, but where none has it another offer would be refused too
 * - `destroy`: the refusal names a machine that exists anyway: destroy it, then continue with the next candidate
 * - `stop`: another offer would be refused too, or nothing more may be rented
 */
export type RefusalAction = "next-offer" | "look-up" | "look-up-or-stop" | "destroy" | "stop";

interface RefusalRow {
  readonly action: "next-offer" | "look-up" | "stop";
  readonly why: string;
}

const stop = (why: string): RefusalRow => ({ action: "stop", why });

/**
 * One row per code, so that a new code is decided on when it is added. Which reply gets which code, such as
 * `OFFER_GONE` for a 410, is decided in `client/refusal-rules`.
 */
const ROWS: Readonly<Record<ErrorCode, RefusalRow>> = {
  OFFER_GONE: { action: "next-offer", why: "the offer was taken, withdrawn or cannot start now" },
  OWN_MACHINE: { action: "next-offer", why: "the machine belongs to this account" },
  INVALID_PRICE: stop("the service refuses the bid itself"),
  ANSWER_LOST: { action: "look-up", why: "the reply does not say whether a machine was rented" },
  UNEXPECTED_REPLY: { action: "look-up", why: "the reply cannot be read, so a machine may have been rented" },
  SERVICE_ERROR: { action: "look-up", why: "the service failed, possibly after it had rented" },
  INVALID_ARGUMENTS: stop("the service refuses the request, and would for every offer"),
  INVALID_INPUT: stop("an argument breaks a documented rule"),
  INVALID_SETTING: stop("a setting cannot be used"),
  MISSING_API_KEY: stop("there is no API key"),
  LOGIN_REFUSED: stop("the API key is refused"),
  SESSION_EXPIRED: stop("the key's session has expired"),
  PERMISSION_DENIED: stop("the key may not rent"),
  WRONG_ACCOUNT: stop("the key belongs to another account"),
  RATE_LIMITED: stop("the deadline was reached while the service said to wait"),
  UNREACHABLE: stop("the service cannot be reached; nothing was sent"),
  UNSUPPORTED: stop("the deployment cannot rent"),
  REFUSED: stop("the service refuses for a reason that is not known here"),
  NO_SSH_KEY: stop("the account has no SSH key"),
  INSUFFICIENT_CREDIT: stop("the account has no credit"),
  SPEND_LIMIT: stop("the account's spending limit is reached"),
  REGISTRY_LOGIN_REFUSED: stop("the registry login is refused"),
  UNKNOWN_TEMPLATE: stop("the template is not known to the service"),
  NOT_FOUND: stop("something other than the offer is missing"),
  NO_OFFER: stop("no offer is left"),
  TEMPLATE_EXISTS: stop("not an answer to a rent"),
  TEMPLATE_CHANGED: stop("not an answer to a rent"),
  START_REFUSED: stop("not an answer to a rent"),
  NOT_READY: stop("not an answer to a rent"),
  HOST_FAILED: stop("not an answer to a rent"),
  WRONG_DELIVERY: stop("not an answer to a rent"),
  ORPHAN_FOUND: stop("a machine of an earlier launch exists"),
  CANCELLED: stop("the operation was cancelled"),
  DESTROY_FAILED: stop("a machine could not be destroyed, so nothing more is rented"),
};

/** What is known of the refused rent in addition to its code. */
export interface RefusalFacts {
  /**
   * The offer's floor has risen above the bid since it was searched, or may have: true where the bid met the floor when
   * the offer was chosen.
   */
  readonly mayMinBidHaveRisen?: boolean | undefined;
  /** The refusal's details. */
  readonly details: ErrorDetails;
}

/** What to do after a refused or unanswered accept, and why. */
export type RefusalDecision =
  | { readonly action: Exclude<RefusalAction, "destroy">; readonly why: string }
  | { readonly action: "destroy"; readonly instanceId: number; readonly why: string };

/** The one decision after a refused or unanswered accept. */
export function refusalAction(
  code: ErrorCode,
  { mayMinBidHaveRisen = false, details }: RefusalFacts,
): RefusalDecision {
  const { newContract } = details;
  if (newContract !== undefined) {
    return {
      action: "destroy",
      instanceId: newContract,
      why: `the refusal names instance ${newContract}, which exists and bills`,
    };
  }
  const row =
    code === "INVALID_PRICE" && mayMinBidHaveRisen
      ? ({ action: "next-offer", why: "the machine's floor rose above the bid" } as const)
      : ROWS[code];
  if (saysNothingRented(details) || row.action === "look-up") return row;
  return {
    action: row.action === "stop" ? "look-up-or-stop" : "look-up",
    why: `${row.why}, but the reply has no error code or message of the service, so a machine may have been rented`,
  };
}

/** Refused before the service reads the request. */
const TURNED_AWAY: readonly number[] = [401, 403, 429];

/** A refusal without an error code or message does not come from a server that implements the API. */
function saysNothingRented({ status, serviceError, serviceMessage }: ErrorDetails): boolean {
  return (
    status === undefined ||
    TURNED_AWAY.includes(status) ||
    serviceError !== undefined ||
    serviceMessage !== undefined
  );
}
