import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startEmulator } from "../../provider/emulator/start-emulator";
import { PROJECT, projectFiles } from "../house/project-files";
import {
  changesOf,
  findPulumiCli,
  forEachEngine,
  startProgram,
  type ProgramOptions,
} from "../support/journey";
import { codeBlocks, tableOf, wordsIn, type CodeBlock } from "./read-markdown";

interface Block extends CodeBlock {
  readonly page: string;
}

const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  ...projectFiles("docs").filter((path) => path.endsWith(".md")),
];
const BLOCKS: readonly Block[] = PAGES.flatMap((page) =>
  codeBlocks(readFileSync(join(PROJECT, page), "utf8")).map((block) => ({ page, ...block })),
);
/** Blocks of the reference that import nothing are signatures. */
const PROGRAMS = BLOCKS.filter(
  ({ language, page, text }) =>
    language === "ts" && (!page.startsWith("docs/reference/") || text.includes("import ")),
);
const programOf = (page: string, part: string): string =>
  PROGRAMS.find((block) => block.page === page && block.text.includes(part))?.text ?? "";

test("every block says its language, and only languages that are checked here", () => {
  expect(BLOCKS.filter(({ language }) => !["ts", "sh", "text"].includes(language))).toEqual([]);
});

test("every program on the pages compiles against the built package", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pages-")));
  try {
    symlinkSync(join(PROJECT, "node_modules"), join(folder, "node_modules"));
    const files = PROGRAMS.map(({ text, page, line }) => {
      const path = join(folder, `${page.replaceAll(/\W/g, "-")}-${line}.mts`);
      writeFileSync(path, text);
      return path;
    });
    const flags = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2023", "--module", "node16"];
    const tsc = join(PROJECT, "node_modules", "typescript", "bin", "tsc");
    const compiled = spawnSync(process.execPath, [tsc, ...flags, "--types", "node", ...files], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(compiled.stdout).toBe("");
    expect(files.length).toBeGreaterThanOrEqual(6);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const TIME_SCALE = 0.02;

function project(program: string): ProgramOptions {
  return {
    files: {
      "Pulumi.yaml": "name: pages\nruntime: nodejs\n",
      "package.json": '{ "name": "pages" }\n',
      "tsconfig.json":
        '{ "compilerOptions": { "module": "node16", "strict": true }, "files": ["index.ts"] }\n',
      "index.ts": program,
    },
    timeScale: TIME_SCALE,
    // The types are checked above.
    env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
  };
}

forEachEngine("the first program of the README rents one machine, and its destroy ends it", async (start) => {
  const emulator = await startEmulator({ timeScale: TIME_SCALE });
  try {
    const program = programOf("README.md", "new Instance");
    const { engine } = start({ ...project(program), emulatorUrl: emulator.url, apiKey: emulator.apiKey });
    const up = await engine.up();
    expect(up.ok ? changesOf(up) : up.text).toEqual(["create trainer"]);
    expect(up.outputs).toEqual({ sshCommand: expect.stringMatching(/^ssh -p \d+ root@/) as string });
    expect((await engine.destroy()).ok).toBe(true);
    expect(emulator.ledger()).toMatchObject({ rented: 1, live: 0 });
  } finally {
    await emulator.close();
  }
});

const cli = findPulumiCli();
const severalAccounts = "the program with an explicit provider rents in each account with its own key";
if (cli === undefined) test.skip(`${severalAccounts} (skipped: no Pulumi CLI found)`, () => undefined);
else {
  test(
    severalAccounts,
    async () => {
      const accounts = [
        { id: 1, apiKey: "key-one" },
        { id: 2, apiKey: "key-two" },
      ];
      const emulator = await startEmulator({ timeScale: TIME_SCALE, accounts });
      const program = programOf("docs/installation-configuration.md", "pulumi.ProviderResource").replace(
        'config.requireSecret("researchApiKey")',
        '"key-two"',
      );
      const options = { ...project(program), emulatorUrl: emulator.url, apiKey: "key-one" };
      const { engine, close } = startProgram(options, cli);
      try {
        const up = await engine.up();
        expect(up.ok ? "" : up.text).toBe("");
        const rentals = emulator
          .ledger()
          .rentals.map(({ account, launchLabel }) => [account, launchLabel?.split("-")[0]]);
        expect(rentals.toSorted()).toEqual([
          [1, "ours"],
          [2, "theirs"],
        ]);
        expect(changesOf(await engine.preview())).toEqual([]);
        expect((await engine.destroy()).ok).toBe(true);
        expect(emulator.ledger().live).toBe(0);
      } finally {
        close();
        await emulator.close();
      }
    },
    240_000,
  );
}

const COMMANDS = BLOCKS.filter(({ language }) => language === "sh").flatMap(({ text }) =>
  text.trim().split("\n"),
);

test("every command for npm is a script of the package, or npm's own", () => {
  const manifest: unknown = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8"));
  const { scripts } = manifest as { scripts: Record<string, string> };
  const asked = COMMANDS.flatMap((line) =>
    [...line.matchAll(/npm (?:run )?([\w:]+)/g)].map(([, name]) => name ?? ""),
  );
  const own = ["ci", "install", "pkg"];
  expect(asked.filter((name) => !own.includes(name) && !(name in scripts))).toEqual([]);
});

test("every command of ours exists, with its flags", () => {
  const ours = COMMANDS.filter((line) => line.startsWith("npx pulumi-vastai "));
  expect(ours.length).toBeGreaterThan(0);
  for (const line of ours) {
    const [command = "", ...flags] = line.split(" ").slice(2);
    const main = join(PROJECT, "dist", "cli", "main.js");
    const help = spawnSync(process.execPath, [main, command, "--help"], { encoding: "utf8" });
    expect([line, help.status]).toEqual([line, 0]);
    for (const flag of flags.filter((word) => word.startsWith("-"))) expect(help.stdout).toContain(flag);
  }
});

test("the flags of recover are all there, and nothing else", () => {
  const main = join(PROJECT, "dist", "cli", "main.js");
  const help = spawnSync(process.execPath, [main, "recover", "--help"], { encoding: "utf8" }).stdout;
  const flags = [...help.matchAll(/^ +(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag ?? "");
  const page = readFileSync(join(PROJECT, "docs", "recover.md"), "utf8");
  const listed = wordsIn(tableOf(page, "Flag", "Meaning")).filter((word) => word.startsWith("--"));
  expect(listed.toSorted()).toEqual(flags.filter((flag) => flag !== "--help").toSorted());
});
