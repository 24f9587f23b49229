import type { ErrorCode } from "../errors";
import type { EndpointName } from "./endpoints";
import type { CallFacts } from "./call-facts";
import { keyAdvice, permissionFor } from "./key-advice";
import { all, either, mentions, not, says, status, type RefusalTest } from "./refusal-match";

/** One kind of refusal: how it is recognized, its code, and what to do about it. */
export interface RefusalRule {
  readonly code: ErrorCode;
  /** Default: every endpoint. */
  readonly endpoints?: readonly EndpointName[];
  readonly when: RefusalTest;
  readonly advice: string | ((facts: CallFacts) => string);
}

const RENT = ["acceptOffer"] as const;
const TEMPLATES = ["findTemplates", "createTemplate", "editTemplate", "deleteTemplate"] as const;
const INSTANCES = [
  "getInstance",
  "destroyInstance",
  "setInstanceState",
  "setInstanceLabel",
  "changeBid",
] as const;
/** These address no single thing that could be gone, so a not-found code means nothing in their replies. */
const COLLECTION_ENDPOINTS: readonly EndpointName[] = ["listInstances", "getAccount", "countSshKeys"];

/** A gateway replies 408 when the service did not answer it in time. */
const serverFailed: RefusalTest = (reply) => reply.status >= 500 || reply.status === 408;
const isOutsideSpecification: RefusalTest = (_reply, { endpoint }) => endpoint.isOutsideSpecification;
const repeatable: RefusalTest = (_reply, { endpoint }) => endpoint.repeatable;
/** A web server that knows paths and no such call. Nothing is concluded from a request that must not be sent twice. */
const noSuchCall: RefusalTest = all(
  repeatable,
  either(status(501), all(status(405), not(isOutsideSpecification))),
);
/** Not written by a server that implements the service's API. */
const lacksErrorCode: RefusalTest = (reply, { name }) =>
  reply.word === undefined || COLLECTION_ENDPOINTS.includes(name);

/**
 * The first rule that matches decides the code. Sources: the error table of the API specification, and the public
 * reference beyond it. The order matters: an expired login is a 404 too, and must never be taken for "gone".
 */
