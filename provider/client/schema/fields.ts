import { z } from "zod";

/**
 * Fields as the service sends them: null, a number as text, a float for an integer, 0 and 1 for a boolean. What cannot be
 * read is undefined, so that one odd field never hides a record that costs money.
 */

function asNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function asFlag(value: unknown): boolean | undefined {
  if (value === true || value === 1 || value === "true" || value === "1") {
    return true;
  }
  return value === false || value === 0 || value === "false" || value === "0" ? false : undefined;
}

function asWhole(value: unknown): number | undefined {
  const number = asNumber(value);
  return number === undefined || !Number.isSafeInteger(number) ? undefined : number;
}

function asId(value: unknown): number | undefined {
  const whole = asWhole(value);
  return whole === undefined || whole <= 0 ? undefined : whole;
}

/** Finite. */
export const numberField = z.unknown().transform(asNumber).optional();
/** Whole, and exact in a double. */
export const wholeField = z.unknown().transform(asWhole).optional();
/** A list of whole numbers; one that holds anything else counts as absent. */
export const wholesField = z
  .unknown()
  .transform((value) => {
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    const wholes = list.map(asWhole).filter((whole) => whole !== undefined);
    return list.length > 0 && wholes.length === list.length ? wholes : undefined;
  })
  .optional();
export const textField = z.unknown().transform(asText).optional();
/** Text without surrounding white space; empty counts as absent. */
export const trimmedField = z
  .unknown()
  .transform((value) => {
    const text = asText(value)?.trim();
    return text === "" ? undefined : text;
  })
  .optional();
export const flagField = z.unknown().transform(asFlag).optional();
/** Required: a whole number above 0. A reply without it is refused. */
export const idField = z.unknown().transform((value, context) => {
  const id = asId(value);
  if (id === undefined) {
    context.addIssue({ code: "custom", message: "Expected a whole number above 0" });
    return z.NEVER;
  }
  return id;
});
/** Required, not empty. */
export const requiredText = z.string().min(1);
