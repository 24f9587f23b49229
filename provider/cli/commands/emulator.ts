import { Command, InvalidArgumentError } from "commander";
import { parseFaultText } from "../../emulator/model/fault-order";
import { renderLedger, startEmulator, type FaultOrder } from "../../emulator/start-emulator";

interface Flags {
  readonly port: number;
  readonly seed: number;
  readonly interfaceOnly?: boolean | string;
  readonly rateLimits?: boolean;
  readonly timeScale: number;
  readonly fault: readonly FaultOrder[];
}

/** `pulumi-vastai emulator`: an emulated service to try programs on, until Ctrl-C. */
export function emulatorCommand(): Command {
  return new Command("emulator")
    .description("run an emulated service on this machine; nothing it rents costs anything")
    .option("--port <number>", "port of 127.0.0.1; 0 takes a free one", number, 0)
    .option("--seed <number>", "seed of the market", number, 1)
    .option("--interface-only [strict]", "answer only the endpoints of the API specification (and destroy)")
    .option("--rate-limits", "enforce the documented intervals between requests")
    .option(
      "--time-scale <factor>",
      "below 1 the service runs faster; use the same for VASTAI_TIME_SCALE",
      factor,
      1,
    )
    .option(
      "--fault <fault>",
      "order a fault, such as host,status=exited,times=2 (repeatable)",
      collectFault,
      [],
    )
    .action(run);
}

function number(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value < 0) {
    throw new InvalidArgumentError("Expected a number, at least 0.");
  }
  return value;
}

function factor(text: string): number {
  const value = number(text);
  if (value === 0) {
    throw new InvalidArgumentError("Expected a number above 0.");
  }
  return value;
}

function collectFault(text: string, before: readonly FaultOrder[]): readonly FaultOrder[] {
  try {
    return [...before, parseFaultText(text)];
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : text);
  }
}

async function run(flags: Flags): Promise<void> {
  const emulator = await startEmulator({
    port: flags.port,
    seed: flags.seed,
    interfaceOnly: flags.interfaceOnly === "strict" ? "strict" : flags.interfaceOnly !== undefined,
    rateLimits: flags.rateLimits === true,
    timeScale: flags.timeScale,
  });
  flags.fault.forEach((order) => emulator.faults.order(order));
  const ended = new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
  const scale = flags.timeScale === 1 ? "" : ` VASTAI_TIME_SCALE=${flags.timeScale}`;
  console.log(`An emulated service listens at ${emulator.url}`);
  console.log(
    "Point a program at it, in a stack without vastai:apiKey and vastai:baseUrl (they would win), with",
  );
  console.log(`  export VAST_URL=${emulator.url} VAST_API_KEY=${emulator.apiKey}${scale}`);
  console.log(`Order faults and inspect the service: ${emulator.url}/_emulator/`);
  console.log("Ctrl-C ends it and shows what was rented.");
  await ended;
  console.log(`\n${renderLedger(emulator.ledger())}`);
  await emulator.close();
}