export const REFUSAL_RULES: readonly RefusalRule[] = [
  {
    code: "RATE_LIMITED",
    when: either(
      status(429),
      all(not(serverFailed), either(says("rate_limit_exceeded"), mentions(/requests too frequent/i))),
    ),
    advice: "Run fewer programs on this account at once, or raise `vastai:pacing`.",
  },
  {
    code: "SERVICE_ERROR",
    when: all(serverFailed, not(status(501))),
    advice: "The service failed. Try again later.",
  },
  {
    code: "UNSUPPORTED",
    when: noSuchCall,
    advice: ({ baseUrl, endpoint }) =>
      `The server at ${baseUrl} does not offer the call: is \`vastai:baseUrl\` the service?` +
      (endpoint.isOutsideSpecification
        ? " If it is, its deployment lacks what is not in the API specification."
        : ""),
  },
  {
    code: "SERVICE_ERROR",
    when: status(501),
    advice: ({ baseUrl }) => `Is \`vastai:baseUrl\`, ${baseUrl}, the service?`,
  },
  {
    code: "SESSION_EXPIRED",
    when: mentions(/session (has )?expired|(please )?log ?in again/i),
    advice: (facts) => `The session of the API key has expired. ${keyAdvice(facts)}`,
  },
  {
    code: "LOGIN_REFUSED",
    when: either(
      status(401),
      says("auth_error", "unauthorized", "unauthenticated", "invalid_api_key"),
      all(
        not(status(400)),
        mentions(
          /(invalid|unknown|bad|expired|missing|incorrect) (user |api[ _])*key|not logged in|authenticat/i,
        ),
      ),
    ),
    advice: (facts) => `${facts.baseUrl} refused the API key. ${keyAdvice(facts)}`,
  },
  {
    code: "OWN_MACHINE",
    endpoints: RENT,
    when: all(status(403), either(says("invalid_args"), mentions(/\bown\b|belongs? to/i))),
    advice: "The offer is a machine of this account, which cannot be rented this way. Choose another offer.",
  },
  {
    code: "PERMISSION_DENIED",
    when: either(status(403), mentions(/permission|forbidden/i)),
    advice: (facts) =>
      `The API key lacks a permission: this call needs \`${permissionFor(facts.name)}\`. ${keyAdvice(facts)}`,
  },
  {
    code: "INSUFFICIENT_CREDIT",
    when: either(
      status(402),
      says("insufficient_credit", "missing_billing"),
      mentions(
        /insufficient (credit|funds|balance)|(lack of|no|not enough) (credit|funds)\b|payment method/i,
      ),
    ),
    advice: "Add credit or a payment method to the account.",
  },
  {
    code: "SPEND_LIMIT",
    when: either(says("spend_rate_limit"), mentions(/spend(ing)? (rate )?limit/i)),
    advice:
      "The account's spending limit is reached. Destroy machines, take a cheaper offer, or have it raised.",
  },
  {
    code: "NO_SSH_KEY",
    endpoints: RENT,
    when: either(
      says("no_ssh_key_for_vm", "no_ssh_key"),
      mentions(/(no|without|missing|requires?) (an? )?(registered )?ssh[ _]key/i),
    ),
    advice:
      "Register an SSH key with the account first: nobody can ever log in to a VM that starts without one.",
  },
  {
    code: "INVALID_PRICE",
    endpoints: ["acceptOffer", "changeBid"],
    when: says("invalid_price"),
    advice: "Set `price` within 0.001 and 128 $/h, and to the machine's `minBid` at least.",
  },
  {
    code: "REGISTRY_LOGIN_REFUSED",
    endpoints: RENT,
    when: mentions(
      /(image|docker|registry)[ _]?(login|credential|auth)|credentials? (for|to|at) the (image|registry)/i,
    ),
    advice: "Check `imageLogin` (`-u <user> -p <token> <registry>`), or the registry login of the template.",
  },
  {
    code: "UNKNOWN_TEMPLATE",
    endpoints: RENT,
    when: either(
      says("no_such_template", "invalid_template"),
      mentions(
        /template\w*\b.*\b(not found|not exist|unknown|invalid)\b|\b(no such|unknown|invalid) template/i,
      ),
    ),
    advice:
      "The template was deleted, or the hash is from before an edit. Check `template` or `templateHashId`.",
  },
  {
    code: "OFFER_GONE",
    endpoints: RENT,
    // What a launch does then: `rules/instance/refusal-actions`.
    when: either(says("no_such_ask"), status(410), all(status(404), says("invalid_args"))),
    advice: "The offer was taken, withdrawn or cannot start now. Take the next offer, or search again.",
  },
  {
    code: "NOT_FOUND",
    endpoints: INSTANCES,
    when: says("no_such_instance", "not_found"),
    advice: "The service says that there is no such instance.",
  },
  {
    code: "NOT_FOUND",
    endpoints: TEMPLATES,
    when: either(
      says("no_such_template", "not_found"),
      mentions(
        /template\b.*\b(not found|not exist)|\bno such template|\b(unknown|invalid|stale|no such) hash|\bhash(_id)? .*(not found|unknown|invalid|stale)/i,
      ),
    ),
    advice: "The service says that there is no such template: it was deleted, or edited since.",
  },
  {
    code: "START_REFUSED",
    endpoints: ["setInstanceState"],
    when: mentions(/resources? .*(unavailable|not available)|no free gpu|gpus? .*in use/i),
    advice: "The machine has no free GPU now. Try again later, or replace the instance.",
  },
  {
    code: "UNSUPPORTED",
    when: all(isOutsideSpecification, status(404, 405, 410, 501), lacksErrorCode),
    advice: "This deployment does not offer the call, which is not part of the API specification.",
  },
  {
    code: "INVALID_ARGUMENTS",
    when: all(
      not(status(404)),
      either(
        status(400, 413, 422),
        says("invalid_args", "invalid_request", "invalid_token", "label_too_long", "missing_input"),
      ),
    ),
    advice: "Correct the argument that the service names.",
  },
  {
    code: "REFUSED",
    when: status(404),
    advice: (facts) =>
      "This does not prove that it is gone: an expired login and a wrong address give the same reply, so nothing was " +
      `concluded from it. Check that ${facts.baseUrl} is the address of the service. ${keyAdvice(facts)}`,
  },
];
