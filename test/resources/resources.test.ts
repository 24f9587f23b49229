import * as pulumi from "@pulumi/pulumi";
import {
  INSTANCE_ARGUMENTS,
  INSTANCE_SERVICE_OUTPUTS,
  LAUNCH_HASH,
  TEMPLATE_ARGUMENTS,
  TEMPLATE_SERVICE_OUTPUTS,
} from "../../provider/state/output-names";
import { SERIALIZED_PROVIDER } from "../../provider/state/serialized-provider";
import { TYPE_TOKEN } from "../../provider/state/type-token";
import { Instance } from "../../provider/resources/instance";
import { Template } from "../../provider/resources/template";

/** What the program registered, by resource name. */
const registered = new Map<string, { type: string; inputs: Record<string, unknown> }>();

beforeAll(async () => {
  await pulumi.runtime.setMocks(
    {
      newResource: ({ type, name, inputs: sent, id }) => {
        // eslint-disable-next-line @typescript-eslint/no-unsafe-assignment -- the SDK declares a mock's inputs as any
        const inputs: Record<string, unknown> = { ...sent };
        registered.set(name, { type, inputs });
        return {
          id: id === undefined || id === "" ? "4711" : id,
          state: { ...inputs, hashId: `hash of ${name}`, launchHash: "v1:x" },
        };
      },
      call: () => ({}),
    },
    "project",
    "stack",
    false,
  );
});

beforeEach(() => registered.clear());

async function settled(...outputs: pulumi.Output<unknown>[]): Promise<unknown[]> {
  return new Promise((resolve) => {
    pulumi.all(outputs).apply((values) => resolve(values));
  });
}

const SEARCH = { filters: { numGpus: 1 } };

describe("what a resource hands to the engine", () => {
  test("is its arguments, the constant, and what the provider process cannot know by itself", async () => {
    const instance = new Instance(
      "plain",
      { image: "a", search: SEARCH, ports: ["80:80"] },
      { customTimeouts: { create: "5m" } },
    );
    await settled(instance.urn);
    expect(registered.get("plain")).toEqual({
      type: TYPE_TOKEN.Instance,
      inputs: {
        image: "a",
        search: SEARCH,
        ports: ["80:80"],
        __provider: SERIALIZED_PROVIDER.Instance,
        __program: {
          urn: "urn:pulumi:stack::project::pulumi-nodejs:dynamic/vastai:Instance::plain",
          name: "plain",
          organization: "organization",
          pid: process.pid,
          preview: false,
          timeouts: { create: "5m" },
        },
      },
    });
  });

  test("names itself with its parents in a component", async () => {
    class Cluster extends pulumi.ComponentResource {
      readonly machine: Instance;
      constructor(name: string) {
        super("my:Cluster", name);
        this.machine = new Instance(`${name}-machine`, { image: "a", search: SEARCH }, { parent: this });
      }
    }
    const cluster = new Cluster("mine");
    await settled(cluster.machine.urn);
    expect(registered.get("mine-machine")?.inputs["__program"]).toMatchObject({
      urn: "urn:pulumi:stack::project::my:Cluster$pulumi-nodejs:dynamic/vastai:Instance::mine-machine",
    });
  });

  test("asks to read where an id is given", async () => {
    const instance = Instance.get("existing", "123");
    expect(await settled(instance.id)).toEqual(["123"]);
    expect(registered.get("existing")?.inputs["__program"]).toMatchObject({ get: true });
  });
});

describe("a template of the program", () => {
  const TEMPLATE = {
    image: "a",
    recommendedDiskSpace: 32,
    extraFilters: { reliability: { gte: 0.9 } },
    runtype: "ssh" as const,
  };

  test.each([
    ["the template itself", (template: Template) => ({ template }), "template"],
    ["its hashId as `template`", (template: Template) => ({ template: template.hashId }), "template"],
    [
      "its hashId as `templateHashId`",
      (template: Template) => ({ templateHashId: template.hashId }),
      "templateHashId",
    ],
  ])("is known behind %s", async (_how, argsOf, name) => {
    const template = new Template("base", TEMPLATE);
    const instance = new Instance("machine", { ...argsOf(template), search: SEARCH });
    await settled(instance.urn);
    expect(registered.get("machine")?.inputs).toMatchObject({
      [name]: "hash of base",
      __template: {
        id: "4711",
        recommendedDiskSpace: 32,
        extraFilters: { reliability: { gte: 0.9 } },
        runtype: "ssh",
      },
      __templateLaunchHash: "v1:x",
    });
  });

  test.each([
    ["a hash in clear", { templateHashId: "hash of base" }],
    ["an output made of its hashId", { templateHashId: pulumi.output("hash of base") }],
  ])("is not known behind %s", async (_how, args) => {
    const instance = new Instance("machine", { ...args, search: SEARCH });
    await settled(instance.urn);
    expect(registered.get("machine")?.inputs).not.toHaveProperty("__template");
    expect(registered.get("machine")?.inputs).toMatchObject({ templateHashId: "hash of base" });
  });
});

describe("secrets", () => {
  test("registry logins are secret even where the program says nothing", async () => {
    const template = new Template("secret", {
      image: "a",
      dockerLoginRepo: "r",
      dockerLoginUser: "u",
      dockerLoginPass: "p",
    });
    const instance = new Instance("secret-machine", {
      image: "a",
      imageLogin: "-u u -p p r",
      search: SEARCH,
    });
    expect(await settled(pulumi.output(pulumi.isSecret(template.dockerLoginPass)))).toEqual([true]);
    expect(await settled(pulumi.output(pulumi.isSecret(instance.imageLogin)))).toEqual([true]);
  });
});

describe("outputs", () => {
  test.each([
    [
      "an instance",
      () => new Instance("outputs", { image: "a", search: SEARCH }),
      [...INSTANCE_SERVICE_OUTPUTS, ...INSTANCE_ARGUMENTS],
    ],
    [
      "a template",
      () => new Template("outputs", { image: "a" }),
      [...TEMPLATE_SERVICE_OUTPUTS, LAUNCH_HASH, ...TEMPLATE_ARGUMENTS],
    ],
  ])(
    "everything that %s is asked, and that the service fills in, can be read by a program",
    async (_what, make, names) => {
      const resource = make();
      expect(names.filter((name) => !pulumi.Output.isInstance(Reflect.get(resource, name)))).toEqual([]);
      await settled(resource.urn);
    },
  );
});

test("the provider is told which arguments are secret, at any depth, and nothing where none holds an output", async () => {
  const first = new Instance("plain", { image: "a/b", env: { A: "1" } });
  const second = new Instance("guarded", {
    image: pulumi.output("a/b"),
    user: pulumi.secret("root"),
    env: { A: pulumi.secret("1") },
    template: new Template("guarded-base", { image: "a/b" }),
  });
  await settled(first.urn, second.urn);
  expect(registered.get("plain")?.inputs["__program"]).not.toHaveProperty("secrets");
  expect(registered.get("guarded")?.inputs["__program"]).toMatchObject({ secrets: ["user", "env"] });
});
