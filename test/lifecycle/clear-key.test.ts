import { clearKeyWarning } from "../../provider/lifecycle/clear-key";
import { newProcessState } from "../../provider/lifecycle/process-state";

const IN_CLEAR = { PULUMI_CONFIG_SECRET_KEYS: '["other:key"]' };

describe("a stack whose API key stands in clear text", () => {
  beforeEach(() => {
    globalThis.pulumiVastaiProcess = newProcessState();
  });

  test("is warned about once, with the command that mends it", () => {
    expect(clearKeyWarning(IN_CLEAR)).toContain("`pulumi config set --secret vastai:apiKey`");
    expect(clearKeyWarning(IN_CLEAR)).toBeUndefined();
  });

  test.each([
    ["the key is secret", { PULUMI_CONFIG_SECRET_KEYS: '["vastai:apiKey"]' }],
    ["the engine does not tell", {}],
    ["the engine tells something else", { PULUMI_CONFIG_SECRET_KEYS: "{" }],
  ])("is not warned about where %s", (_case, environment) => {
    expect(clearKeyWarning(environment)).toBeUndefined();
  });
});
