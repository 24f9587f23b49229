import { pairsFromFlags, publishedPorts, type EnvPairs } from "./docker-flag-text";
import { isJsonObject, numberFrom, type JsonObject } from "./json-value";
import { askRefusal, type EmulatorReply } from "./replies";
import { imageRuntype } from "./runtypes";

/** What a rent requests, checked. undefined: not requested, so that a template decides. */
export interface AskBody {
  readonly image: string | undefined;
  readonly templateHashId: string | undefined;
  readonly label: string | null;
  readonly disk: number | undefined;
  /** The service's own spelling. */
  readonly runtype: string | undefined;
  readonly targetState: "running" | "stopped";
  readonly price: number | undefined;
  readonly env: EnvPairs;
  readonly cancelUnavail: boolean | undefined;
  readonly vm: boolean;
  readonly onstart: string | undefined;
  readonly args: readonly string[] | undefined;
  /** Used with the runtype `args` only. */
  readonly argsStr: string | undefined;
  readonly imageLogin: string | undefined;
  readonly volume: { readonly id: number; readonly createNew: boolean } | undefined;
}

const TEXTS: Readonly<Record<string, number>> = {
  image: 1024,
  template_hash_id: 1024,
  label: 256,
  jupyter_dir: 4096,
  user: 256,
  image_login: 4096,
  args_str: 4096,
  onstart: 4048,
  extra: 4096,
  runtype: 256,
  target_state: 16,
};
const FLAGS = ["cancel_unavail", "vm", "use_jupyter_lab", "python_utf8", "lang_utf8", "force"];
const OTHERS = ["client_id", "disk", "price", "env", "args", "volume_info"];

const ENV_ENTRY_LIMIT = 256;
const ENV_TOTAL_LIMIT = 32_768;
const PORT_LIMIT = 64;
const COMMAND_LIMIT = 4_096;

/** The body of a rent, or the refusal of its first fault. null counts as not sent. */
export function parseAskBody(raw: JsonObject, askId: number): AskBody | EmulatorReply {
  const body = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null));
  const fault = firstFault(body);
  if (fault !== undefined) {
    return askRefusal(400, "invalid_args", 3_601, fault, askId);
  }
  const price = body["price"];
  const bid = typeof price === "number" ? price : undefined;
  if (price !== undefined && (bid === undefined || bid < 0.001 || bid > 128)) {
    const sentence = "invalid_price: the bid must be between 0.001 and 128 dollars per hour";
    return askRefusal(400, "invalid_price", 3_602, sentence, askId);
  }
  const args = Array.isArray(body["args"])
    ? body["args"].filter((item) => typeof item === "string")
    : undefined;
  const argsStr = textOf(body, "args_str");
  const volume = body["volume_info"];
  return {
    image: textOf(body, "image"),
    templateHashId: textOf(body, "template_hash_id"),
    label: textOf(body, "label") ?? null,
    disk: numberFrom(body["disk"]),
    runtype:
      imageRuntype(textOf(body, "runtype")) ??
      (args !== undefined || argsStr !== undefined ? "args" : undefined),
    targetState: body["target_state"] === "stopped" ? "stopped" : "running",
    price: bid,
    env: envPairs(body["env"]),
    cancelUnavail: flagOf(body, "cancel_unavail"),
    vm: flagOf(body, "vm") ?? false,
    onstart: textOf(body, "onstart"),
    args,
    argsStr,
    imageLogin: textOf(body, "image_login"),
    volume: isJsonObject(volume)
      ? { id: numberFrom(volume["volume_id"]) ?? 0, createNew: volume["create_new"] === true }
      : undefined,
  };
}

function firstFault(body: JsonObject): string | undefined {
  const known = [...Object.keys(TEXTS), ...FLAGS, ...OTHERS];
  const stranger = Object.keys(body).find((name) => !known.includes(name));
  return (
    // Stricter than documented, so that a misspelt field does not pass.
    (stranger === undefined ? undefined : `unknown field ${stranger}`) ??
    Object.entries(TEXTS)
      .map(([name, limit]) => textFault(body[name], name, limit))
      .find(isText) ??
    FLAGS.map((name) => flagFault(body[name], name)).find(isText) ??
    runFault(body) ??
    envFault(body["env"]) ??
    volumeFault(body["volume_info"])
  );
}

