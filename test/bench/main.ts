import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { format, resolveConfig } from "prettier";
import { findPulumiCli } from "../support/find-pulumi-cli";
import { growthPlot } from "./growth-plot";
import { machineFacts, type MachineFacts } from "./machine";
import { takeMeasurements } from "./measurements";
import { growthOf, performancePage, runAsText, type RunRecord } from "./performance-page";
import { verdicts } from "./verdicts";

const DOCS = resolve(__dirname, "..", "..", "docs");

/**
 * `npm run bench`: measures, prints one table, and writes `docs/performance.md` with its plot. `--runs 2` does it twice and
 * writes both down. `--quick` takes a few minutes, and `--ours-only` leaves the plain providers out; neither writes anything.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      "time-scale": { type: "string", default: "0.1" },
      quick: { type: "boolean", default: false },
      "ours-only": { type: "boolean", default: false },
      runs: { type: "string", default: "1" },
    },
  });
  const timeScale = Number(values["time-scale"]);
  if (!(timeScale > 0 && timeScale <= 1))
    throw new Error("Expected --time-scale to be above 0 and at most 1");
  const cli = findPulumiCli();
  const facts = machineFacts(cli);
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const runs: RunRecord[] = [];
  for (let run = 0; run < Number(values.runs); run += 1) {
    const measured = await takeMeasurements({
      timeScale,
      quick: values.quick,
      oursOnly: values["ours-only"],
      cli,
      say,
    });
    const rows = verdicts(measured);
    process.stdout.write(runAsText(measured, rows));
    runs.push({ rows, growth: growthOf(measured), timeScale });
    // After each: what a long run has measured is not lost where the next one is cut off.
    if (!values.quick && !values["ours-only"]) await writePage(facts, runs);
  }
}

async function writePage(facts: MachineFacts, runs: readonly RunRecord[]): Promise<void> {
  const page = join(DOCS, "performance.md");
  const style = (await resolveConfig(page)) ?? {};
  writeFileSync(page, await format(performancePage(facts, runs), { ...style, parser: "markdown" }));
  writeFileSync(join(DOCS, "performance.svg"), growthPlot(runs[0]?.growth ?? []));
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
