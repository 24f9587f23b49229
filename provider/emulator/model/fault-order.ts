import type { FaultOrder } from "./fault-kinds";
import { isJsonObject, numberFrom, parseJson } from "./json-value";

const FAULT_KINDS: readonly string[] = [
  "offer-gone",
  "refuse",
  "status",
  "drop",
  "hang",
  "error-with-contract",
  "too-frequent",
  "unreadable",
  "session-expired",
  "acts-late",
  "ignored",
  "redirect",
  "list-lag",
  "reads-null",
  "list-short",
  "list-omits",
  "page-repeated",
  "not-found",
  "earlier-answer",
  "template-edited",
  "template-deleted",
  "host",
  "outbid",
  "delivers",
] satisfies FaultOrder["kind"][];

/** Keys whose value is a word even where it looks like a number. */
const WORD_KEYS = ["form", "label", "statusMsg", "error", "msg"];
const MATCH_KEYS = ["endpoint", "offer", "machine", "label", "instance"];

/** Whether `value` orders a fault. Only its kind is checked: the rest is trusted. */
export function isFaultOrder(value: unknown): value is FaultOrder {
  return isJsonObject(value) && typeof value["kind"] === "string" && FAULT_KINDS.includes(value["kind"]);
}

/**
 * A fault as it is written on a command line: JSON, or `kind,key=value,...` such as
 * `host,status=exited,machine=10001` or `drop,endpoint=asks.accept,times=2`. Throws where it is neither.
 */
export function parseFaultText(text: string): FaultOrder {
  const order: unknown = text.trim().startsWith("{") ? parseJson(text) : fromPairs(text);
  if (!isFaultOrder(order)) {
    throw new Error(
      `Expected a fault such as drop,endpoint=asks.accept; its kind is one of ${FAULT_KINDS.join(", ")}`,
    );
  }
  return order;
}

function fromPairs(text: string): unknown {
  const [kind, ...pairs] = text.split(",").map((part) => part.trim());
  const match: Record<string, unknown> = {};
  const order: Record<string, unknown> = { kind, match };
  for (const pair of pairs) {
    const cut = pair.indexOf("=");
    const key = cut < 0 ? pair : pair.slice(0, cut);
    const value = cut < 0 ? true : pair.slice(cut + 1);
    const typed = WORD_KEYS.includes(key) ? value : (numberFrom(value) ?? value);
    (MATCH_KEYS.includes(key) ? match : order)[key] = typed;
  }
  return order;
}
