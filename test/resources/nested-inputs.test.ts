import * as pulumi from "@pulumi/pulumi";
import { getOffersOutput, getTemplatesOutput, Instance, Template, type InstanceArgs } from "../../provider";

/** Searches that find what was requested. */
jest.mock(
  "../../provider/lifecycle/data-sources/program-session.js",
  () => ({
    programSession: () => undefined,
    searchOffers: (_session: unknown, query: unknown) => [query],
    searchTemplates: (_session: unknown, filters: unknown) => [filters],
  }),
  { virtual: true },
);

/** What the program registered, by resource name. */
const registered = new Map<string, Record<string, unknown>>();

beforeAll(async () => {
  await pulumi.runtime.setMocks(
    {
      newResource: ({ name, inputs: sent }) => {
        // eslint-disable-next-line @typescript-eslint/no-unsafe-assignment -- the SDK declares a mock's inputs as any
        const inputs: Record<string, unknown> = { ...sent };
        registered.set(name, inputs);
        return { id: "4711", state: { ...inputs, hashId: "h", launchHash: "v1:x" } };
      },
      call: () => ({}),
    },
    "project",
    "stack",
    false,
  );
});

async function settled<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => {
    output.apply((value) => resolve(value));
  });
}

/** An output that is known later. */
function later<T>(value: T): pulumi.Output<T> {
  return pulumi.output("").apply<T>(async () => Promise.resolve(value));
}

test("an instance takes outputs at any depth of its search and volume", async () => {
  const cluster = later(17);
  const one = new Instance("one", {
    image: "a",
    search: {
      filters: {
        clusterId: cluster,
        gpuName: [later("RTX 4090"), "RTX 3090"],
        reliability: { gte: later(0.9) },
      },
      orderBy: [["dphTotal", "asc"]],
    },
    volumeInfo: { volumeId: later(5), mountPath: "/data" },
  });
  const two = new Instance("two", {
    image: "a",
    search: [{ filters: { numGpus: later(1) } }, later({ filters: {} })],
  });
  await settled(pulumi.all([one.urn, two.urn]));
  expect(registered.get("one")).toMatchObject({
    search: { filters: { clusterId: 17, gpuName: ["RTX 4090", "RTX 3090"], reliability: { gte: 0.9 } } },
    volumeInfo: { volumeId: 5, mountPath: "/data" },
  });
  expect(registered.get("two")).toMatchObject({ search: [{ filters: { numGpus: 1 } }, { filters: {} }] });
});

test("a template takes them in its filters", async () => {
  const template = new Template("t", { image: "a", extraFilters: { gpuRam: { gte: later(24_000) } } });
  await settled(template.urn);
  expect(registered.get("t")).toMatchObject({ extraFilters: { gpuRam: { gte: 24_000 } } });
});

test("the searches' Output forms take them too", async () => {
  const query = { filters: { numGpus: { gte: later(2) } }, limit: later(5) };
  expect(await settled(getOffersOutput(query))).toEqual([{ filters: { numGpus: { gte: 2 } }, limit: 5 }]);
  const filters = { name: { eq: later("trainer") } };
  expect(await settled(getTemplatesOutput({ filters }))).toEqual([{ name: { eq: "trainer" } }]);
});

test("plain values keep their types, and mistakes are found below them", () => {
  const plain: InstanceArgs = {
    search: { filters: { numGpus: 1, gpuName: { in: ["RTX 4090"] } }, type: "bid" },
  };
  // @ts-expect-error there is no such field
  const unknownField: InstanceArgs = { search: { filters: { numGpu: 1 } } };
  // @ts-expect-error the field is a number
  const wrongType: InstanceArgs = { search: { filters: { numGpus: "one" } } };
  // @ts-expect-error an output of a number
  const wrongOutput: InstanceArgs = { search: { filters: { numGpus: later("one") } } };
  // @ts-expect-error one of two texts
  const wrongText: InstanceArgs = { search: { filters: {}, type: "spot" } };
  // @ts-expect-error the field is a number
  const wrongVolume: InstanceArgs = { volumeInfo: { volumeId: later("5"), mountPath: "/data" } };
  expect([plain, unknownField, wrongType, wrongOutput, wrongText, wrongVolume]).toHaveLength(6);
});
