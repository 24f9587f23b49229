import type { OfferFilters } from "../../rules/offer/offer-query";
import { isRecord } from "../../rules/validation/is-record";
import { fromWireName, toWireName } from "./wire-names";

/** `{ gpuName: "RTX 4090" }` to `{ gpu_name: { eq: "RTX 4090" } }`: a bare value means eq, an array means in. */
export function toWireFilters(filters: OfferFilters): Record<string, unknown> {
  const operators = (given: unknown): unknown => {
    if (Array.isArray(given)) {
      return { in: given };
    }
    return isRecord(given) ? given : { eq: given };
  };
  return Object.fromEntries(
    Object.entries(filters)
      .filter(([, given]) => given !== undefined)
      .map(([name, given]) => [toWireName(name), operators(given)]),
  );
}

/** Reads filters given as an object or as its JSON text. What is neither is undefined. */
export function fromWireFilters(given: unknown): OfferFilters | undefined {
  const raw = typeof given === "string" ? parsed(given) : given;
  if (!isRecord(raw)) {
    return undefined;
  }
  const filters: unknown = Object.fromEntries(
    Object.entries(raw)
      .filter(([, operators]) => operators !== null)
      .map(([name, operators]) => [fromWireName(name), operators]),
  );
  return isFilters(filters) ? filters : undefined;
}

function parsed(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return json;
  } catch {
    return undefined; // not JSON text: no filters that could be compared
  }
}

/** By form only: fields and operators that we do not know stay, since the service knows them. */
function isFilters(value: unknown): value is OfferFilters {
  const isPlain = (held: unknown): boolean => ["string", "number", "boolean"].includes(typeof held);
  const isOperand = (held: unknown): boolean =>
    isPlain(held) ||
    held === null ||
    (Array.isArray(held) && held.every((item) => isPlain(item) || item === null));
  return (
    isRecord(value) &&
    Object.values(value).every(
      (held) => isOperand(held) || (isRecord(held) && Object.values(held).every(isOperand)),
    )
  );
}
