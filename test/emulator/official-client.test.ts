import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { startEmulator } from "../../provider/emulator/start-emulator";

const python = process.env["VASTAI_TEST_PYTHON"] ?? "python3";
const installed = spawnSync(python, ["-c", "import vastai.api.client"], { timeout: 30_000 }).status === 0;
const run = promisify(execFile);

const EXPECTED: readonly (readonly [string, unknown])[] = [
  ["account", 4_001],
  ["ssh keys", 1],
  ["offers are cheapest first", true],
  ["offers", true],
  ["bid offers", true],
  ["new search", true],
  ["template", ["hash_id", "id", "name"]],
  ["template keeps its id", true],
  ["template has a new hash", true],
  ["rented", true],
  ["status", "running"],
  ["environment is merged", ["2", "3"]],
  ["list", ["official"]],
  ["label", [true]],
  ["stopped", "exited"],
  ["started", "running"],
  ["updated", "running"],
  ["bid", true],
  ["account variables", ["HF_HOME"]],
  ["destroyed", [null, []]],
  ["template is gone", []],
];

if (installed) {
  test("the service's official client finds, rents, changes and destroys", async () => {
    const emulator = await startEmulator({ timeScale: 0.01 });
    const script = join(__dirname, "official-client.py");
    const { stdout } = await run(python, [script, emulator.url, emulator.apiKey], { timeout: 60_000 });
    const steps = stdout
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(steps).toEqual(EXPECTED.map(([step, value]) => ({ step, value })));
    expect(emulator.ledger()).toMatchObject({ rented: 2, live: 0 });
    await emulator.close();
  }, 90_000);
} else {
  test.skip("the service's official client (skipped: python3 cannot import vastai)", () => undefined);
}
