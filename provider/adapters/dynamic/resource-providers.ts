import { isDeepStrictEqual } from "node:util";
import type * as pulumi from "@pulumi/pulumi";
import type { Call } from "../../lifecycle/engine/call";
import type { EngineDiff } from "../../lifecycle/engine/engine-diff";
import { engineFailures } from "./engine-failures";
import { stringsOf, type Properties } from "../../lifecycle/engine/engine-values";
import { InstanceLifecycle } from "../../lifecycle/instance/instance-lifecycle";
import type { LifecycleHost, Reading, ResourceLifecycle } from "../../lifecycle/resource-lifecycle";
import { TemplateLifecycle } from "../../lifecycle/template/template-lifecycle";
import { HIDDEN } from "../../state/hidden";
import type { ResourceKind } from "../../state/type-token";
import type { TimedOperation } from "./custom-timeouts";
import { callFor, carriedInputs, checkCall } from "./dynamic-call";
import { engineError } from "./engine-error";
import { programFacts, type ProgramFacts } from "./program-facts";
import type { ProviderHost } from "./provider-host";
import { hintAtParallelism } from "./parallelism-hint";

type DynamicProvider = pulumi.dynamic.ResourceProvider<Properties, Properties>;

/** The engine's own settings object, as `configure` is given it. */
interface ConfigureRequest {
  readonly config: { get(key: string): string | undefined };
}

/** Everything that the engine calls on our resources. */
export interface ResourceProviders {
  readonly Instance: DynamicProvider;
  readonly Template: DynamicProvider;
}

/** The resources' providers, in one process. */
export function resourceProviders(host: ProviderHost): ResourceProviders {
  const behind: LifecycleHost = {
    session: () => host.session(host.process().config ?? (() => undefined)),
    memory: () => host.process(),
    send: host.send,
    randomBytes: host.randomBytes,
  };
  return {
    Instance: providerOf(host, "Instance", new InstanceLifecycle(behind)),
    Template: providerOf(host, "Template", new TemplateLifecycle(behind)),
  };
}

/** Passes on each call of the engine, with what the engine itself does not pass to a dynamic provider. */
function providerOf(host: ProviderHost, kind: ResourceKind, lifecycle: ResourceLifecycle): DynamicProvider {
  /** Runs an operation that the end of the program cancels. */
  const operate = async <T>(
    what: "create" | "update" | "read" | "delete",
    properties: Properties,
    work: (call: Call) => Promise<T>,
  ): Promise<T> => {
    const process = host.process();
    const controller = new AbortController();
    const timed: TimedOperation = what === "read" ? "update" : what;
    const call = callFor(host, properties, timed, controller.signal);
    return settled(async () => {
      host.watch();
      if (what === "create" && kind === "Instance") hintAtParallelism(process, call, host.clock.now());
      // A delete ends a cost: neither a program that ends nor a cancelled update may stop it.
      if (what !== "delete") process.operations.add(controller);
      try {
        return await work(call);
      } finally {
        process.operations.delete(controller);
      }
    });
  };

  return {
    /** Keeps the configuration and does nothing else: an asynchronous configure loses the race of parallel deletes. */
    configure: ({ config }: ConfigureRequest) => {
      host.process().config = (key) => config.get(`vastai:${key}`);
      return Promise.resolve();
    },

    check: async (olds, news) =>
      settled(async () => {
        const facts = programFacts(news);
        const call = checkCall(host, facts);
        const { inputs, failures } = lifecycle.check(call, olds, news);
        noteProgram(host, kind, facts);
        const all = { ...inputs, ...carriedInputs(facts, kind) };
        // Only a preview sends requests, and only for what is to be created.
        const isNew = olds[HIDDEN.urn] === undefined;
        if (!facts.preview || !isNew || failures.length > 0)
          return { inputs: all, failures: engineFailures(failures, all) };
        return { inputs: all, failures: [...(await lifecycle.preview(call, all))] };
      }),

    diff: async (_id, olds, news) =>
      settled(async () => {
        const call = callFor(host, news, undefined, new AbortController().signal);
        // Also where the program marks an argument only now, or did so only before.
        const secrets = [...call.secrets, ...stringsOf(olds[HIDDEN.secrets])];
        const diff = await lifecycle.diff({ ...call, secrets }, olds, news);
        return isDeepStrictEqual(olds[HIDDEN.timeouts], news[HIDDEN.timeouts]) ? diff : recorded(diff);
      }),

    create: async (inputs) => operate("create", inputs, async (call) => lifecycle.create(call, inputs)),

    read: async (id, props = {}) => {
      const { [HIDDEN.program]: _program, ...known } = props;
      const facts = programFacts(props);
      return operate("read", props, async (call) =>
        withoutProvider(await lifecycle.read(call, id, known, facts.get)),
      );
    },

    update: async (id, olds, news) =>
      operate("update", news, async (call) => ({ outs: await lifecycle.update(call, id, olds, news) })),

    delete: async (id, props) => operate("delete", props, async (call) => lifecycle.delete(call, id, props)),
  };
}

/** Remembers what a check receives about the program, and watches it. */
function noteProgram(host: ProviderHost, kind: ResourceKind, { pid, urn, instances }: ProgramFacts): void {
  const process = host.process();
  if (pid !== undefined) process.programPid = pid;
  // A template is made in a moment, wherever it waits.
  if (urn !== undefined && kind === "Instance")
    process.checks.set(urn, { at: host.clock.now(), inFlight: process.operations.size });
  process.previewTotal.expect(instances);
  host.watch();
}

/** New `customTimeouts` are an update, so that later calls find them in the state: the engine sees them in the inputs. */
function recorded({ changes: _changes, ...diff }: EngineDiff): EngineDiff {
  return diff;
}

/** The SDK puts the serialized provider into the inputs itself. */
function withoutProvider({ inputs, ...reading }: Reading): Reading {
  if (inputs === undefined) return reading;
  const { [HIDDEN.provider]: _provider, ...own } = inputs;
  return { ...reading, inputs: own };
}

async function settled<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw engineError(error);
  }
}
