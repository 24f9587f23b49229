import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { OFFER_FIELD_NAMES } from "../../provider/rules/offer/offer-fields";
import { PROJECT } from "../house/project-files";
import { membersOf, outputsOf, propertiesOf } from "./read-declarations";
import { localLinks, tableOf, wordsIn } from "./read-markdown";

const README = readFileSync(join(PROJECT, "README.md"), "utf8");
const provider = (path: string): string => join(PROJECT, "provider", path);

test("the error table names every code, in the order of the code", () => {
  const table = tableOf(README, "Code", "What happened", "What to do");
  expect(wordsIn(table)).toEqual(membersOf(provider("errors.ts"), "ErrorCode"));
  expect(table.rows.filter((row) => row.some((cell) => cell === ""))).toEqual([]);
});

test("the arguments of an instance are all there, and nothing else", () => {
  const table = tableOf(README, "Argument", "Type", "Meaning");
  expect(wordsIn(table)).toEqual(propertiesOf(provider("resources/instance-args.ts"), "InstanceArgs"));
});

test("the arguments of a launch are all there, and nothing else", () => {
  const table = tableOf(README, "`launch`", "Default", "Meaning");
  expect(wordsIn(table)).toEqual(propertiesOf(provider("rules/instance/launch-options.ts"), "LaunchOptions"));
});

test("the outputs of an instance are all there, beside its arguments", () => {
  const args = propertiesOf(provider("resources/instance-args.ts"), "InstanceArgs");
  const declared = outputsOf(provider("resources/instance.ts"), "Instance");
  const outputs = declared.filter((name) => !args.includes(name));
  expect(wordsIn(tableOf(README, "Output", "Meaning")).toSorted()).toEqual(outputs.toSorted());
});

test("the arguments of a template are all there, and nothing else", () => {
  const table = tableOf(README, "Argument", "Shapes the machine", "Meaning");
  const args = propertiesOf(provider("resources/template-args.ts"), "TemplateArgs");
  expect(wordsIn(table).toSorted()).toEqual(args.toSorted());
});

test("the outputs of a template are all there, beside its arguments", () => {
  const args = propertiesOf(provider("resources/template-args.ts"), "TemplateArgs");
  const outputs = outputsOf(provider("resources/template.ts"), "Template");
  const paragraph = /Outputs beside them: ([\s\S]*?)\n\n/.exec(README)?.[1] ?? "";
  const named = [...paragraph.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(named).toEqual(outputs.filter((name) => !args.includes(name)));
});

test("every field of an offer query is there, and nothing else", () => {
  const table = tableOf(README, "Fields", "Unit, and traps");
  expect(wordsIn(table).toSorted()).toEqual(OFFER_FIELD_NAMES.toSorted());
});

test("every setting is there, with its names", () => {
  const table = tableOf(README, "Setting", "Stack configuration");
  const named = [...wordsIn(table, 1), ...wordsIn(table, 2)];
  expect(named).toEqual([
    ...["vastai:apiKey", "vastai:baseUrl", "vastai:pacing"],
    ...["VAST_API_KEY", "VASTAI_API_KEY", "VAST_URL", "VASTAI_PACING", "VASTAI_TIME_SCALE"],
  ]);
  const source = readFileSync(provider("lifecycle/settings/settings.ts"), "utf8");
  expect(named.filter((name) => !source.includes(name.replace("vastai:", "")))).toEqual([]);
});

test("the map of folders has every folder of the provider", () => {
  const listed = wordsOfLinks(tableOf(README, "Folder", "What it promises").rows);
  const folders = readdirSync(provider(""), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const missing = folders.map(({ name }) => `provider/${name}`).filter((name) => !listed.includes(name));
  expect(missing).toEqual([]);
});

test.each(["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])("every link in %s leads somewhere", (name) => {
  const links = localLinks(readFileSync(join(PROJECT, name), "utf8"));
  expect(links.filter((target) => !existsSync(join(PROJECT, target)))).toEqual([]);
});

function wordsOfLinks(rows: readonly (readonly string[])[]): string[] {
  return rows.map(([cell = ""]) => /\[([^\]]+)\]/.exec(cell)?.[1] ?? "");
}
