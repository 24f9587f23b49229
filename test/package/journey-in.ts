import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { startEmulator } from "../../provider/emulator/start-emulator";
import { PLAIN_PROJECT, type Engine } from "../support/journey";
import { testEngine } from "../support/journey-test-engine";
import { PulumiCli } from "../support/pulumi-cli";

const TIME_SCALE = 0.02;
const PROGRAM = `
const { Instance, Template } = require("pulumi-vastai");
const template = new Template("trainer", { image: "ubuntu:24.04", readme: "first", runtype: "ssh", useSsh: true });
const machine = new Instance("trainer", { template, search: { filters: { numGpus: 1 } } });
exports.hashId = template.hashId;
exports.instanceId = machine.instanceId;
`;
const WRITING = /^(asks|templates\.(create|edit|delete)|instances\.(destroy|change))/;

function engineFor(folder: string, env: NodeJS.ProcessEnv, cli: string | undefined): Engine {
  const shared = { projectFolder: folder, stack: "test", organization: "organization", env };
  return cli === undefined
    ? testEngine({ ...shared, statePath: join(folder, "state.json") })
    : new PulumiCli({ ...shared, cli, workFolder: folder });
}

/**
 * Takes the installed package of a folder through its life, with this process's own Node, and prints what happened: up,
 * a preview without change, an edit of the template's texts, one of its image, destroy.
 */
async function journey(folder: string, cli: string | undefined): Promise<void> {
  writeFileSync(join(folder, "Pulumi.yaml"), PLAIN_PROJECT);
  writeFileSync(join(folder, "index.js"), PROGRAM);
  const emulator = await startEmulator({ timeScale: TIME_SCALE });
  const engine = engineFor(
    folder,
    {
      PATH: process.env["PATH"],
      HOME: folder,
      VAST_URL: emulator.url,
      VAST_API_KEY: emulator.apiKey,
      VASTAI_TIME_SCALE: String(TIME_SCALE),
    },
    cli,
  );
  const failures: string[] = [];
  const hashes = new Set<unknown>();
  const run = async (phase: "up" | "preview" | "destroy"): Promise<string> => {
    emulator.world.clearRequests();
    const { ok, text, steps, outputs } = await engine[phase]();
    if (!ok) failures.push(text);
    if (phase === "up") hashes.add(outputs["hashId"]);
    const shown = steps.filter(({ op }) => ["create", "update", "replace", "delete"].includes(op));
    const writes = emulator.world.requests().filter(({ route }) => WRITING.test(route)).length;
    const changes = shown
      .filter(({ type }) => type.includes("vastai"))
      .map(({ op, type }) => `${op} ${type.split(":").at(-1) ?? ""}`);
    return `${phase}: ${changes.join(", ")}${writes === 0 ? " (nothing written)" : ""}`;
  };
  const edit = (before: string, after: string): void => {
    const path = join(folder, "index.js");
    writeFileSync(path, readFileSync(path, "utf8").replace(before, after));
  };

  const seen = [await run("up"), await run("preview")];
  edit("first", "second");
  seen.push(await run("up"));
  edit("ubuntu:24.04", "ubuntu:26.04");
  seen.push(await run("preview"), await run("up"), await run("destroy"));
  const { rented, live } = emulator.ledger();
  await emulator.close();
  const node = process.versions.node.split(".")[0];
  console.log(JSON.stringify({ node, failures, seen, hashes: hashes.size, rented, live }));
}

void journey(process.argv[2] ?? "", process.argv[3]);
