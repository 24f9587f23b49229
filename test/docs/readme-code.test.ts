import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startEmulator } from "../../provider/emulator/start-emulator";
import { PROJECT } from "../house/project-files";
import { changesOf, forEachEngine } from "../support/journey";
import { codeBlocks, tableOf, wordsIn } from "./read-markdown";

const README = readFileSync(join(PROJECT, "README.md"), "utf8");
const BLOCKS = codeBlocks(README);
const PROGRAMS = BLOCKS.filter(({ language }) => language === "ts");

/** What a block that shows no imports takes for granted. */
const IMPORTS =
  'import { getOffers, getTemplates, hasCode, Instance, Template, type OfferQuery } from "pulumi-vastai";\n' +
  "void [getOffers, getTemplates, hasCode, Instance, Template];\n";

test("every block says its language, and only languages that are looked at here", () => {
  expect(BLOCKS.filter(({ language }) => !["ts", "sh", "text"].includes(language))).toEqual([]);
});

test("every TypeScript block compiles against the built package", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "readme-")));
  try {
    symlinkSync(join(PROJECT, "node_modules"), join(folder, "node_modules"));
    const files = PROGRAMS.map(({ text, line }) => {
      const path = join(folder, `line-${line}.mts`);
      writeFileSync(path, text.includes("import ") ? text : `${IMPORTS}export {};\n${text}`);
      return path;
    });
    const flags = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2023", "--module", "node16"];
    const tsc = join(PROJECT, "node_modules", "typescript", "bin", "tsc");
    const compiled = spawnSync(process.execPath, [tsc, ...flags, "--types", "node", ...files], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(compiled.stdout).toBe("");
    expect(files.length).toBeGreaterThanOrEqual(4);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

forEachEngine("the first program of the README rents one machine and gives it back", async (start) => {
  const timeScale = 0.02;
  const emulator = await startEmulator({ timeScale });
  try {
    const { engine } = start({
      files: {
        "Pulumi.yaml": "name: readme\nruntime: nodejs\n",
        "package.json": '{ "name": "readme" }\n',
        "tsconfig.json":
          '{ "compilerOptions": { "module": "node16", "strict": true }, "files": ["index.ts"] }\n',
        "index.ts": PROGRAMS[0]?.text ?? "",
      },
      emulatorUrl: emulator.url,
      apiKey: emulator.apiKey,
      timeScale,
    });
    const up = await engine.up();
    expect(up.ok ? changesOf(up) : up.text).toEqual(["create trainer"]);
    expect(up.outputs).toEqual({ sshCommand: expect.stringMatching(/^ssh -p \d+ root@/) as string });
    expect((await engine.destroy()).ok).toBe(true);
    expect(emulator.ledger()).toMatchObject({ rented: 1, live: 0 });
  } finally {
    await emulator.close();
  }
});

const COMMANDS = BLOCKS.filter(({ language }) => language === "sh").flatMap(({ text }) =>
  text.trim().split("\n"),
);

test("every command for npm is a script of the package, or npm's own", () => {
  const manifest: unknown = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8"));
  const { scripts } = manifest as { scripts: Record<string, string> };
  const asked = COMMANDS.flatMap((line) =>
    [...line.matchAll(/npm (?:run )?([\w:]+)/g)].map(([, name]) => name ?? ""),
  );
  const own = ["ci", "install"];
  expect(asked.filter((name) => !own.includes(name) && !(name in scripts))).toEqual([]);
});

test("every command of ours exists, with its flags", () => {
  const ours = COMMANDS.filter((line) => line.startsWith("npx pulumi-vastai "));
  expect(ours.length).toBeGreaterThan(0);
  for (const line of ours) {
    const [command = "", ...flags] = line.split(" ").slice(2);
    const cli = join(PROJECT, "dist", "cli", "main.js");
    const help = spawnSync(process.execPath, [cli, command, "--help"], { encoding: "utf8" });
    expect([line, help.status]).toEqual([line, 0]);
    for (const flag of flags.filter((word) => word.startsWith("-"))) expect(help.stdout).toContain(flag);
  }
});

test("the flags of recover are all there, and nothing else", () => {
  const cli = join(PROJECT, "dist", "cli", "main.js");
  const help = spawnSync(process.execPath, [cli, "recover", "--help"], { encoding: "utf8" }).stdout;
  const flags = [...help.matchAll(/^ +(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag ?? "");
  const listed = wordsIn(tableOf(README, "Flag", "Meaning")).filter((word) => word.startsWith("--"));
  expect(listed.toSorted()).toEqual(flags.filter((flag) => flag !== "--help").toSorted());
});
