import { spawnSync } from "node:child_process";
import { benchProject } from "./bench-project";
import { median } from "./random";
import { ASKED, ProviderUnderTest } from "./provider-under-test";
import type { ScaledService } from "./scaled-service";

const START = `
const before = performance.now();
require("@pulumi/pulumi");
const between = performance.now();
require("pulumi-vastai");
process.stdout.write(JSON.stringify([between - before, performance.now() - between]));
`;

/** Milliseconds until the SDK is loaded, and what loading the package adds (medians). */
export function measureStartUp(runs: number): { readonly sdk: number; readonly added: number } {
  const pairs = Array.from({ length: runs }, () => {
    const child = spawnSync(process.execPath, ["--eval", START], { cwd: benchProject(), encoding: "utf8" });
    const parsed: unknown = JSON.parse(child.stdout);
    if (!Array.isArray(parsed)) throw new Error(child.stderr);
    return parsed.map(Number);
  });
  return {
    sdk: median(pairs.map(([sdk = Number.NaN]) => sdk)),
    added: median(pairs.map(([, added = Number.NaN]) => added)),
  };
}

/** Milliseconds of one check and one diff of one resource after the other, over gRPC as an engine asks (medians). */
export interface StepCost {
  readonly check: number;
  readonly diff: number;
  /** The first check of a process, which loads the package. */
  readonly firstCheck: number;
}

export async function measureSteps(
  service: ScaledService,
  contender: "ours" | "nothing",
  resources: number,
): Promise<StepCost> {
  const provider = await ProviderUnderTest.start(contender, service, 1);
  try {
    const [firstCheck = Number.NaN] = await provider.timeChecks(1);
    await provider.timeChecks(resources);
    const checks = await provider.timeChecks(resources);
    await provider.timeDiffs(resources);
    const diffs = await provider.timeDiffs(resources);
    return { check: median(checks), diff: median(diffs), firstCheck };
  } finally {
    await provider.stop();
  }
}

/** How large the arguments of one instance are, for the table's note. */
export const ARGUMENT_BYTES = Buffer.byteLength(JSON.stringify(ASKED));
