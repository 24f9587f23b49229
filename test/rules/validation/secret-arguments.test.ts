import { instanceChange } from "../../../provider/rules/instance/instance-change";
import { checkInstanceInputs } from "../../../provider/rules/instance/instance-check";
import { checkTemplateInputs } from "../../../provider/rules/template/template-check";

const RENTED = { image: "a/b", user: "planted", label: "planted", __asked: { label: "planted" } };

test("what the program marks secret is in no reason and no repair", () => {
  const secrets = ["user", "label"];
  const replaced = instanceChange(RENTED, { image: "a/b", user: "planted-2" }, secrets);
  expect(replaced.reasons).toEqual(["user: changed"]);
  const updated = instanceChange(RENTED, { image: "a/b", user: "planted", label: "planted-2" }, secrets);
  expect(updated).toMatchObject({ effect: "update", repairs: ["label: changed"] });
  const drifted = instanceChange(
    { ...RENTED, label: "planted-3" },
    { image: "a/b", user: "planted", label: "planted" },
    secrets,
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
