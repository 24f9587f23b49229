import { randomBytes } from "node:crypto";
import { createServiceClient } from "../../provider/client/create-service-client";
import { createWorld, type World } from "../../provider/emulator/service/world";
import type { EmulatorOptions } from "../../provider/emulator/model/emulator-options";
import { checkInstance } from "../../provider/lifecycle/instance/check";
import { createInstance } from "../../provider/lifecycle/instance/launch/create";
import { diffInstance } from "../../provider/lifecycle/instance/diff";
import { readInstance } from "../../provider/lifecycle/instance/read";
import { removeInstance } from "../../provider/lifecycle/instance/remove";
import { updateInstance } from "../../provider/lifecycle/instance/update";
import { checkTemplate } from "../../provider/lifecycle/template/check";
import { createTemplate } from "../../provider/lifecycle/template/create";
import { readTemplate } from "../../provider/lifecycle/template/read";
import { removeTemplate } from "../../provider/lifecycle/template/remove";
import { updateTemplate } from "../../provider/lifecycle/template/update";
import { ProcessWatch } from "../../provider/adapters/dynamic/process-watch";
import { callFor, carriedInputs, checkCall } from "../../provider/adapters/dynamic/dynamic-call";
import { newDynamicProcess, type DynamicProcess } from "../../provider/adapters/dynamic/dynamic-process";
import type { ProviderHost } from "../../provider/adapters/dynamic/provider-host";
import { programFacts } from "../../provider/adapters/dynamic/program-facts";
import { DEFAULT_TIMEOUT_MS } from "../../provider/lifecycle/session/run-operation";
import type { Operation } from "../../provider/lifecycle/session/operation";
import type { Report } from "../../provider/lifecycle/engine/progress";
import { Session } from "../../provider/lifecycle/session/session";
import { Pacer } from "../../provider/wire/pacing";
import { TransportError } from "../../provider/wire/transport-error";
import type { Transport } from "../../provider/wire/transport";
import { FakeClock } from "./fake-clock";
import { MortalClock, never } from "./mortal-clock";

/** Properties as the engine passes them. */
export type Properties = Record<string, unknown>;

/** What a resource's row was told. */
export interface ReportedLine {
  readonly kind: "status" | "info" | "warning";
  readonly message: string;
}

/** A request on its way: `sent` before the service sees it, `acted` when its answer sets out. */
export interface Passage {
  readonly method: string;
  readonly path: string;
  readonly moment: "sent" | "acted";
}

/** A create under way, as the engine waits for it. */
export interface RunningCreate {
  readonly inputs: Properties;
  readonly result: Promise<{ id: string; outs: Properties }>;
}

/** How a process of the provider is made. */
export interface ProcessOptions {
  readonly apiKey?: string;
  /** Default `http://127.0.0.1`. Whatever it is, the requests reach the world of the test. */
  readonly baseUrl?: string;
  /** Default 1. */
  readonly pacing?: number;
  /** ms that a request takes to the service, and as many back. Default 0. */
  readonly latencyMs?: number;
  /** Told of every request, twice. */
  readonly onPassage?: (passage: Passage) => void;
  /** What arrives in the place of the service's answer; the service has acted. */
  readonly garble?: (passage: Passage) => { status: number; text: string } | undefined;
}

