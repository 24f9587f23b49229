import type { FaultSubject } from "./faults";
import type { ReplyFault } from "./fault-kinds";
import { listWithout, shortList } from "./list-faults";
import { isJsonObject, numberFrom, parseJson, textFrom } from "./json-value";
import { tooFrequent } from "./pace-limit";
import {
  askRefusal,
  json,
  noSuchInstance,
  refusal,
  sessionExpired,
  text,
  type EmulatorReply,
} from "./replies";
import type { RouteCall } from "./route";
import type { WorldState } from "./world-state";

/** Answers a request that a fault was ordered for; `act` is what the route would have done. */
export async function answerWithFault(
  world: WorldState,
  fault: ReplyFault,
  subject: FaultSubject,
  call: RouteCall,
  act: () => EmulatorReply,
): Promise<EmulatorReply | "drop"> {
  const instead = (when: "before" | "after", answer: EmulatorReply | "drop"): EmulatorReply | "drop" => {
    if (when === "after") {
      act();
    }
    return answer;
  };
  switch (fault.kind) {
    case "offer-gone":
      if (fault.form !== "410") {
        world.market.withdraw(subject.offer ?? 0);
      }
      return offerGone(subject.offer ?? 0, fault.form ?? "404");
    case "refuse":
      return instead(fault.when ?? "before", refusal(fault.status, fault.error, fault.msg, askOf(subject)));
    case "status":
      return instead(fault.when ?? "before", trouble(fault.status));
    case "drop":
      return instead(fault.when ?? "after", "drop");
    case "unreadable":
      return instead(fault.when ?? "after", unreadable(fault.form));
    case "hang":
      return hang(world, fault, act);
    case "error-with-contract":
      return withContract(act(), fault.status ?? 400, subject.offer ?? 0);
    case "too-frequent":
      return tooFrequent(fault.form, fault.threshold);
    case "session-expired":
      return sessionExpired();
    case "acts-late":
      world.actLater(world.now() + fault.seconds * 1000, act);
      return fault.status === undefined ? "drop" : trouble(fault.status);
    case "ignored":
      return json(200, { success: true });
    case "redirect":
      return { ...text(302, ""), headers: { location: fault.location ?? "/login/" } };
    case "list-lag":
      return act();
    case "reads-null":
      return json(200, { instances: null });
    case "list-short":
      return shortList(act(), fault.rows ?? 1);
    case "list-omits":
      return listWithout(act(), fault.instance);
    case "page-repeated":
      call.query.delete("after_token");
      return act();
    case "not-found":
      return call.method === "GET" ? json(200, { instances: null }) : noSuchInstance();
    case "earlier-answer":
      return call.earlierAnswer ?? act();
    case "template-edited":
    case "template-deleted":
      meddle(world, fault.kind, call);
      return act();
  }
}

function trouble(status: number): EmulatorReply {
  return text(status, `${status}: the service has a problem`);
}

async function hang(
  world: WorldState,
  fault: ReplyFault & { kind: "hang" },
  act: () => EmulatorReply,
): Promise<EmulatorReply | "drop"> {
  const early = fault.when === "after" ? act() : undefined;
  await world.clock.sleep(fault.seconds * 1000);
  world.settle();
  return early ?? act();
}

function askOf(subject: FaultSubject): object {
  return subject.route === "asks.accept" ? { ask_id: subject.offer } : {};
}

/** A rent refused because its offer is gone. */
export function offerGone(askId: number, form: "404" | "410" | "400"): EmulatorReply {
  switch (form) {
    case "404":
      return askRefusal(404, "invalid_args", 3_603, `no_such_ask: offer ${askId} is not available.`, askId);
    case "410":
      return askRefusal(410, "no_such_ask", 3_604, `no_such_ask: offer ${askId} cannot start now.`, askId);
    case "400":
      return askRefusal(400, "no_such_ask", 3_605, `no_such_ask: offer ${askId} is stale.`, askId);
  }
}

function withContract(reply: EmulatorReply, status: number, askId: number): EmulatorReply {
  const body = parseJson(reply.body);
  const contract = isJsonObject(body) ? body["new_contract"] : undefined;
  return contract === undefined
    ? reply
    : askRefusal(status, "invalid_args", 3_610, "the machine was created but did not start", askId, {
        new_contract: contract,
      });
}

const HUGE_CHARACTERS = 50 * 1024 * 1024;

function unreadable(form: "html" | "truncated" | "empty" | "huge"): EmulatorReply {
  switch (form) {
    case "html":
      return {
        status: 200,
        headers: { "content-type": "text/html" },
        body: "<!doctype html><html><body><h1>Bad gateway</h1></body></html>",
      };
    case "truncated":
      return { ...json(200, {}), body: '{"success": true, "new_con' };
    case "empty":
      return { ...json(200, {}), body: "" };
    case "huge":
      return json(200, { success: true, padding: "x".repeat(HUGE_CHARACTERS) });
  }
}

function meddle(world: WorldState, kind: "template-edited" | "template-deleted", call: RouteCall): void {
  const hash = textFrom(call.body["hash_id"]) ?? textFrom(call.body["template_hash_id"]);
  const entry =
    (hash === undefined ? undefined : world.templates.findByHash(hash)) ??
    world.templates.find(numberFrom(call.body["template_id"]) ?? -1);
  if (entry !== undefined && kind === "template-edited") {
    world.templates.edit(entry.id, { desc: "edited by somebody else" });
  } else if (entry !== undefined) {
    world.templates.remove(entry.id, world.now());
  }
}
