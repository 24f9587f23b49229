import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { isMap, propertyMap, type PropertyMap, type PropertyValue } from "./engine/property-values";

/** A small dynamic provider of the tests' own. Its inputs say how it behaves; every call is noted in `calls.jsonl`. */
const BOX = `
const fs = require("fs");
const { setTimeout: wait } = require("timers/promises");
const { createRequire } = require("module");
const note = (call, data) => fs.appendFileSync("calls.jsonl", JSON.stringify({ call, ...data }) + "\\n");
const outside = (id) => (fs.existsSync("outside.json") ? JSON.parse(fs.readFileSync("outside.json"))[id] : undefined);
const SECRET = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const outs = (n) => ({ ...n, made: "made " + n.size, hush: { ...SECRET, value: "born secret" } });
const tell = (urn, message, ephemeral) => new Promise((resolve, reject) => {
  const { EngineClient } = require("@pulumi/pulumi/proto/engine_grpc_pb");
  const { LogRequest } = require("@pulumi/pulumi/proto/engine_pb");
  const { credentials } = createRequire(require.resolve("@pulumi/pulumi"))("@grpc/grpc-js");
  const request = new LogRequest().setSeverity(1).setUrn(urn).setMessage(message).setEphemeral(ephemeral);
  const engine = new EngineClient(process.argv.at(-1), credentials.createInsecure());
  engine.log(request, (error) => (error ? reject(error) : resolve()));
});
let running = 0;
exports.Box = {
  configure({ config }) {
    note("configure", { mode: config.get("box:mode") ?? null, secret: config.get("box:secret") ?? null });
  },
  async check(olds, news) {
    note("check", { olds, news });
    if (news.stubborn) process.on("SIGINT", () => note("signal"));
    const failures = news.fail === "check" ? [{ property: "", reason: "this box is refused" }] : [];
    return { inputs: { ...news, checked: typeof news.size === "number" ? news.size * 2 : news.size }, failures };
  },
  async diff(id, olds, news) {
    note("diff", { id, olds, news });
    if (news.same) return { changes: false };
    const replaces = olds.size === news.size ? [] : ["size"];
    return { replaces, deleteBeforeReplace: news.deleteFirst === true };
  },
  async create(news) {
    note("create", { news, running: ++running });
    console.log("building a box of " + news.size);
    if (news.about) await tell(news.about, "half way", true).then(() => tell(news.about, "a lid was missing", false));
    await wait(news.lag ?? 0);
    running--;
    note("created", { news });
    if (news.fail === "create") throw new Error("the box broke");
    const id = "box-" + news.size;
    if (news.fail === "partial") {
      throw Object.assign(new Error("not ready"), { id, properties: outs(news), reasons: ["the lid is missing"] });
    }
    return { id, outs: outs(news) };
  },
  async update(id, olds, news) {
    note("update", { id, olds, news });
    if (news.fail === "partial") {
      throw Object.assign(new Error("not ready"), { id, properties: outs(news), reasons: ["the lid is loose"] });
    }
    return { outs: outs(news) };
  },
  async read(id, props) {
    note("read", { id, props });
    const now = outside(id);
    if (now === null) return {};
    return { id, props: { ...props, ...now } };
  },
  async delete(id, props) {
    note("delete", { id, props });
    if (props.fail === "delete") throw new Error("the box is stuck");
  },
};
`;

const PROGRAM_HEAD = `
const pulumi = require("@pulumi/pulumi");
class Box extends pulumi.CustomResource {
  constructor(name, args, options) {
    const hidden = { made: undefined, hush: undefined, checked: undefined };
    const text = 'exports.handler = () => require(process.cwd() + "/box.js").Box;';
    super("pulumi-nodejs:dynamic/box:Box", name, { ...hidden, __provider: text, ...args }, options);
  }
}
`;

/** The files of a project that declares boxes; `program` continues after \`pulumi\` and \`Box\`. */
export function boxProgram(program: string): Record<string, string> {
  return { "box.js": BOX, "index.js": PROGRAM_HEAD + program };
}

/** A call that the provider got, with what it was given. */
export interface BoxCall {
  call: string;
  details: PropertyMap;
}

/** The calls since the last look, oldest first. */
export function takeCalls(folder: string): BoxCall[] {
  const calls = readCalls(folder);
  writeFileSync(join(folder, "calls.jsonl"), "");
  return calls;
}

function readCalls(folder: string): BoxCall[] {
  const path = join(folder, "calls.jsonl");
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  return lines.slice(0, -1).map((line) => {
    const parsed: unknown = JSON.parse(line);
    const details = typeof parsed === "object" && parsed !== null ? propertyMap(parsed) : {};
    return { call: textOf(details["call"]), details };
  });
}

/** The calls since the last look as `name id`, or `name size` where there is no id. */
export function takeCallNames(folder: string): string[] {
  return takeCalls(folder).map(nameOfCall);
}

/** The same, and they stay for the next look. */
export function peekCallNames(folder: string): string[] {
  return readCalls(folder).map(nameOfCall);
}

function nameOfCall({ call, details: { id, news } }: BoxCall): string {
  const subject = id ?? (isMap(news) ? news["size"] : undefined);
  return `${call} ${textOf(subject)}`.trim();
}

function textOf(value: PropertyValue | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Says what a `read` is to find: other properties by id, or null for what is gone. */
export function setOutside(folder: string, outside: PropertyMap): void {
  writeFileSync(join(folder, "outside.json"), JSON.stringify(outside));
}
