import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";

import { codeBlocks } from "../docs/read-markdown";
import { findPulumiCli } from "../support/journey";

const ROOT = resolve(__dirname, "..", "..");
const LIMIT_MS = 240_000;

function runDemo(env: NodeJS.ProcessEnv) {
  const script = ["--require", "./test/support/run-typescript.cjs", "test/demo/demo.ts"];
  return spawnSync(process.execPath, script, { cwd: ROOT, env, encoding: "utf8" });
}

/** What the README says that the demo prints: its first block of text. */
const README_LINES = codeBlocks(readFileSync(join(ROOT, "README.md"), "utf8"))
  .find(({ language }) => language === "text")
  ?.text.split("\n");

/** A line without what differs from run to run: hashes, and the money that time costs. */
function withoutChance(line: string): string {
  return line.replaceAll(/\b[0-9a-f]{32}\b/g, "<hash>").replace(/spent \$[\d.]+/, "spent $…");
}

function expectWholeStory(shown: ReturnType<typeof runDemo>): void {
  expect(shown.stderr).toBe("");
  expect(shown.stdout).toMatch(/searched for .*gpu_name in RTX 3090,RTX 4090/);
  expect(shown.stdout).toMatch(/Would rent 1x RTX 3090, \$0\.\d+\/h with 32 GB/);
  expect(shown.stdout).toMatch(/instance \d+ is loading\n.*instance \d+ is running/);
  expect(shown.stdout).toMatch(/reach it with: ssh -p \d+ root@/);
  const hashes = [...shown.stdout.matchAll(/template hash: (\w+) -> (\w+)/g)];
  expect(hashes).toHaveLength(2);
  for (const [, before, after] of hashes) expect(before).not.toBe(after);
  expect(shown.stdout).toMatch(/Replaces the machine: template: /);
  expect(shown.stdout).toMatch(/rented 2, still rented 0, spent \$0\.\d+\n/);
  const lines = shown.stdout.split("\n").map(withoutChance);
  expect(README_LINES?.filter((line) => !lines.includes(withoutChance(line)))).toEqual([]);
  expect(shown.status).toBe(0);
}

test(
  "the demo rents, edits, replaces and gives everything back (test engine)",
  () => {
    const home = mkdtempSync(join(tmpdir(), "demo-"));
    const folders = (process.env["PATH"] ?? "").split(delimiter);
    const PATH = folders.filter((folder) => !existsSync(join(folder, "pulumi"))).join(delimiter);
    const shown = runDemo({ PATH, HOME: home, LANG: process.env["LANG"] });
    rmSync(home, { recursive: true, force: true });
    expect(shown.stdout).toContain("the engine of the tests runs it");
    expectWholeStory(shown);
  },
  LIMIT_MS,
);

const withCli = "the demo rents, edits, replaces and gives everything back";
if (findPulumiCli() === undefined) test.skip(`${withCli} (skipped: no Pulumi CLI found)`, () => undefined);
else {
  test(
    `${withCli} (pulumi CLI)`,
    () => {
      const shown = runDemo(process.env);
      expect(shown.stdout).toContain("Engine: the Pulumi CLI");
      expectWholeStory(shown);
    },
    LIMIT_MS,
  );
}
