import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  readRuntimeFolders,
  readSettings,
  readTimeScale,
  type SettingsSources,
} from "../../../provider/lifecycle/settings/settings";

const KEY = "0123456789abcdef";

function sources(more: {
  config?: Record<string, string>;
  environment?: Record<string, string>;
  files?: Record<string, string>;
}): SettingsSources {
  return {
    config: (key) => more.config?.[key],
    environment: more.environment ?? {},
    readFile: (path) => more.files?.[path],
    home: "/home/someone",
  };
}

describe("where the API key comes from", () => {
  test.each([
    [
      "stack configuration wins",
      { config: { apiKey: "config" }, environment: { VAST_API_KEY: "env" } },
      "config",
      "stack configuration vastai:apiKey",
    ],
    [
      "the official variable comes before ours",
      { environment: { VAST_API_KEY: "official", VASTAI_API_KEY: "other" } },
      "official",
      "environment variable VAST_API_KEY",
    ],
    [
      "the other variable is read",
      { environment: { VASTAI_API_KEY: "other" } },
      "other",
      "environment variable VASTAI_API_KEY",
    ],
    [
      "the file in the configuration folder comes before the old one",
      { files: { "/home/someone/.config/vastai/vast_api_key": "new", "/home/someone/.vast_api_key": "old" } },
      "new",
      "file /home/someone/.config/vastai/vast_api_key",
    ],
    [
      "the old file is read",
      { files: { "/home/someone/.vast_api_key": "old" } },
      "old",
      "file /home/someone/.vast_api_key",
    ],
    [
      "the configuration folder may lie elsewhere",
      { environment: { XDG_CONFIG_HOME: "/etc/me" }, files: { "/etc/me/vastai/vast_api_key": "there" } },
      "there",
      "file /etc/me/vastai/vast_api_key",
    ],
    [
      "white space is trimmed",
      { files: { "/home/someone/.vast_api_key": `  ${KEY}\n` } },
      KEY,
      "file /home/someone/.vast_api_key",
    ],
    [
      "a blank value counts as none",
      { environment: { VAST_API_KEY: "  ", VASTAI_API_KEY: "other" } },
      "other",
      "environment variable VASTAI_API_KEY",
    ],
  ])("%s", (_claim, more, apiKey, apiKeySource) => {
    expect(readSettings(sources(more))).toMatchObject({ apiKey, apiKeySource });
  });

  test("an error names every place where it is none", () => {
    expect(() => readSettings(sources({}))).toThrow(
      expect.objectContaining({
        code: "MISSING_API_KEY",
        message:
          "No API key was found. Set it with `pulumi config set --secret vastai:apiKey`, or in the environment as " +
          "VAST_API_KEY (or VASTAI_API_KEY), or write it to /home/someone/.config/vastai/vast_api_key or " +
          "/home/someone/.vast_api_key.",
      }) as Error,
    );
  });

  test("a key that cannot be one is refused without being shown", () => {
    const read = () => readSettings(sources({ environment: { VAST_API_KEY: "secret key" } }));
    expect(read).toThrow("holds a character that no key has");
    expect(read).not.toThrow("secret key");
  });
});

describe("the base URL", () => {
  const urlOf = (VAST_URL?: string, config: Record<string, string> = {}) =>
    readSettings(
      sources({
        config: { apiKey: KEY, ...config },
        environment: VAST_URL === undefined ? {} : { VAST_URL },
      }),
    ).baseUrl;

  test.each([
    [undefined, "https://console.vast.ai"],
    ["https://gpu.example.com/", "https://gpu.example.com"],
    ["https://gpu.example.com/cloud/", "https://gpu.example.com/cloud"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["http://localhost:8080/", "http://localhost:8080"],
    ["http://[::1]:8080/", "http://[::1]:8080"],
  ])("%s is taken as %s", (given, taken) => expect(urlOf(given)).toBe(taken));

  test("comes from the stack's configuration before the environment", () =>
    expect(urlOf("https://two.example.com", { baseUrl: "https://one.example.com" })).toBe(
      "https://one.example.com",
    ));

  test.each([
    ["http://gpu.example.com", "https, or plain http to a loopback address"],
    ["ftp://127.0.0.1", "https, or plain http to a loopback address"],
    ["gpu.example.com", "a URL such as"],
    ["https://me:hunter2@gpu.example.com", "a URL without user name and password"],
    ["https://gpu.example.com/?key=1", "a URL without query"],
  ])("%s is refused", (given, rule) => {
    expect(() => urlOf(given)).toThrow(rule);
    expect(() => urlOf(given)).not.toThrow("hunter2");
  });
});

describe("the pacing factor", () => {
  const pacingOf = (VASTAI_PACING?: string) =>
    readSettings(
      sources({ config: { apiKey: KEY }, environment: VASTAI_PACING === undefined ? {} : { VASTAI_PACING } }),
    ).pacing;

  test.each([
    [undefined, 1],
    ["0", 0],
    ["0.5", 0.5],
    ["100", 100],
  ])("%s is taken as %d", (given, taken) => expect(pacingOf(given)).toBe(taken));

  test.each(["-1", "101", "fast", "NaN"])("%s is refused", (given) =>
    expect(() => pacingOf(given)).toThrow(
      `Expected VASTAI_PACING to be a number from 0 to 100, got "${given}".`,
    ),
  );
});

describe("the time scale of tests", () => {
  test.each([
    [{}, 1],
    [{ VASTAI_TIME_SCALE: "0.01" }, 0.01],
  ])("%j is taken as %d", (environment, taken) => expect(readTimeScale(environment)).toBe(taken));

  test.each(["0", "-1", "soon"])("%s is refused", (VASTAI_TIME_SCALE) =>
    expect(() => readTimeScale({ VASTAI_TIME_SCALE })).toThrow(
      "Expected VASTAI_TIME_SCALE to be a number above 0",
    ),
  );
});

describe("where processes of one user keep what they share", () => {
  test("the runtime folder of the session, else a folder of the user's own among the temporary ones", () => {
    const [runtime, temporary] = readRuntimeFolders({ XDG_RUNTIME_DIR: "/run/user/1000" });
    expect(runtime).toBe(join("/run/user/1000", "pulumi-vastai"));
    expect(temporary).toMatch(/pulumi-vastai-.+$/);
    expect(temporary?.startsWith(tmpdir())).toBe(true);
  });

  test.each([
    ["is not set", {}],
    ["is no absolute path", { XDG_RUNTIME_DIR: "run" }],
  ])("only the latter where XDG_RUNTIME_DIR %s", (_what, environment) =>
    expect(readRuntimeFolders(environment)).toHaveLength(1),
  );
});
