import type { ErrorCode, ErrorDetails } from "../../../provider/errors";
import { refusalAction, type RefusalAction } from "../../../provider/rules/instance/refusal-actions";

interface Facts extends ErrorDetails {
  readonly mayMinBidHaveRisen?: boolean;
}
const BARE = { status: 400 };
const SAID = { status: 400, serviceMessage: "no" };

const rows: readonly [code: ErrorCode, facts: Facts, action: RefusalAction][] = [
  ["OFFER_GONE", {}, "next-offer"],
  ["OWN_MACHINE", {}, "next-offer"],
  ["INVALID_PRICE", { mayMinBidHaveRisen: true }, "next-offer"],
  ["INVALID_PRICE", {}, "stop"],
  ["INVALID_PRICE", { mayMinBidHaveRisen: false }, "stop"],
  ["ANSWER_LOST", {}, "look-up"],
  ["SERVICE_ERROR", {}, "look-up"],
  ["UNEXPECTED_REPLY", {}, "look-up"],
  ["SERVICE_ERROR", { newContract: 7 }, "destroy"],
  ["INVALID_PRICE", { newContract: 7, mayMinBidHaveRisen: true }, "destroy"],
  ["INVALID_ARGUMENTS", {}, "stop"],
  ["LOGIN_REFUSED", {}, "stop"],
  ["SESSION_EXPIRED", {}, "stop"],
  ["PERMISSION_DENIED", {}, "stop"],
  ["INSUFFICIENT_CREDIT", {}, "stop"],
  ["SPEND_LIMIT", {}, "stop"],
  ["NO_SSH_KEY", {}, "stop"],
  ["UNKNOWN_TEMPLATE", {}, "stop"],
  ["REGISTRY_LOGIN_REFUSED", {}, "stop"],
  ["RATE_LIMITED", {}, "stop"],
  ["UNREACHABLE", {}, "stop"],
  ["REFUSED", {}, "stop"],
  ["CANCELLED", {}, "stop"],
  ["OFFER_GONE", BARE, "look-up"],
  ["OFFER_GONE", SAID, "next-offer"],
  ["INVALID_ARGUMENTS", BARE, "look-up-or-stop"],
  ["INVALID_ARGUMENTS", SAID, "stop"],
  ["INVALID_PRICE", { ...BARE, mayMinBidHaveRisen: true }, "look-up"],
  ["SERVICE_ERROR", SAID, "look-up"],
  ["LOGIN_REFUSED", { status: 401 }, "stop"],
  ["PERMISSION_DENIED", { status: 403 }, "stop"],
  ["RATE_LIMITED", { status: 429 }, "stop"],
  ["REFUSED", { ...BARE, serviceError: "no_such_ask" }, "stop"],
  ["INVALID_ARGUMENTS", { ...BARE, newContract: 7 }, "destroy"],
];

test.each(rows)("%s with %j: %s", (code, { mayMinBidHaveRisen, ...details }, action) => {
  expect(refusalAction(code, { mayMinBidHaveRisen, details }).action).toBe(action);
});

test("the reason of a destroy names the machine", () => {
  expect(refusalAction("REFUSED", { details: { newContract: 4711 } }).why).toBe(
    "the refusal names instance 4711, which exists and bills",
  );
});
