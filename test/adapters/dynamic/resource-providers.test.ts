import { engineError } from "../../../provider/adapters/dynamic/engine-error";
import { resourceProviders } from "../../../provider/adapters/dynamic/resource-providers";
import { hostOf } from "../../support/provider-host";
import { ANY_SEARCH, startWorld, urnOf, type Properties } from "../../support/start-world";

const ARGS = { image: "a/b", search: ANY_SEARCH };

function program(more: Properties = {}): Properties {
  return {
    __provider: "text",
    __program: { urn: urnOf("trainer"), name: "trainer", organization: "acme", pid: 1, ...more },
  };
}

function started() {
  const world = startWorld();
  const lines: string[] = [];
  const host = { ...hostOf(world), send: ({ message }: { message: string }) => void lines.push(message) };
  return { world, lines, ...resourceProviders(host) };
}

async function checked(provider: ReturnType<typeof started>["Instance"], args: Properties, olds = {}) {
  const result = await provider.check?.(olds, args);
  expect(result?.failures).toEqual([]);
  return { ...result?.inputs };
}

test("a check leaves in the inputs what later calls need of the program, and nothing that differs from run to run", async () => {
  const { Instance } = started();
  const timeouts = { create: "10m" };
  const inputs = await checked(Instance, { ...ARGS, ...program({ timeouts, secrets: ["label"] }) });
  expect(inputs).toMatchObject({
    __urn: urnOf("trainer"),
    __resourceName: "trainer",
    __timeouts: timeouts,
    __secrets: ["label"],
  });
  expect(Object.keys(inputs)).not.toContain("__program");
});

test("new customTimeouts are an update that the engine finds in the inputs, and equal ones are nothing", async () => {
  const { Instance, Template } = started();
  for (const provider of [Instance, Template]) {
    const args = provider === Instance ? ARGS : { name: "base", image: "a/b" };
    const olds = await checked(provider, { ...args, ...program({ timeouts: { create: "10m" } }) });
    const same = await checked(provider, { ...args, ...program({ timeouts: { create: "10m" } }) }, olds);
    expect(await provider.diff?.("1", olds, same)).toEqual({ changes: false });
    const other = await checked(provider, { ...args, ...program({ timeouts: { create: "20m" } }) }, olds);
    expect(await provider.diff?.("1", olds, other)).toEqual({});
  }
});

test.each([
  ["now", [], ["user"]],
  ["before", ["user"], []],
])("what the program marks secret only %s is in no reason of a diff", async (_when, before, now) => {
  const { Instance, lines } = started();
  const olds = await checked(Instance, { ...ARGS, user: "planted-1", ...program({ secrets: before }) });
  const news = await checked(Instance, { ...ARGS, user: "planted-2", ...program({ secrets: now }) }, olds);
  expect(await Instance.diff?.("1", olds, news)).toMatchObject({ replaces: ["user"] });
  expect(lines.join()).toContain("user: changed");
  expect(lines.join()).not.toContain("planted");
});

test("a refresh gives the inputs back as the check left them, without the text that loads the provider", async () => {
  const { Instance, world } = started();
  const { id, outs } = await world.create("trainer", ARGS);
  const reading = await world.clock.runUntil(Promise.resolve(Instance.read?.(id, outs)));
  const inputs: Properties = { ...reading?.inputs };
  expect(inputs).toMatchObject({ image: "a/b", __urn: urnOf("trainer"), __token: outs["__token"] });
  expect(inputs).not.toHaveProperty("__provider");
  expect(inputs).not.toHaveProperty("actualStatus");
});

test("a template leaves nothing of what is secret in its inputs, and waits for no place", async () => {
  const { Template, world } = started();
  const inputs = await checked(Template, { image: "a/b", ...program({ secrets: ["env"] }) });
  expect(inputs).not.toHaveProperty("__secrets");
  expect([...world.process.checks.keys()]).toEqual([]);
});

test("what a failure of another copy of the package left behind is handed to the engine all the same", () => {
  const foreign = Object.assign(new Error("cancelled"), {
    id: "4711",
    properties: { __provider: "text" },
    reasons: ["cancelled [CANCELLED]"],
  });
  const shown = engineError(foreign);
  expect(shown).toMatchObject({
    id: "4711",
    properties: { __provider: "text" },
    reasons: ["cancelled [CANCELLED]"],
    stack: "",
  });
});
