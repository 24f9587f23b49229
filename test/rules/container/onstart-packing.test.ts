import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packOnstart } from "../../../provider/rules/container/onstart-packing";

/** Text that is long but packs well. */
const filler = Array.from({ length: 200 }, (_, index) => `# step ${index}: nothing to see`).join("\n");

/** Text that does not pack: the hex of hashes. */
const noise = (length: number): string =>
  Array.from({ length: Math.ceil(length / 44) }, (_, index) =>
    createHash("sha256").update(String(index)).digest("base64"),
  )
    .join("")
    .slice(0, length);

function packed(script: string): string {
  const result = packOnstart(script);
  if ("tooLong" in result) throw new Error(`${result.tooLong} characters`);
  expect(result.text).not.toBe(script);
  return result.text;
}

describe("packing of start scripts", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "onstart-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** Runs a script from a file of its own, by a shell or (no shell named) by itself. */
  function run(shell: string | undefined, script: string, input = "the input\n") {
    const file = join(folder, "onstart.sh");
    writeFileSync(file, script, { mode: 0o700 });
    const args = ["first argument", "$second"];
    const [command, ...rest] = shell === undefined ? [file, ...args] : [shell, file, ...args];
    const env = { PATH: process.env["PATH"], TMPDIR: folder };
    const { status, stdout, stderr } = spawnSync(command, rest, { input, encoding: "utf8", env });
    expect(readdirSync(folder)).toEqual(["onstart.sh"]);
    return { status, stdout, stderr };
  }

  test("a script of 4048 characters is sent as it is", () => {
    const script = "x".repeat(4048);
    expect(packOnstart(script)).toEqual({ text: script });
    expect(packOnstart("")).toEqual({ text: "" });
  });

  test("a script of 4049 characters is packed below the limit", () => {
    expect(packed("x".repeat(4049)).length).toBeLessThan(500);
  });

  test("a script that does not fit even so is refused with its packed length", () => {
    const result = packOnstart(noise(6000));
    expect("tooLong" in result && result.tooLong).toBeGreaterThan(6000);
  });

  test("the same script gives the same bytes, which name no machine and no time", () => {
    const text = packed(filler);
    expect(packed(filler)).toBe(text);
    const header = Buffer.from(/'([^']+)'/.exec(text)?.[1] ?? "", "base64").subarray(0, 10);
    expect([...header]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
  });

  const plain = `${filler}
printf 'arguments: %s|%s|%s\\n' "$#" "$1" "$2"
printf 'input: '; cat
printf 'quotes: %s\\n' 'it'"'"'s $HOME "x" \\ é 🚀'
echo trouble >&2
exit 7
`;
  const output = {
    status: 7,
    stdout: 'arguments: 2|first argument|$second\ninput: the input\nquotes: it\'s $HOME "x" \\ é 🚀\n',
    stderr: "trouble\n",
  };

  test.each(["sh", "bash"])("%s runs the packed script like the script itself", (shell) => {
    expect(run(shell, plain)).toEqual(output);
    expect(run(shell, packed(plain))).toEqual(output);
  });

  test("a script without a first line for an interpreter runs in the shell that was to run it", () => {
    const script = `${filler}\nif [ -n "$BASH_VERSION" ]; then echo bash; else echo other; fi\n`;
    expect(run("bash", packed(script)).stdout).toBe("bash\n");
    expect(run("sh", packed(script))).toEqual(run("sh", script));
  });

  test.each<[firstLine: string, script: string, stdout: string]>([
    ["#!/bin/bash", 'words=(one two); echo "${words[1]}"', "two\n"],
    ["#! /usr/bin/env bash", 'words=(one two); echo "${words[1]}"', "two\n"],
    ["#!/bin/sh -e", "false\necho not reached", ""],
    ["#!/usr/bin/env node", "//\nconsole.log(process.argv.slice(2).join())", "first argument,$second\n"],
    ["#!/usr/bin/env -S bash -e", "false\necho not reached", ""],
  ])("the interpreter of %s runs the script", (firstLine, body, stdout) => {
    const comment = firstLine.includes("node") ? filler.replaceAll("#", "//") : filler;
    const script = `${firstLine}\n${comment}\n${body}\n`;
    expect(run(undefined, script).stdout).toBe(stdout);
    expect(run(undefined, packed(script))).toEqual(run(undefined, script));
  });

  test("a shell that stops at the first error still cleans up and passes the status on", () => {
    const file = join(folder, "script");
    writeFileSync(file, packed(`${filler}\nexit 3\n`));
    const { status } = spawnSync("sh", ["-e", file], { env: { PATH: process.env["PATH"], TMPDIR: folder } });
    expect(status).toBe(3);
    expect(readdirSync(folder)).toEqual(["script"]);
  });

  test("a shell that sources the packed text continues after it", () => {
    const script = packed(`${filler}\nexit 3\n`);
    const { stdout } = spawnSync("bash", ["-c", `${script}\necho "went on after $?"`], { encoding: "utf8" });
    expect(stdout).toBe("went on after 3\n");
  });
});
