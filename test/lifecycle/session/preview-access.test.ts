import { MarketPreview } from "../../../provider/lifecycle/instance/preview-market";
import { checkAccess, PREVIEW_BUDGET_MS } from "../../../provider/lifecycle/session/preview-access";
import { resourceProviders } from "../../../provider/adapters/dynamic/resource-providers";
import { UNKNOWN } from "../../../provider/rules/validation/unknown";
import { textMatching, textWith } from "../../support/matchers";
import { hostOf } from "../../support/provider-host";
import { testCall } from "../../support/test-call";
import { startWorld, urnOf, type Properties, type TestWorld } from "../../support/start-world";

const IMAGE = { image: "pytorch/pytorch:latest" };
const SEARCH = { search: [{ filters: { numGpus: { eq: 1 } }, type: "ondemand" }] };

/** What previews of an instance each, or of a template where undefined, give and say. */
async function previewed(
  { clock, session }: TestWorld,
  ...resources: readonly (Properties | undefined)[]
): Promise<{ failures: unknown[]; warnings: string[] }> {
  const warnings: string[] = [];
  const report = {
    status: () => undefined,
    note: (line: string, severity?: string) => {
      if (severity === "warning") warnings.push(line);
    },
  };
  const looks = resources.map(async (inputs) =>
    inputs === undefined
      ? checkAccess(session, report)
      : new MarketPreview(session).look(testCall("trainer", urnOf("trainer"), { report }), {
          ...IMAGE,
          ...inputs,
        }),
  );
  return { failures: (await clock.runUntil(Promise.all(looks))).flat(), warnings };
}

const routes = ({ world }: TestWorld): string[] => world.requests().map(({ route }) => route);
const REFUSED = [
  { property: "", reason: textMatching(/refused the API key\. Check the key from .* \[LOGIN_REFUSED\]$/) },
];

describe("a preview with a key that the service refuses", () => {
  test.each<[what: string, inputs: Properties | undefined, route: string]>([
    ["a search", SEARCH, "offers.search"],
    ["offer ids", { offerIds: [1] }, "offers.search"],
    ["a search that is not known yet", { search: UNKNOWN }, "account.read"],
    ["a template", undefined, "account.read"],
  ])("fails for %s, with the cause and the way out", async (_what, inputs, route) => {
    const world = startWorld().nextProcess({ apiKey: "wrong" });
    const { failures, warnings } = await previewed(world, inputs);
    expect(failures).toEqual(REFUSED);
    expect(warnings).toEqual([]);
    expect(routes(world)).toEqual([route]);
  });

  test("asks once for ten templates, and fails each", async () => {
    const world = startWorld().nextProcess({ apiKey: "wrong" });
    const { failures } = await previewed(world, ...Array.from({ length: 10 }, () => undefined));
    expect(failures).toHaveLength(10);
    expect((await previewed(world, undefined)).failures).toEqual(REFUSED);
    expect(routes(world)).toEqual(["account.read"]);
  });

  test.each([
    [{ kind: "session-expired" }, "SESSION_EXPIRED"],
    [{ kind: "refuse", status: 403, error: "forbidden", msg: "no permission" }, "PERMISSION_DENIED"],
  ] as const)("fails for %j too", async (fault, code) => {
    for (const inputs of [SEARCH, undefined]) {
      const world = startWorld();
      world.world.fault({ ...fault, times: "always" });
      const { failures } = await previewed(world, inputs);
      expect(failures).toEqual([{ property: "", reason: textWith(`[${code}]`) }]);
    }
  });
});

describe("a preview with credentials that count", () => {
  test("asks for the account once, whatever the number of templates", async () => {
    const world = startWorld();
    const all = [undefined, undefined, { search: UNKNOWN }];
    expect(await previewed(world, ...all)).toEqual({ failures: [], warnings: [] });
    expect(routes(world)).toEqual(["account.read"]);
  });

  test("says nothing where the deployment does not tell the account", async () => {
    const world = startWorld({ interfaceOnly: true });
    expect(await previewed(world, undefined)).toEqual({ failures: [], warnings: [] });
    expect(new Set(world.world.requests().map(({ path }) => path))).toEqual(
      new Set(["/api/v0/users/current/"]),
    );
  });

  test.each<[what: string, fault: object]>([
    ["a page of another web server", { kind: "unreadable", form: "html" }],
    ["another web server without POST", { kind: "status", status: 501 }],
    ["a web server that knows no such path", { kind: "status", status: 404 }],
    ["nothing that answers", { kind: "drop", when: "before" }],
    ["nothing that answers in time", { kind: "hang", seconds: 600 }],
  ])("does not fail at %s, and asks whether that is the service", async (_what, fault) => {
    const world = startWorld();
    world.world.fault({ ...(fault as { kind: "drop" }), times: "always" });
    const begun = world.clock.now();
    const { failures, warnings } = await previewed(world, SEARCH);
    expect(failures).toEqual([]);
    expect(warnings).toEqual([textMatching(/is `vastai:baseUrl` the service\?/i)]);
    expect(world.clock.now() - begun).toBeLessThanOrEqual(PREVIEW_BUDGET_MS + 1000);
  });

  test("is told once of a service that cannot be reached, for all templates together", async () => {
    const world = startWorld();
    world.world.fault({ kind: "drop", when: "before", times: "always" });
    const { failures, warnings } = await previewed(world, undefined, undefined, { search: UNKNOWN });
    expect(failures).toEqual([]);
    expect(warnings).toEqual([
      textMatching(/^Could not check the API key: Could not read the account: .*baseUrl/),
    ]);
  });
});

describe("a preview of something new next to resources of another owner fails, whichever comes first:", () => {
  const ACCOUNTS = {
    accounts: [
      { id: 4001, apiKey: "emulator-key" },
      { id: 4002, apiKey: "other-key" },
    ],
  };
  const SAID = textMatching(
    /belongs to account 4001, but the API key .* is account 4002's.*\[WRONG_ACCOUNT\]$/,
  );

  /** The engine's calls of a preview, on a process of its own with another key. */
  async function previewWithOtherKey() {
    const first = startWorld(ACCOUNTS);
    const { id, outs } = await first.create("trainer", { ...IMAGE, search: { filters: { numGpus: 1 } } });
    const process = first.nextProcess({ apiKey: "other-key" });
    const { Instance } = resourceProviders(hostOf(process));
    const program = { urn: urnOf("new"), name: "new", organization: "organization", pid: 1, preview: true };
    const news = { ...IMAGE, search: { filters: { numGpus: 1 } }, __program: program };
    return {
      isNew: async () => process.clock.runUntil(Promise.resolve(Instance.check?.({}, news))),
      isKnown: async () => process.clock.runUntil(Promise.resolve(Instance.diff?.(id, outs, outs))),
    };
  }

  test("the known one", async () => {
    const { isNew, isKnown } = await previewWithOtherKey();
    await isKnown();
    expect(await isNew()).toMatchObject({ failures: [{ property: "", reason: SAID }] });
  });

  test("the new one", async () => {
    const { isNew, isKnown } = await previewWithOtherKey();
    expect(await isNew()).toMatchObject({ failures: [] });
    await expect(isKnown()).rejects.toMatchObject({ message: SAID });
  });
});
