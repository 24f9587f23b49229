import { containsUnknown, isUnknown, UNKNOWN } from "../../../provider/rules/validation/unknown";

test("the value that is not known yet is found at any depth", () => {
  expect(isUnknown(UNKNOWN)).toBe(true);
  expect(isUnknown([UNKNOWN])).toBe(false);
  for (const value of [UNKNOWN, [1, UNKNOWN], { a: { b: [UNKNOWN] } }])
    expect(containsUnknown(value)).toBe(true);
  for (const value of [undefined, null, 0, "", [], {}, { a: [null, `x${UNKNOWN}`] }]) {
    expect(containsUnknown(value)).toBe(false);
  }
});
