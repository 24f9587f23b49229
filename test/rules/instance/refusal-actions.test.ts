import type { ErrorCode } from "../../../provider/errors";
import {
  refusalAction,
  type RefusalAction,
  type RefusalFacts,
} from "../../../provider/rules/instance/refusal-actions";

const rows: readonly [code: ErrorCode, facts: RefusalFacts, action: RefusalAction][] = [
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
];

test.each(rows)("%s with %j: %s", (code, facts, action) => {
  expect(refusalAction(code, facts).action).toBe(action);
});

test("the reason of a destroy names the machine", () => {
  expect(refusalAction("REFUSED", { newContract: 4711 }).why).toBe(
    "the refusal names instance 4711, which exists and bills",
  );
});
