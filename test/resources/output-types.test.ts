import * as pulumi from "@pulumi/pulumi";
import ts from "typescript";

import {
  Instance,
  Template,
  type OfferQuery,
  type Runtype,
  type TargetState,
  type TemplateRuntype,
} from "../../provider";
import { serviceOutputs } from "../../provider/lifecycle/instance/outputs/instance-outputs";
import { templateOutputs } from "../../provider/lifecycle/template/outputs";
import { compile, exportsOf } from "./compiled-package";

const PROGRAM = compile();
const CHECKER = PROGRAM.getTypeChecker();

function outputsOf(className: string): ts.PropertyDeclaration[] {
  const symbol = exportsOf(PROGRAM).find((one) => one.getName() === className);
  const members: readonly ts.ClassElement[] =
    symbol?.declarations?.find(ts.isClassDeclaration)?.members ?? [];
  return members.filter(ts.isPropertyDeclaration);
}

/** The outputs of a class that its type says are always there. */
function outputsAlwaysThere(className: string): string[] {
  const outputs = outputsOf(className);
  expect(outputs.length).toBeGreaterThan(25);
  return outputs.filter((output) => !mayBeMissing(output)).map(({ name }) => name.getText());
}

function mayBeMissing({ name, type }: ts.PropertyDeclaration): boolean {
  const [value] = type !== undefined && ts.isTypeReferenceNode(type) ? (type.typeArguments ?? []) : [];
  if (value === undefined) throw new Error(`${name.getText()} is no Output`);
  return CHECKER.typeToString(CHECKER.getTypeFromTypeNode(value)).includes("undefined");
}

function namesOf(outputs: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(outputs).filter((name) => outputs[name] !== undefined);
}

test("what a deployment that shows an id alone leaves out of an instance may be undefined, and nothing else", () => {
  const always = [...namesOf(serviceOutputs({ id: 4711 })), "targetState"];
  expect(outputsAlwaysThere("Instance").toSorted()).toEqual(always.toSorted());
});

test("what a deployment that shows id, hash and name leaves out of a template may be undefined, and nothing else", () => {
  const always = [...namesOf(templateOutputs({}, { id: 12, hashId: "a1b2" })), "name"];
  expect(outputsAlwaysThere("Template").toSorted()).toEqual(always.toSorted());
});

beforeAll(async () => {
  await pulumi.runtime.setMocks({ newResource: () => ({ id: "1", state: {} }), call: () => ({}) });
});

test.each([
  ["Instance", () => new Instance("named", { image: "a/b", search: { filters: {} } })],
  ["Template", () => new Template("named", { image: "a/b" })],
])("every output that %s declares is named to the SDK, or programs would never see it", (name, declare) => {
  const resource = declare();
  const names = outputsOf(name).map((output) => output.name.getText());
  expect(names.filter((output) => !pulumi.Output.isInstance(Reflect.get(resource, output)))).toEqual([]);
});

test("outputs have the types of their arguments, and those that may be missing have to be asked", () => {
  const template = new Template("template", { image: "a/b" });
  const instance = new Instance("instance", { template, search: { filters: {} } });
  const state: pulumi.Output<TargetState> = instance.targetState;
  const runtype: pulumi.Output<Runtype | undefined> = instance.runtype;
  const words: pulumi.Output<TemplateRuntype | undefined> = template.runtype;
  const search: pulumi.Output<OfferQuery[] | undefined> = instance.search;
  const type: pulumi.Output<"ondemand" | "bid" | undefined> = search.apply((queries) => queries?.[0]?.type);
  const price: pulumi.Output<number | undefined> = instance.dphTotal;
  // @ts-expect-error the deployment may show no price
  const missing: pulumi.Output<number> = instance.dphTotal;
  // @ts-expect-error a machine that does not run has none
  const command: pulumi.Output<string> = instance.sshCommand;
  // @ts-expect-error there is no such state
  const wrong: pulumi.Output<boolean> = instance.targetState.apply((target) => target === "paused");
  const outputs = [state, runtype, words, type, price, missing, command, wrong];
  expect(outputs.every((output) => pulumi.Output.isInstance(output))).toBe(true);
});
