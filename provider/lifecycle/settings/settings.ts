import { readFileSync } from "node:fs";
import { homedir, tmpdir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { ProviderError } from "../../errors";

/** Every setting, read once and checked. */
export interface Settings {
  readonly apiKey: string;
  /** Where the key was found, in words for errors. */
  readonly apiKeySource: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Multiplies the intervals between requests and the poll interval; 0 starts without any. */
  readonly pacing: number;
}

/** The keys of the `vastai` namespace. */
export const SETTING_NAMES = ["apiKey", "baseUrl", "pacing"] as const;

/** Reads one key of the `vastai` namespace of the stack's configuration. */
export type ReadConfig = (key: (typeof SETTING_NAMES)[number]) => string | undefined;

export interface SettingsSources {
  readonly config: ReadConfig;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly readFile: (path: string) => string | undefined;
  readonly home: string;
}

export const DEFAULT_BASE_URL = "https://console.vast.ai";

/**
 * First found wins, white space trimmed: stack configuration, environment, key file, default. Stack configuration
 * comes first so that a stack stays with its account.
 *
 * @throws MISSING_API_KEY naming every place that was searched; INVALID_SETTING
 */
export function readSettings(sources: SettingsSources): Settings {
  const { config, environment } = sources;
  const baseUrl = checkedBaseUrl(
    firstOf([
      ["vastai:baseUrl", config("baseUrl")],
      ["VAST_URL", environment["VAST_URL"]],
    ]),
  );
  const pacing = checkedPacing(
    firstOf([
      ["vastai:pacing", config("pacing")],
      ["VASTAI_PACING", environment["VASTAI_PACING"]],
    ]),
  );
  const folder = trimmed(environment["XDG_CONFIG_HOME"]) ?? join(sources.home, ".config");
  const files = [join(folder, "vastai", "vast_api_key"), join(sources.home, ".vast_api_key")];
  const key = firstOf([
    ["stack configuration vastai:apiKey", config("apiKey")],
    ["environment variable VAST_API_KEY", environment["VAST_API_KEY"]],
    ["environment variable VASTAI_API_KEY", environment["VASTAI_API_KEY"]],
    ...files.map((path): [string, string | undefined] => [`file ${path}`, sources.readFile(path)]),
  ]);
  if (key === undefined) {
    throw new ProviderError(
      "MISSING_API_KEY",
      "No API key was found. Set it with `pulumi config set --secret vastai:apiKey`, or in the environment as " +
        `VAST_API_KEY (or VASTAI_API_KEY), or write it to ${files.join(" or ")}.`,
    );
  }
  if (/[^\x21-\x7e]/.test(key.value)) {
    throw new ProviderError(
      "INVALID_SETTING",
      `The API key from ${key.source} holds a character that no key has (white space, control or non-ASCII). Copy it again.`,
    );
  }
  return { apiKey: key.value, apiKeySource: key.source, baseUrl, pacing };
}

/** Tests only: how much faster than the world the clock runs. */
export function readTimeScale(environment: Readonly<Record<string, string | undefined>>): number {
  const text = trimmed(environment["VASTAI_TIME_SCALE"]);
  if (text === undefined) return 1;
  const scale = Number(text);
  if (Number.isFinite(scale) && scale > 0) return scale;
  throw new ProviderError(
    "INVALID_SETTING",
    `Expected VASTAI_TIME_SCALE to be a number above 0, got "${text}".`,
  );
}

/** Folders for what the running processes of one user share, best first. */
export function readRuntimeFolders(environment: Readonly<Record<string, string | undefined>>): string[] {
  const runtime = trimmed(environment["XDG_RUNTIME_DIR"]);
  const own = runtime !== undefined && isAbsolute(runtime) ? [join(runtime, "pulumi-vastai")] : [];
  return [...own, join(tmpdir(), `pulumi-vastai-${userName()}`)];
}

function userName(): string {
  try {
    const { uid, username } = userInfo();
    return uid >= 0 ? String(uid) : username;
  } catch {
    return "user"; // a user that the system does not know, as in some containers
  }
}

/** The sources of this process, in addition to the stack's configuration. */
export function processSources(config: ReadConfig): SettingsSources {
  return { config, environment: process.env, readFile: readTextFile, home: homedir() };
}

function readTextFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined; // missing, or not readable: the next place is tried
  }
}

interface Found {
  readonly source: string;
  readonly value: string;
}

function firstOf(
  candidates: readonly (readonly [source: string, value: string | undefined])[],
): Found | undefined {
  for (const [source, text] of candidates) {
    const value = trimmed(text);
    if (value !== undefined) return { source, value };
  }
  return undefined;
}

function trimmed(text: string | undefined): string | undefined {
  const value = text?.trim();
  return value === "" ? undefined : value;
}

function checkedBaseUrl(found: Found | undefined): string {
  if (found === undefined) return DEFAULT_BASE_URL;
  const refuse = (rule: string): never => {
    throw new ProviderError(
      "INVALID_SETTING",
      `Expected ${found.source} to be ${rule}, got "${withoutLogin(found.value)}".`,
    );
  };
  let url: URL;
  try {
    url = new URL(found.value);
  } catch {
    return refuse("a URL such as https://console.vast.ai");
  }
  if (url.username !== "" || url.password !== "") refuse("a URL without user name and password");
  if (url.search !== "" || url.hash !== "") refuse("a URL without query");
  const loopback = ["localhost", "[::1]"].includes(url.hostname) || /^127(\.\d{1,3}){3}$/.test(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback)) {
    refuse("https, or plain http to a loopback address: the API key travels with every request");
  }
  return url.href.replace(/\/+$/, "");
}

function withoutLogin(text: string): string {
  return text.replace(/\/\/[^@/]*@/, "//…@");
}

function checkedPacing(found: Found | undefined): number {
  if (found === undefined) return 1;
  const pacing = Number(found.value);
  if (Number.isFinite(pacing) && pacing >= 0 && pacing <= 100) return pacing;
  throw new ProviderError(
    "INVALID_SETTING",
    `Expected ${found.source} to be a number from 0 to 100, got "${found.value}".`,
  );
}
