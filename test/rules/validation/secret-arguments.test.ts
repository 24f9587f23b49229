import { instanceChange } from "../../../provider/rules/instance/instance-change";
import { checkInstanceInputs } from "../../../provider/rules/instance/instance-check";
import { checkTemplateInputs } from "../../../provider/rules/template/template-check";

const RENTED = { image: "a/b", user: "planted", label: "planted", __asked: { label: "planted" } };

test.each([
  ["now", {}, { __secrets: ["user", "label"] }],
  ["before", { __secrets: ["user", "label"] }, {}],
])("what the program marks secret %s is in no reason and no repair", (_when, state, inputs) => {
  const replaced = instanceChange({ ...RENTED, ...state }, { image: "a/b", user: "planted-2", ...inputs });
  expect(replaced.reasons).toEqual(["user: changed"]);
  const updated = instanceChange(
    { ...RENTED, ...state },
    { image: "a/b", user: "planted", label: "planted-2", ...inputs },
  );
  expect(updated).toMatchObject({ effect: "update", repairs: ["label: changed"] });
  const drifted = instanceChange(
    { ...RENTED, ...state, label: "planted-3" },
    { image: "a/b", user: "planted", label: "planted", ...inputs },
  );
  expect(drifted).toMatchObject({ effect: "update", repairs: ["label: the service shows another"] });
});

test("what the program marks secret is in no mistake", () => {
  for (const check of [checkInstanceInputs, checkTemplateInputs]) {
    const shown = JSON.stringify(check({ image: "planted image" }).failures);
    expect(shown).toContain("planted image");
    const failures = check({ image: "planted image" }, ["image"]).failures;
    expect(failures.length).toBeGreaterThan(0);
    expect(JSON.stringify(failures)).not.toContain("planted");
  }
});
