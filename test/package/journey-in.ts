import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { startEmulator } from "../../provider/emulator/start-emulator";
import { TestEngine } from "../support/engine/test-engine";
import { PLAIN_PROJECT } from "../support/journey";

const TIME_SCALE = 0.02;
const PROGRAM = `
const { Instance, Template } = require("pulumi-vastai");
const template = new Template("trainer", { image: "ubuntu:24.04", runtype: "ssh", useSsh: true });
const machine = new Instance("trainer", { template, search: { filters: { numGpus: 1 } } });
exports.sshCommand = machine.sshCommand;
`;

/** Takes the installed package of a folder from up to destroy, with this process's own Node, and prints what happened. */
async function journey(folder: string): Promise<void> {
  writeFileSync(join(folder, "Pulumi.yaml"), PLAIN_PROJECT);
  writeFileSync(join(folder, "index.js"), PROGRAM);
  const emulator = await startEmulator({ timeScale: TIME_SCALE });
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    VAST_URL: emulator.url,
    VAST_API_KEY: emulator.apiKey,
    VASTAI_TIME_SCALE: String(TIME_SCALE),
  };
  const engine = new TestEngine({
    projectFolder: folder,
    stack: "test",
    organization: "organization",
    statePath: join(folder, "state.json"),
    env,
  });
  const failures: string[] = [];
  const seen: string[] = [];
  for (const phase of ["up", "preview", "destroy"] as const) {
    const result = await engine.start(phase).result;
    if (!result.ok) failures.push(result.text);
    const changed = result.steps.filter(({ op, type }) => op !== "same" && type.includes("vastai"));
    seen.push(
      `${phase}: ${changed.map(({ op, type }) => `${op} ${type.split(":").at(-1) ?? ""}`).join(", ")}`,
    );
  }
  const { rented, live } = emulator.ledger();
  await emulator.close();
  console.log(JSON.stringify({ node: process.versions.node.split(".")[0], failures, seen, rented, live }));
}

void journey(process.argv[2] ?? "");
