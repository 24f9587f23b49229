import { settingWarnings } from "../../../provider/lifecycle/session/setting-warnings";

const NAMES = ["vastai:apiKey", "vastai:baseUrl"];
const IN_PLAIN_TEXT = { PULUMI_CONFIG_SECRET_KEYS: '["other:key"]' };

describe("an API key in plain text", () => {
  test("is warned about, with the command that makes it a secret", () => {
    expect(settingWarnings(NAMES, IN_PLAIN_TEXT)).toEqual([
      expect.stringContaining("`pulumi config set --secret vastai:apiKey`"),
    ]);
  });

  test.each([
    ["the key is secret", { PULUMI_CONFIG_SECRET_KEYS: '["vastai:apiKey"]' }],
    ["the engine does not tell", {}],
    ["the engine tells something else", { PULUMI_CONFIG_SECRET_KEYS: "{" }],
  ])("is not warned about where %s", (_case, environment) => {
    expect(settingWarnings(NAMES, environment)).toEqual([]);
  });
});

describe("a name that is no setting", () => {
  test("is warned about with the right spelling, and with `--secret` where it is the key", () => {
    expect(settingWarnings(["vastai:apikey", "vastai:base_url"], {})).toEqual([
      "`vastai:apikey` is not a setting of pulumi-vastai and has no effect. Did you mean `vastai:apiKey`? Set that with " +
        "`pulumi config set --secret vastai:apiKey`, and remove this one with `pulumi config rm vastai:apikey`.",
      expect.stringContaining(
        "Did you mean `vastai:baseUrl`? Set that with `pulumi config set vastai:baseUrl`",
      ),
    ]);
  });

  test("that is near to none is warned about with the names that there are", () => {
    expect(settingWarnings(["vastai:region"], {})).toEqual([
      expect.stringContaining("Settings are vastai:apiKey, vastai:baseUrl, vastai:pacing"),
    ]);
  });
});
