import * as pulumi from "@pulumi/pulumi";
import * as own from "../../provider";

/** The package loaded a second time, with the same SDK, as where two versions of it are installed. */
function otherCopy(): typeof own {
  let copy: typeof own | undefined;
  jest.isolateModules(() => {
    jest.doMock("@pulumi/pulumi", () => pulumi);
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would be bound to the first copy
    copy = require("../../provider") as typeof own;
  });
  if (copy === undefined) throw new Error("The package was not loaded");
  return copy;
}

const other = otherCopy();

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ inputs: sent }) => {
      registered.push(Object.keys(sent as object));
      return { id: "1", state: {} };
    },
    call: () => ({}),
  });
});

const registered: string[][] = [];
const SEARCH = { filters: {} };

test.each([
  ["this copy", own],
  ["another copy of the package", other],
])("tells the resources of %s, and which is which", (_which, { Instance, Template }) => {
  const instance: unknown = new Instance("instance", { image: "a/b", search: SEARCH });
  const template: unknown = new Template("template", { image: "a/b" });
  expect(own.Instance.isInstance(instance)).toBe(true);
  expect(own.Template.isInstance(instance)).toBe(false);
  expect(own.Template.isInstance(template)).toBe(true);
  expect(own.Instance.isInstance(template)).toBe(false);
});

test("the other copy is another", () => {
  expect(other.Instance).not.toBe(own.Instance);
  expect(new other.Template("other", { image: "a/b" })).not.toBeInstanceOf(own.Template);
});

test.each([
  ["nothing", undefined],
  ["null", null],
  ["a text", "pulumi-nodejs:dynamic/vastai:Instance"],
  ["an output", pulumi.output({ __pulumiType: "pulumi-nodejs:dynamic/vastai:Template" })],
  ["an object", { image: "a/b" }],
])("tells %s from a resource", (_what, value) => {
  expect([own.Instance.isInstance(value), own.Template.isInstance(value)]).toEqual([false, false]);
});

test("tells another resource from ours, and knows what it has told", () => {
  const component: unknown = new pulumi.ComponentResource("my:Cluster", "mine");
  expect(own.Instance.isInstance(component)).toBe(false);
  const value: unknown = new own.Instance("typed", { image: "a/b", search: SEARCH });
  const gpuName: pulumi.Output<string | undefined> | undefined = own.Instance.isInstance(value)
    ? value.gpuName
    : undefined;
  expect(pulumi.Output.isInstance(gpuName)).toBe(true);
});

test("nothing is sent to the engine for it", async () => {
  const instance = new own.Instance("sent", { image: "a/b", search: SEARCH });
  await new Promise((resolve) => instance.urn.apply(resolve));
  expect(registered.flat().filter((name) => name.startsWith("__pulumi"))).toEqual([]);
});
