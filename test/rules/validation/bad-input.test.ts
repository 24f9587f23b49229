import { checkInstanceInputs } from "../../../provider/rules/instance/instance-check";
import { checkTemplateInputs } from "../../../provider/rules/template/template-check";
import type { BadInput } from "./bad-input";
import { BAD_INPUTS } from "./bad-input.cases";

function check({ resource, args }: BadInput) {
  return resource === "Template"
    ? checkTemplateInputs({ name: "trainer-1", ...args })
    : checkInstanceInputs(args);
}

test("the table has at least sixty rows, each of its own", () => {
  const titles = BAD_INPUTS.map(({ resource, title }) => `${resource}: ${title}`);
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles.length).toBeGreaterThanOrEqual(60);
});

test.each(BAD_INPUTS)("$resource, $title: every mistake is named, and nothing else", (row) => {
  expect(check(row).failures).toEqual(row.failures);
});

test.each(BAD_INPUTS)("$resource, $title: no secret is in a message, every message names its path", (row) => {
  for (const { property, reason } of check(row).failures) {
    expect(`${property} ${reason}`).not.toContain("hunter2");
    if (property !== "" && !reason.startsWith("Nothing says"))
      expect(reason).toContain(`\`${property.replace(".type", "")}`);
  }
});
