import type { ProgramOptions } from "../support/journey";
import { NOTHING_HAND_OVER } from "./bench-project";
import { ASKED } from "./provider-under-test";

const ARGS = JSON.stringify({
  ...ASKED,
  search: { filters: { numGpus: 1, gpuName: ["RTX 4090"], reliability: { gte: 0.95 } } },
});

/** A program that declares so many instances of ours. */
export function ourProgram(count: number): NonNullable<ProgramOptions["files"]> {
  return {
    "index.js": `
const { Instance } = require("pulumi-vastai");
for (let index = 0; index < ${String(count)}; index += 1) new Instance("machine-" + index, ${ARGS});
`,
  };
}

/** The same program over resources that do nothing, serialized in the same way. */
export function nothingProgram(count: number): NonNullable<ProgramOptions["files"]> {
  return {
    "index.js": `
const pulumi = require("@pulumi/pulumi");
class Nothing extends pulumi.CustomResource {
  constructor(name, args) {
    super("pulumi-nodejs:dynamic/bench:Nothing", name, { ...args, __provider: ${JSON.stringify(NOTHING_HAND_OVER)} });
  }
}
for (let index = 0; index < ${String(count)}; index += 1) new Nothing("machine-" + index, ${ARGS});
`,
  };
}