/** One process of the provider against an emulated service, both on one clock that stands still until a test moves it. */
export interface TestWorld {
  readonly clock: FakeClock;
  readonly world: World;
  readonly process: DynamicProcess;
  readonly session: Session;
  readonly lines: ReportedLine[];
  /** Checked inputs of an instance, as an `up` makes them. Throws where check finds a mistake. */
  readonly instanceInputs: (name: string, args: Properties, olds?: Properties) => Properties;
  readonly templateInputs: (name: string, args: Properties, olds?: Properties) => Properties;
  readonly operation: (
    kind: "create" | "update" | "delete",
    properties?: Properties,
    signal?: AbortSignal,
  ) => Operation;
  /** Checks and creates; runs the clock until it is done. */
  readonly create: (
    name: string,
    args: Properties,
    signal?: AbortSignal,
  ) => Promise<{ id: string; outs: Properties }>;
  /** Begins to create, as one of the operations that the process watch cancels. */
  readonly begin: (inputs: Properties) => RunningCreate;
  readonly read: (id: string, props: Properties) => ReturnType<typeof readInstance>;
  readonly update: (id: string, olds: Properties, news: Properties) => Promise<Properties>;
  readonly remove: (id: string, props: Properties) => Promise<void>;
  readonly diff: (olds: Properties, news: Properties) => ReturnType<typeof diffInstance>;
  readonly template: {
    readonly create: (
      name: string,
      args: Properties,
      signal?: AbortSignal,
    ) => Promise<{ id: string; outs: Properties }>;
    readonly read: (id: string, props: Properties, isGet?: boolean) => ReturnType<typeof readTemplate>;
    readonly update: (id: string, olds: Properties, news: Properties) => Promise<Properties>;
    readonly remove: (id: string, props: Properties) => Promise<void>;
  };
  /** The program's process is gone, as a first Ctrl-C or a crash leaves it. */
  readonly endProgram: () => void;
  /** The engine is gone: nobody hears an answer any more. */
  readonly endEngine: () => void;
  /** kill -9 of this process: whatever it was about to do never happens. Requests under way arrive all the same. */
  readonly kill: () => void;
  /** Another provider process on the same world, with nothing remembered. */
  readonly nextProcess: (options?: ProcessOptions) => TestWorld;
}

export const ANY_SEARCH = { filters: { numGpus: 1 } };

/** The resource's URN in every test. */
export function urnOf(name: string): string {
  return `urn:pulumi:test::project::pulumi-nodejs:dynamic/vastai:Instance::${name}`;
}

export function templateUrnOf(name: string): string {
  return `urn:pulumi:test::project::pulumi-nodejs:dynamic/vastai:Template::${name}`;
}

export function startWorld(options: EmulatorOptions & ProcessOptions = {}): TestWorld {
  const clock = new FakeClock();
  const { pacing, latencyMs, onPassage, garble, ...emulator } = options;
  return processOn(clock, createWorld({ ...emulator, clock }), {
    apiKey: options.apiKey ?? "emulator-key",
    ...(pacing === undefined ? {} : { pacing }),
    ...(latencyMs === undefined ? {} : { latencyMs }),
    ...(onPassage === undefined ? {} : { onPassage }),
    ...(garble === undefined ? {} : { garble }),
  });
}

