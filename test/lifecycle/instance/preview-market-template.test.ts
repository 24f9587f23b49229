import { MarketPreview } from "../../../provider/lifecycle/instance/preview-market";
import { UNKNOWN } from "../../../provider/rules/validation/unknown";
import { testCall } from "../../support/test-call";
import { startWorld, urnOf, type Properties } from "../../support/start-world";

const SEARCH = [{ filters: { gpuName: { in: ["RTX 3090"] }, numGpus: { eq: 1 } } }];

async function look(template: Properties, more: Properties = {}): Promise<string> {
  const { clock, session } = startWorld();
  const said: string[] = [];
  const report = { status: () => undefined, note: (line: string) => said.push(line) };
  const inputs = { search: SEARCH, template: UNKNOWN, __template: template, ...more };
  await clock.runUntil(
    new MarketPreview(session).look(testCall("trainer", urnOf("trainer"), { report }), inputs),
  );
  return said.join("\n");
}

test("a template that is yet to be made gives its disk to the first preview", async () => {
  expect(await look({ id: UNKNOWN, recommendedDiskSpace: 32 })).toContain("with 32 GB");
});

test("a template that is yet to be made gives its filters to the first preview", async () => {
  const said = await look({ id: UNKNOWN, extraFilters: { dphTotal: { lt: 0.000_1 } } });
  expect(said).toContain("No offer matches the query now");
});

test.each([{ recommendedDiskSpace: UNKNOWN }, { extraFilters: { numGpus: UNKNOWN } }])(
  "a template that does not know %j yet has no preview of the market",
  async (template) => expect(await look(template)).toContain("Did not search the market"),
);

test("the disk of the instance counts, whatever the template does not know", async () => {
  expect(await look({ recommendedDiskSpace: UNKNOWN }, { disk: 40 })).toContain("with 40 GB");
});
