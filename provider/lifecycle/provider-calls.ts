import { systemClock } from "../wire/clock";
import { engineError } from "./engine-error";
import { engineLog } from "./engine-log";
import { stringOf, type Properties } from "./engine-values";
import { openSession } from "./open-session";
import type { Operation } from "./operation";
import { ProcessWatch, systemProbes } from "./process-watch";
import { processState } from "./process-state";
import type { ReceivedFacts } from "./program-facts";
import { reportFor, type Report, type SendLine } from "./progress";
import type { Session } from "./session";
import type { ReadConfig } from "./settings";
import { timeoutMs } from "./timeouts";
import { noteWave } from "./waves";

/** The engine's own settings object, as `configure` is given it. */
interface ConfigureRequest {
  readonly config: { get(key: string): string | undefined };
}

/** Keeps the configuration and does nothing else: an asynchronous configure loses the race of parallel deletes. */
export function configure({ config }: ConfigureRequest): Promise<void> {
  processState().config = (key) => config.get(`vastai:${key}`);
  return Promise.resolve();
}

/** The world's own time, whatever a test's time scale: engine and program live by it. */
const worldClock = systemClock();

const noConfig: ReadConfig = () => undefined;

/** Runs one call of the engine on a resource, with everything that such a call needs. */
export async function operate<T>(
  kind: "create" | "update" | "delete" | "read",
  properties: Properties,
  work: (operation: Operation) => Promise<T>,
): Promise<T> {
  const state = processState();
  const controller = new AbortController();
  try {
    watch();
    const session = currentSession();
    if (kind === "create") noteWave(state, properties, worldClock.now(), reporter(properties));
    // A delete gives back: neither a program that ends nor a cancelled update may stop it.
    if (kind !== "delete") state.operations.add(controller);
    return await work({
      session,
      report: reporter(properties),
      signal: controller.signal,
      deadline: session.clock.now() + timeoutMs(properties, kind === "read" ? "update" : kind),
    });
  } catch (error) {
    throw engineError(error);
  } finally {
    state.operations.delete(controller);
  }
}

/** The session of this process. @throws MISSING_API_KEY, INVALID_SETTING */
export function currentSession(): Session {
  return openSession(processState().config ?? noConfig);
}

/** Remembers what `check` is told of the program, and watches it. */
export function noteProgram(facts: ReceivedFacts, inputs: Properties): void {
  const state = processState();
  if (facts.pid !== undefined) state.programPid = facts.pid;
  const token = stringOf(inputs["__token"]);
  if (token !== undefined) {
    state.namedTokens.add(token);
    state.checks.set(token, { at: worldClock.now(), inFlight: state.operations.size });
  }
  watch();
}

/** Says a permanent line in the row of a resource. */
export function reporter(properties: Properties): Report {
  return reportFor(stringOf(properties["__urn"]), lines());
}

let send: SendLine | undefined;

function lines(): SendLine {
  return (send ??= engineLog(engineAddress()));
}

/** The engine starts the provider process with its own address as the last argument. */
function engineAddress(): string | undefined {
  const last = process.argv.at(-1);
  return last !== undefined && /^[\w.[\]-]+:\d+$/.test(last) ? last : undefined;
}

function watch(): void {
  const state = processState();
  if (state.signalsHandled || engineAddress() === undefined) return;
  state.signalsHandled = true;
  const processWatch = new ProcessWatch(state, worldClock, systemProbes(engineAddress()));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => processWatch.onSignal());
  // A pipe that the engine no longer reads must not become an error that is printed to it.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  processWatch.start();
}
