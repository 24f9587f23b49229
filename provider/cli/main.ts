#!/usr/bin/env node
import { Command } from "commander";
import { packageVersion } from "../version";
import { emulatorCommand } from "./commands/emulator";
import { recoverCommand } from "./commands/recover";

const program = new Command("pulumi-vastai")
  .description("Tools for the Pulumi provider for GPU clouds that implement the Vast.ai API")
  .version(packageVersion())
  .addCommand(emulatorCommand())
  .addCommand(recoverCommand());

program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
