import { LocalWorkspace } from "@pulumi/pulumi/automation";
import { Instance } from "pulumi-vastai";

/** The program: what it returns are the stack's outputs. Needs the Pulumi CLI and the settings of the environment. */
function oneMachine() {
  const machine = new Instance("machine", {
    image: "ubuntu:24.04",
    search: { filters: { numGpus: 1, gpuRam: { gte: 12_000 } } },
    maxHourlyPriceUsd: 0.4,
  });
  return { gpu: machine.gpuName, sshCommand: machine.sshCommand };
}

async function main(): Promise<void> {
  const stack = await LocalWorkspace.createOrSelectStack({
    stackName: process.env["STACK"] ?? "one-machine",
    projectName: "vastai-automation",
    program: () => Promise.resolve(oneMachine()),
  });
  try {
    const { outputs } = await stack.up({ onOutput: (text) => process.stdout.write(text) });
    console.log(`Rented one ${String(outputs["gpu"].value)}: ${String(outputs["sshCommand"].value)}`);
  } finally {
    await stack.destroy({ onOutput: (text) => process.stdout.write(text) });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
