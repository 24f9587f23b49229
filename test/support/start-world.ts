import { createServiceClient } from "../../provider/client/create-service-client";
import { createWorld, type World } from "../../provider/emulator/world";
import type { EmulatorOptions } from "../../provider/emulator/emulator-options";
import { checkInstance } from "../../provider/lifecycle/instance/check";
import { createInstance } from "../../provider/lifecycle/instance/create";
import { diffInstance } from "../../provider/lifecycle/instance/diff";
import { readInstance } from "../../provider/lifecycle/instance/read";
import { removeInstance } from "../../provider/lifecycle/instance/remove";
import { updateInstance } from "../../provider/lifecycle/instance/update";
import { timeoutMs } from "../../provider/lifecycle/timeouts";
import type { Operation } from "../../provider/lifecycle/operation";
import { newProcessState, type ProcessState } from "../../provider/lifecycle/process-state";
import type { Report } from "../../provider/lifecycle/progress";
import { Session } from "../../provider/lifecycle/session";
import { Pacer } from "../../provider/wire/pacing";
import { TransportError } from "../../provider/wire/transport-error";
import type { Transport } from "../../provider/wire/transport";
import { FakeClock } from "./fake-clock";

/** Properties as the engine passes them. */
export type Properties = Record<string, unknown>;

/** What a resource's row was told. */
export interface ReportedLine {
  readonly kind: "status" | "info" | "warning";
  readonly message: string;
}

/** One process of the provider against an emulated service, both on one clock that stands still until a test moves it. */
export interface TestWorld {
  readonly clock: FakeClock;
  readonly world: World;
  readonly process: ProcessState;
  readonly session: Session;
  readonly lines: ReportedLine[];
  /** Checked inputs of an instance, as an `up` makes them. Throws where check finds a mistake. */
  instanceInputs(name: string, args: Properties, olds?: Properties): Properties;
  operation(kind: "create" | "update" | "delete", properties?: Properties, signal?: AbortSignal): Operation;
  /** Checks and creates; runs the clock until it is done. */
  create(name: string, args: Properties, signal?: AbortSignal): Promise<{ id: string; outs: Properties }>;
  read(id: string, props: Properties): ReturnType<typeof readInstance>;
  update(id: string, olds: Properties, news: Properties): Promise<Properties>;
  remove(id: string, props: Properties): Promise<void>;
  diff(olds: Properties, news: Properties): ReturnType<typeof diffInstance>;
  /** Another provider process on the same world, with nothing remembered. */
  nextProcess(options?: { apiKey?: string; pacing?: number }): TestWorld;
}

export const ANY_SEARCH = { filters: { numGpus: 1 } };

/** The resource's URN in every test. */
export function urnOf(name: string): string {
  return `urn:pulumi:test::project::pulumi-nodejs:dynamic/vastai:Instance::${name}`;
}

export function startWorld(options: EmulatorOptions & { apiKey?: string; pacing?: number } = {}): TestWorld {
  const clock = new FakeClock();
  const { pacing = 1, ...emulator } = options;
  return processOn(clock, createWorld({ ...emulator, clock }), {
    apiKey: options.apiKey ?? "emulator-key",
    pacing,
  });
}

function processOn(
  clock: FakeClock,
  world: World,
  { apiKey, pacing }: { apiKey: string; pacing: number },
): TestWorld {
  const process = newProcessState();
  const lines: ReportedLine[] = [];
  const client = createServiceClient({
    transport: transportTo(world, apiKey),
    clock,
    pacer: new Pacer(clock, () => 0.5),
    pacing,
    baseUrl: "http://127.0.0.1",
    secrets: [apiKey],
    keySource: "a test",
    random: () => 0.5,
  });
  const session = new Session(
    { pacing, baseUrl: "http://127.0.0.1", apiKeySource: "a test" },
    client,
    clock,
    process,
  );
  const report: Report = {
    status: (message) => lines.push({ kind: "status", message }),
    note: (message, severity = "info") => lines.push({ kind: severity, message }),
  };
  const instanceInputs = (name: string, args: Properties, olds: Properties = {}): Properties => {
    const facts = { urn: urnOf(name), name, organization: "organization", pid: 1, preview: false };
    const { inputs, failures } = checkInstance(olds, { ...args, __program: facts, __provider: "text" });
    if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("; "));
    return { ...unwrapped(inputs), __provider: "text" };
  };
  const operation = (
    kind: "create" | "update" | "delete",
    properties: Properties = {},
    signal?: AbortSignal,
  ): Operation => ({
    session,
    report,
    signal: signal ?? new AbortController().signal,
    deadline: clock.now() + timeoutMs(properties, kind),
  });
  return {
    clock,
    world,
    process,
    session,
    lines,
    instanceInputs,
    operation,
    create: async (name, args, signal) => {
      const inputs = instanceInputs(name, args);
      return clock.runUntil(createInstance(operation("create", inputs, signal), inputs));
    },
    read: async (id, props) => clock.runUntil(readInstance(operation("update", props), id, props, false)),
    update: async (id, olds, news) =>
      clock.runUntil(updateInstance(operation("update", news), id, olds, news)),
    remove: async (id, props) => clock.runUntil(removeInstance(operation("delete", props), id, props)),
    diff: diffInstance,
    nextProcess: (next = {}) =>
      processOn(clock, world, { apiKey: next.apiKey ?? apiKey, pacing: next.pacing ?? pacing }),
  };
}

/** The service in this process: no socket, so that a fake clock can tell when everything waits. */
function transportTo(world: World, apiKey: string): Transport {
  return async ({ method, path, body, signal }) => {
    const reply = await Promise.race([
      world.handle({
        method,
        path,
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: method === "GET" ? "" : JSON.stringify(body ?? {}),
      }),
      aborted(signal),
    ]);
    if (reply === "drop") throw new TransportError("broken", true, "the connection was cut");
    return { status: reply.status, text: reply.body };
  };
}

async function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = (): void => reject(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
    if (signal?.aborted === true) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** As the engine does between check and create: secrets arrive unwrapped. */
function unwrapped(inputs: Properties): Properties {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) =>
      typeof value === "object" &&
      value !== null &&
      "4dabf18193072939515e22adb298388d" in value &&
      "value" in value
        ? [name, value.value]
        : [name, value],
    ),
  );
}
