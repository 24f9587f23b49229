import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";

import { startEmulator } from "../../provider/emulator/start-emulator";
import { findPulumiCli } from "../support/journey";

const ROOT = resolve(__dirname, "..", "..");
const EXAMPLES = join(ROOT, "examples");
/** Compiling and an engine take their time. */
const LIMIT_MS = 240_000;

interface Finished {
  readonly status: number | null;
  readonly text: string;
}

/** Runs a command without blocking this process, in which the emulator lives. */
async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Finished> {
  return new Promise((done, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    child.once("error", reject);
    child.once("close", (status) => done({ status, text }));
  });
}

/** A copy of an example, built as its own script builds it. */
async function builtExample(name: string): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `example-${name}-`)));
  cpSync(join(EXAMPLES, name), folder, {
    recursive: true,
    filter: (source) => !/\/(node_modules|build)$/.test(source),
  });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  const built = await run(process.execPath, [tsc, "--noEmit", "false", "--outDir", "build"], folder, {});
  expect(built).toEqual({ status: 0, text: "" });
  return folder;
}

function namesOf(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

test("every example is compiled with the same options, those that `npm run lint` uses", () => {
  const options = namesOf(EXAMPLES).map((name) => {
    const config: unknown = JSON.parse(readFileSync(join(EXAMPLES, name, "tsconfig.json"), "utf8"));
    return (config as { compilerOptions: unknown }).compilerOptions;
  });
  for (const one of options) expect(one).toEqual(options[0]);
});

test("every example is run by these tests, or is the root's own", () => {
  const tested = ["args-job", "automation", "bid", "component", "fleet", "jupyter", "quickstart"];
  expect(namesOf(EXAMPLES)).toEqual([...tested, "unit-test", "with-get-offers"]);
});

test(
  "examples/unit-test: the unit test of a program passes without any service",
  async () => {
    const folder = await builtExample("unit-test");
    const { PATH } = process.env;
    const tested = await run(process.execPath, ["--test", "build/index.test.js"], folder, { PATH });
    rmSync(folder, { recursive: true, force: true });
    expect(tested.status === 0 ? "" : tested.text).toBe("");
    expect(tested.text).toMatch(/pass 3\n/);
  },
  LIMIT_MS,
);

const automation = "examples/automation: a program rents and gives back through the Automation API";
const cli = findPulumiCli();
if (cli === undefined) test.skip(`${automation} (skipped: no Pulumi CLI found)`, () => undefined);
else {
  test(
    `${automation} (pulumi CLI)`,
    async () => {
      const timeScale = 0.02;
      const emulator = await startEmulator({ timeScale });
      const folder = await builtExample("automation");
      const backend = realpathSync(mkdtempSync(join(tmpdir(), "backend-")));
      const languageHost = join(ROOT, "node_modules", "@pulumi", "pulumi");
      const ran = await run(process.execPath, ["build/index.js"], folder, {
        PATH: [dirname(cli), languageHost, process.env["PATH"] ?? ""].join(delimiter),
        HOME: backend,
        PULUMI_HOME: join(backend, "home"),
        PULUMI_BACKEND_URL: `file://${backend}`,
        PULUMI_CONFIG_PASSPHRASE: "example",
        PULUMI_SKIP_UPDATE_CHECK: "true",
        VAST_URL: emulator.url,
        VAST_API_KEY: emulator.apiKey,
        VASTAI_TIME_SCALE: String(timeScale),
      });
      const { rented, live } = emulator.ledger();
      await emulator.close();
      for (const path of [folder, backend]) rmSync(path, { recursive: true, force: true });
      expect(ran.status === 0 ? "" : ran.text).toBe("");
      expect(ran.text).toMatch(/Rented one .+: ssh -p \d+ root@/);
      expect({ rented, live }).toEqual({ rented: 1, live: 0 });
    },
    LIMIT_MS,
  );
}
