import { randomBytes } from "node:crypto";
import { systemClock } from "../../wire/clock";
import { engineLog } from "./engine-log";
import { openSession } from "../../lifecycle/session/open-session";
import { ENDING_SIGNALS, ProcessWatch, systemProbes } from "./process-watch";
import { dynamicProcess } from "./dynamic-process";
import type { ProviderHost } from "./provider-host";

const worldClock = systemClock();

/** The provider process that the engine starts. */
export const processHost: ProviderHost = {
  process: dynamicProcess,
  session: openSession,
  send: engineLog(engineAddress()),
  clock: worldClock,
  watch,
  randomBytes,
};

/** The engine starts the provider process with its own address as the last argument. */
function engineAddress(): string | undefined {
  const last = process.argv.at(-1);
  return last !== undefined && /^[\w.[\]-]+:\d+$/.test(last) ? last : undefined;
}

function watch(): void {
  const state = dynamicProcess();
  if (state.signalsHandled || engineAddress() === undefined) return;
  state.signalsHandled = true;
  const processWatch = new ProcessWatch(state, worldClock, systemProbes(engineAddress()));
  for (const signal of ENDING_SIGNALS) process.on(signal, () => processWatch.onSignal());
  // A pipe that the engine no longer reads must not cause an error that is printed to it.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  processWatch.start();
}