function isText(value: string | undefined): value is string {
  return value !== undefined;
}

function textFault(value: unknown, name: string, limit: number): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  return typeof value !== "string" || value.length > limit
    ? `${name} must be a string of at most ${limit} characters`
    : undefined;
}

function flagFault(value: unknown, name: string): string | undefined {
  return value === undefined || typeof value === "boolean" ? undefined : `${name} must be a boolean`;
}

function runFault(body: JsonObject): string | undefined {
  const disk = body["disk"];
  if (disk !== undefined && (typeof disk !== "number" || disk < 8)) {
    return "disk must be a number of GB, at least 8";
  }
  if (body["runtype"] !== undefined && imageRuntype(textOf(body, "runtype")) === undefined) {
    return "runtype is not known";
  }
  const target = body["target_state"];
  if (target !== undefined && target !== "running" && target !== "stopped") {
    return "target_state must be running or stopped";
  }
  const args: unknown = body["args"];
  if (args !== undefined && (!Array.isArray(args) || args.some((item) => typeof item !== "string"))) {
    return "args must be a list of strings";
  }
  const words: readonly unknown[] = Array.isArray(args) ? args : [];
  const command = `${words.join(" ")}${textOf(body, "args_str") ?? ""}${textOf(body, "onstart") ?? ""}`;
  if (command.length > COMMAND_LIMIT) {
    return `args, args_str and onstart together must not exceed ${COMMAND_LIMIT} characters`;
  }
  const login = textOf(body, "image_login");
  if (login !== undefined && login !== "" && !/^\s*-u\s+\S+\s+-p\s+\S+\s+\S+\s*$/.test(login)) {
    return "image login must have the form -u <user> -p <token> <registry>";
  }
  return undefined;
}

function envFault(env: unknown): string | undefined {
  if (env === undefined || env === "") {
    return undefined;
  }
  if (typeof env !== "string" && !isJsonObject(env)) {
    return "env must be an object";
  }
  if (isJsonObject(env)) {
    const wrong = Object.entries(env).find(([, value]) => typeof value !== "string");
    if (wrong !== undefined) {
      return "env values must be strings";
    }
    const port = Object.keys(env).find(
      (key) => key.startsWith("-p") && publishedPorts([[key, "1"]]).length === 0,
    );
    if (port !== undefined) {
      return "env has a port mapping that cannot be read";
    }
    if (Object.entries(env).some(([key, value]) => key.startsWith("-p") && value !== "1")) {
      return 'env needs the value "1" for a port mapping';
    }
  }
  const pairs = envPairs(env);
  if (pairs.some(([key, value]) => `${key}=${value}`.length > ENV_ENTRY_LIMIT)) {
    return `env entries must not exceed ${ENV_ENTRY_LIMIT} characters`;
  }
  if (pairs.reduce((sum, [key, value]) => sum + key.length + value.length + 1, 0) > ENV_TOTAL_LIMIT) {
    return `env must not exceed ${ENV_TOTAL_LIMIT} characters`;
  }
  return publishedPorts(pairs).length > PORT_LIMIT ? `at most ${PORT_LIMIT} ports can be opened` : undefined;
}

function volumeFault(volume: unknown): string | undefined {
  if (volume === undefined) {
    return undefined;
  }
  const valid =
    isJsonObject(volume) &&
    typeof volume["create_new"] === "boolean" &&
    Number.isInteger(volume["volume_id"]) &&
    typeof volume["mount_path"] === "string" &&
    volume["mount_path"] !== "" &&
    (volume["size"] == null || Number.isInteger(volume["size"]));
  return valid
    ? undefined
    : "volume_info needs create_new, volume_id and mount_path, and size as a whole number of GB";
}

function envPairs(env: unknown): EnvPairs {
  if (typeof env === "string") {
    return pairsFromFlags(env);
  }
  return isJsonObject(env) ? Object.entries(env).map(([key, value]) => [key, String(value)]) : [];
}

function textOf(body: JsonObject, name: string): string | undefined {
  const value = body[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function flagOf(body: JsonObject, name: string): boolean | undefined {
  const value = body[name];
  return typeof value === "boolean" ? value : undefined;
}
