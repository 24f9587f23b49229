import { resolve } from "node:path";

import { startEmulator, type EmulatorOptions } from "../../provider/emulator/start-emulator";
import { changesOf, forEachEngine, type PropertyMap } from "../support/journey";

const EXAMPLES = resolve(__dirname, "..", "..", "examples");
const TIME_SCALE = 0.02;
/** The emulated account that rents. */
const ACCOUNT = 4001;

interface ExampleRow {
  readonly folder: string;
  readonly machines: number;
  readonly templates: number;
  readonly outputs: PropertyMap;
  readonly service?: EmulatorOptions;
}

const TEXT: unknown = expect.any(String);
const NUMBER: unknown = expect.any(Number);
const SSH: unknown = expect.stringMatching(/^ssh -p \d+ root@/);
const outputs = (values: Record<string, unknown>) => values as PropertyMap;

const ROWS: readonly ExampleRow[] = [
  {
    folder: "quickstart",
    machines: 1,
    templates: 1,
    outputs: outputs({
      hashId: TEXT,
      gpu: expect.stringMatching(/^RTX (3090|4090)$/),
      hourlyPriceUsd: NUMBER,
      sshCommand: SSH,
    }),
  },
  {
    folder: "bid",
    machines: 1,
    templates: 0,
    outputs: outputs({ bid: 0.2, floor: NUMBER, hourlyPriceUsd: NUMBER, sshCommand: SSH }),
  },
  {
    folder: "jupyter",
    machines: 1,
    templates: 0,
    outputs: outputs({ jupyterUrl: expect.stringMatching(/^https?:\/\//), jupyterToken: TEXT }),
  },
  {
    folder: "fleet",
    machines: 3,
    templates: 1,
    outputs: outputs({ sshCommands: [SSH, SSH, SSH], hourlyPriceUsd: NUMBER }),
  },
  {
    folder: "args-job",
    machines: 1,
    templates: 0,
    outputs: outputs({ instanceId: NUMBER, status: TEXT, message: TEXT }),
    service: { lifecycle: { jobSeconds: 1 } },
  },
  {
    folder: "with-get-offers",
    machines: 1,
    templates: 0,
    outputs: outputs({ gpu: TEXT, gpuRam: NUMBER, hourlyPriceUsd: NUMBER }),
  },
  {
    folder: "component",
    machines: 2,
    templates: 1,
    outputs: outputs({ machines: { ada: SSH, grace: SSH } }),
  },
];

const WRITING_ROUTES = ["asks.accept", "templates.create", "templates.edit", "templates.delete"];

for (const row of ROWS) {
  forEachEngine(`examples/${row.folder}: up, a clean preview, destroy`, async (start) => {
    const emulator = await startEmulator({ timeScale: TIME_SCALE, ...row.service });
    try {
      const { engine } = start({
        folder: resolve(EXAMPLES, row.folder),
        emulatorUrl: emulator.url,
        apiKey: emulator.apiKey,
        timeScale: TIME_SCALE,
        // `npm run lint` checks the types of every example.
        env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
      });
      const up = await engine.up();
      expect(up.ok ? "" : up.text).toBe("");
      expect(changesOf(up)).toHaveLength(row.machines + row.templates + (row.folder === "component" ? 1 : 0));
      expect(up.outputs).toEqual(row.outputs);
      expect(emulator.ledger()).toMatchObject({ rented: row.machines, live: row.machines });

      emulator.world.clearRequests();
      const again = await engine.preview();
      expect(again.ok ? changesOf(again) : again.text).toEqual([]);
      expect(emulator.world.requests().filter(({ route }) => WRITING_ROUTES.includes(route))).toEqual([]);

      const destroyed = await engine.destroy();
      expect(destroyed.ok ? "" : destroyed.text).toBe("");
      expect(emulator.ledger()).toMatchObject({ rented: row.machines, live: 0 });
      expect(emulator.world.templates.all().filter(({ creatorId }) => creatorId === ACCOUNT)).toEqual([]);
    } finally {
      await emulator.close();
    }
  });
}
