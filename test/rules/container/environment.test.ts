import { objectOf, optional } from "../../../provider/rules/validation/argument-schemas";
import { checkArguments } from "../../../provider/rules/validation/check-arguments";
import { environmentSchema } from "../../../provider/rules/container/environment";
import { describeKind, describeValue } from "../../../provider/rules/validation/failure-collector";
import { UNKNOWN } from "../../../provider/rules/validation/unknown";

const reasons = (env: unknown, entry?: number): string[] => {
  const schema = objectOf({ env: optional(environmentSchema(entry === undefined ? {} : { entry })) });
  return checkArguments(schema, { env }, ["env"], () => undefined).failures.map(({ reason }) => reason);
};

test("an entry may have exactly as many characters as the limit", () => {
  expect(reasons({ A: "x".repeat(254) }, 256)).toEqual([]);
  expect(reasons({ A: "x".repeat(255) }, 256)).toEqual([
    "Expected `env.A` to be at most 256 characters with its name, got 257",
  ]);
  expect(reasons({ A: "x".repeat(255) })).toEqual([]);
});

test("a zero byte is refused, a line break is not", () => {
  expect(reasons({ A: "a\0b", B: "a\nb" })).toEqual(["Expected `env.A` to hold no zero byte"]);
});

test("a name that begins with no allowed character is not shown", () => {
  expect(reasons({ "$ecret=hunter2": "" })).toEqual([
    "Expected every name in `env` to match [A-Za-z_][A-Za-z0-9_]*, but one does not",
  ]);
});

test("the total is left open while a value is not known", () => {
  expect(reasons({ A: UNKNOWN, B: "x".repeat(33_000) })).toEqual([]);
});

test("values are shown short, and what is inside them not at all", () => {
  expect(describeValue("x".repeat(61))).toBe(`"${"x".repeat(60)}"… (61 characters)`);
  expect([true, 1.5, "a", null, undefined, [1], { a: 1 }, 1n].map(describeValue)).toEqual([
    "true",
    "1.5",
    '"a"',
    "nothing",
    "nothing",
    "a list",
    "an object",
    "a bigint",
  ]);
  expect(["a", 1, true].map(describeKind)).toEqual(["text", "a number", "a boolean"]);
});