function processOn(
  clock: FakeClock,
  world: World,
  options: ProcessOptions & { readonly apiKey: string },
): TestWorld {
  const { apiKey, pacing = 1, baseUrl = "http://127.0.0.1" } = options;
  const process = newDynamicProcess();
  process.programPid = 1;
  const mortal = new MortalClock(clock);
  const lines: ReportedLine[] = [];
  const client = createServiceClient({
    transport: transportTo(world, clock, mortal, options),
    clock: mortal,
    pacer: new Pacer(mortal, () => 0.5),
    pacing,
    baseUrl,
    secrets: [apiKey],
    keySource: "a test",
    random: () => 0.5,
  });
  const session = new Session({ pacing, baseUrl, apiKeySource: "a test" }, client, mortal, process);
  const report: Report = {
    status: (message) => lines.push({ kind: "status", message }),
    note: (message, severity = "info") => lines.push({ kind: severity, message }),
  };
  const host: ProviderHost = {
    process: () => process,
    session: () => session,
    send: () => undefined,
    clock: mortal,
    watch: () => undefined,
    randomBytes,
  };
  const checked =
    (kind: "Instance" | "Template", check: typeof checkInstance, urnOfName: (name: string) => string) =>
    (name: string, args: Properties, olds: Properties = {}): Properties => {
      const urn = urnOfName(name);
      const facts = programFacts({ __program: { urn, name, organization: "organization", pid: 1 } });
      const { inputs, failures } = check(checkCall(host, facts), olds, args, randomBytes);
      if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("; "));
      const token = inputs["__token"];
      if (typeof token === "string") process.namedTokens.add(token);
      return { ...unwrapped(inputs), ...carriedInputs(facts, kind), __provider: "text" };
    };
  const instanceInputs = checked("Instance", checkInstance, urnOf);
  const templateInputs = checked("Template", checkTemplate, templateUrnOf);
  const operation = (
    kind: "create" | "update" | "delete",
    properties: Properties = {},
    signal?: AbortSignal,
  ): Operation => {
    const call = callFor(host, properties, kind, signal ?? new AbortController().signal);
    return {
      ...call,
      session,
      report,
      deadline: clock.now() + (call.timeoutMs ?? DEFAULT_TIMEOUT_MS[kind]),
    };
  };
  const alive = { program: true, engine: true };
  const watch = new ProcessWatch(process, mortal, {
    isAlive: () => alive.program,
    engineAnswers: () => Promise.resolve(alive.engine),
    exit: () => mortal.kill(),
  });
  return {
    clock,
    world,
    process,
    session,
    lines,
    instanceInputs,
    templateInputs,
    operation,
    create: async (name, args, signal) => {
      const inputs = instanceInputs(name, args);
      return clock.runUntil(createInstance(operation("create", inputs, signal), inputs));
    },
    begin: (inputs) => {
      const controller = new AbortController();
      process.operations.add(controller);
      const result = createInstance(operation("create", inputs, controller.signal), inputs).finally(() =>
        process.operations.delete(controller),
      );
      result.catch(() => undefined);
      return { inputs, result };
    },
    read: async (id, props) => clock.runUntil(readInstance(operation("update", props), id, props, false)),
    update: async (id, olds, news) =>
      clock.runUntil(updateInstance(operation("update", news), id, olds, news)),
    remove: async (id, props) => clock.runUntil(removeInstance(operation("delete", props), id, props)),
    diff: (olds, news) => diffInstance(olds, news, []),
    template: {
      create: async (name, args, signal) => {
        const inputs = templateInputs(name, args);
        return clock.runUntil(createTemplate(operation("create", inputs, signal), inputs));
      },
      read: async (id, props, isGet = false) =>
        clock.runUntil(readTemplate(operation("update", props), id, props, isGet)),
      update: async (id, olds, news) =>
        clock.runUntil(updateTemplate(operation("update", news), id, olds, news)),
      remove: async (id, props) => clock.runUntil(removeTemplate(operation("delete", props), id, props)),
    },
    // The watch begins with the first thing there is to notice: until then it would only fill the clock.
    endProgram: () => {
      alive.program = false;
      watch.start();
    },
    endEngine: () => {
      alive.engine = false;
      watch.start();
    },
    kill: () => mortal.kill(),
    nextProcess: (next = {}) => processOn(clock, world, { apiKey, pacing, ...next }),
  };
}

/** The service in this process: no socket, so that a fake clock can tell when everything waits. */
function transportTo(
  world: World,
  clock: FakeClock,
  mortal: MortalClock,
  { apiKey, latencyMs = 0, onPassage, garble }: ProcessOptions & { readonly apiKey: string },
): Transport {
  return async ({ method, path, body, signal }) => {
    if (mortal.isDead()) return never();
    const travel = async () => {
      if (latencyMs > 0) await clock.sleep(latencyMs);
      onPassage?.({ method, path, moment: "sent" });
      const reply = await world.handle({
        method,
        path,
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: method === "GET" ? "" : JSON.stringify(body ?? {}),
      });
      onPassage?.({ method, path, moment: "acted" });
      if (latencyMs > 0) await clock.sleep(latencyMs);
      const garbled = garble?.({ method, path, moment: "acted" });
      return mortal.isDead() ? never() : (garbled ?? reply);
    };
    const reply = await Promise.race([travel(), aborted(signal)]);
    if (reply === "drop") throw new TransportError("broken", true, "the connection was cut");
    return "text" in reply ? reply : { status: reply.status, text: reply.body };
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
