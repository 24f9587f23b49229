import { templateResult } from "../../../provider/rules/template/template-result";

const RECORD = { id: 12, hashId: "a1b2" };

test.each([
  ["ssh", "ssh"],
  ["ssh_direc ssh_proxy", "ssh"],
  ["jupyter_direct", "jupyter"],
  ["args", "args"],
  ["", undefined],
  ["a word of its own", undefined],
])('the runtype "%s" of a record is one of a template\'s words, or absent', (runtype, expected) => {
  expect(templateResult({ ...RECORD, runtype }).runtype).toBe(expected);
});

test("what the service does not show is absent", () => {
  const shown = Object.entries(templateResult(RECORD)).filter(([, value]) => value !== undefined);
  expect(Object.fromEntries(shown)).toEqual(RECORD);
});
