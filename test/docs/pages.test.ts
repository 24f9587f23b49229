import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { OFFER_FIELD_NAMES } from "../../provider/rules/offer/offer-fields";
import { PROJECT, projectFiles } from "../house/project-files";
import { membersOf } from "./read-declarations";
import { anchorsIn, localLinks, tableOf, wordsIn } from "./read-markdown";
import { isMessage, messageTexts, quotationsIn } from "./read-messages";

const PAGES = projectFiles().filter((path) => path.endsWith(".md") && !path.startsWith("test/"));
const textOf = (path: string): string => readFileSync(join(PROJECT, path), "utf8");
const provider = (path: string): string => join(PROJECT, "provider", path);
const README = textOf("README.md");

test("the README has at most 150 lines of at most 120 columns", () => {
  const lines = README.trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(150);
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
});

test("the generated pages are what `npm run docs` writes", () => {
  const hook = join(PROJECT, "test", "support", "run-typescript.cjs");
  const script = join(PROJECT, "test", "docs", "write-docs.ts");
  const checked = spawnSync(process.execPath, ["--require", hook, script, "--check"], {
    cwd: PROJECT,
    encoding: "utf8",
  });
  expect([checked.stdout, checked.stderr]).toEqual(["", ""]);
}, 120_000);

test.each(PAGES)("every link in %s leads to a file, and to a heading of it", (page) => {
  const broken = localLinks(textOf(page)).filter(({ path, anchor }) => {
    const target = path === "" ? page : join(dirname(page), path);
    if (!existsSync(join(PROJECT, target))) return true;
    return anchor !== "" && !anchorsIn(textOf(target)).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test("every page of docs is linked from the README or the overview", () => {
  const linked = ["README.md", "docs/_index.md"].flatMap((page) =>
    localLinks(textOf(page)).map(({ path }) => join(dirname(page), path)),
  );
  const pages = PAGES.filter((path) => path.startsWith("docs/"));
  expect(pages.filter((path) => !linked.includes(path))).toEqual([]);
});

test("every error code has an entry that says what it means and what to do, and nothing else has", () => {
  const codes = membersOf(provider("errors.ts"), "ErrorCode");
  const entries = textOf("docs/troubleshooting.md")
    .split(/^#{2,} /m)
    .filter((entry) => /^[A-Z_]+\n/.test(entry))
    .map((entry) => {
      const [code = "", ...rest] = entry.split("\n");
      return {
        code,
        quotations: quotationsIn(rest.join("\n")),
        prose: rest.filter((line) => /^[^>\s]/.test(line)),
      };
    });
  expect(entries.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
  expect(entries.filter(({ quotations, prose }) => quotations.length === 0 || prose.length === 0)).toEqual(
    [],
  );
});

test("every message that the troubleshooting page quotes is in the code", () => {
  const quoted = quotationsIn(textOf("docs/troubleshooting.md"));
  const texts = messageTexts();
  expect(quoted.filter((text) => !isMessage(text, texts))).toEqual([]);
  expect(isMessage("No such message is … here", texts)).toBe(false);
});

test("every field of an offer query is in the table, and nothing else", () => {
  const table = tableOf(textOf("docs/finding-machines.md"), "Fields", "Unit, and traps");
  expect(wordsIn(table).toSorted()).toEqual(OFFER_FIELD_NAMES.toSorted());
});

test("every setting is in the table, with its names", () => {
  const table = tableOf(textOf("docs/installation-configuration.md"), "Setting", "Stack configuration");
  const named = [...wordsIn(table, 1), ...wordsIn(table, 2)];
  expect(named).toEqual([
    ...["vastai:apiKey", "vastai:baseUrl", "vastai:pacing"],
    ...["VAST_API_KEY", "VASTAI_API_KEY", "VAST_URL", "VASTAI_PACING", "VASTAI_TIME_SCALE"],
  ]);
  const source = readFileSync(provider("lifecycle/settings/settings.ts"), "utf8");
  expect(named.filter((name) => !source.includes(name.replace("vastai:", "")))).toEqual([]);
});

test("every permission that a request needs is in the table, and nothing else", () => {
  const table = tableOf(textOf("docs/installation-configuration.md"), "Permission", "For");
  const source = readFileSync(provider("client/key-advice.ts"), "utf8");
  const needed = [...source.matchAll(/return "(\w+)";/g)].map(([, name]) => name ?? "");
  expect(wordsIn(table, 0).toSorted()).toEqual([...new Set(needed)].toSorted());
});

test("the map of folders has every folder of the provider", () => {
  const listed = tableOf(README, "Folder", "What it holds").rows.map(
    ([cell = ""]) => /\[([^\]]+)\]/.exec(cell)?.[1] ?? "",
  );
  const folders = readdirSync(provider(""), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => `provider/${name}`).filter((name) => !listed.includes(name))).toEqual([]);
});

test("every example is linked from the README", () => {
  const linked = localLinks(README).map(({ path }) => path);
  const examples = readdirSync(join(PROJECT, "examples"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .map(({ name }) => `examples/${name}`);
  expect(examples.filter((path) => !linked.includes(path))).toEqual([]);
});
