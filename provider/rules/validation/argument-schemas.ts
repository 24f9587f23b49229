import { z } from "zod";
import { isUnknown } from "./unknown";

/** The rule for an empty value, which need not be shown. */
export const NOT_EMPTY = "not to be empty";

/** Accepts a value that is not known yet, whatever the declared type, as Pulumi does: the type does not show it. */
export function orUnknown<S extends z.ZodType>(schema: S) {
  return z.union([schema, z.custom<z.output<S>>(isUnknown)]);
}

/** An optional argument. */
export function optional<S extends z.ZodType>(schema: S) {
  return orUnknown(schema).optional();
}

/** What a text must be. */
export interface TextLimits {
  /** whether it must hold more than white space */
  readonly isFilled?: boolean;
  /** characters, at most */
  readonly max?: number;
  /** A further rule: the text after "Expected `path`", or undefined where the value satisfies it. */
  readonly also?: (text: string) => string | undefined;
}

/** Text within limits; the message names the first that is broken. */
export function text({ isFilled = false, max = Infinity, also }: TextLimits = {}) {
  return z.string().superRefine((given, context) => {
    if (isFilled && given.trim() === "") {
      context.addIssue(NOT_EMPTY);
    } else if (given.length > max) {
      context.addIssue({ code: "too_big", origin: "string", maximum: max, inclusive: true });
    } else {
      const broken = also?.(given);
      if (broken !== undefined) context.addIssue(broken);
    }
  });
}

/** A boolean. */
export function flag() {
  return z.boolean();
}

/** What a number must be. */
export interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  /** the value must be greater than this */
  readonly above?: number;
  readonly isWhole?: boolean;
  /** " GB": written after each limit */
  readonly unit?: string;
}

/** A finite number within limits; the message names the first that is broken. */
export function number(limits: NumberLimits = {}) {
  const { min = -Infinity, max = Infinity, above = -Infinity, isWhole = false, unit = "" } = limits;
  const range =
    above > -Infinity
      ? `above ${above}${unit}`
      : max < Infinity
        ? `between ${min} and ${max}${unit}`
        : `at least ${min}${unit}`;
  return z.number({ error: `to be a ${isWhole ? "whole " : ""}number` }).superRefine((given, context) => {
    if (given < min || given > max || given <= above) context.addIssue(`to be ${range}`);
    else if (isWhole && !Number.isSafeInteger(given)) context.addIssue("to be a whole number");
  });
}

/** One of these words. */
export function oneOf<const T extends readonly string[]>(words: T) {
  const listed = words.map((word) => JSON.stringify(word));
  const rule =
    listed.length > 1 ? `${listed.slice(0, -1).join(", ")} or ${listed.at(-1) ?? ""}` : listed.join();
  return z.enum(words, { error: `to be ${rule}` });
}

/** A list, each element by `element`. */
export function listOf<S extends z.ZodType>(element: S) {
  return z.array(orUnknown(element));
}

/** An object of exactly these properties. Its issue for other names lists, between spaces, those that there are. */
export function objectOf<S extends z.core.$ZodShape>(shape: S) {
  const names = Object.keys(shape).join(" ");
  return z.strictObject(shape, {
    error: ({ code }) => (code === "unrecognized_keys" ? names : undefined),
  });
}
