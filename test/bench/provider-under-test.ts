import { readFileSync } from "node:fs";
import { runtime } from "@pulumi/pulumi";
import { SERIALIZED_PROVIDER } from "../../provider/state/serialized-provider";
import { TYPE_TOKEN } from "../../provider/state/type-token";
import { Monitor } from "../support/engine/monitor";
import type { PropertyMap } from "../support/engine/property-values";
import { ProviderProcess } from "../support/engine/provider-process";
import { newResourceState, type ResourceState } from "../support/engine/resource-state";
import { BaselineProvider } from "./baseline/instance-provider";
import { benchProject, NOTHING_HAND_OVER } from "./bench-project";
import type { ScaledService } from "./scaled-service";

/** What is compared: this package, the plain provider, the same with a queue for its rents, and one that does nothing. */
export type Contender = "ours" | "baseline" | "baseline with a queue" | "nothing";

/** What every instance of the benchmark asks for. */
export const ASKED = {
  image: "pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime",
  disk: 32,
  runtype: "ssh",
  onstart: "cd /workspace && ./start.sh",
  env: { MODEL: "llama-3-8b", BATCH_SIZE: "16", HF_HOME: "/workspace/hf" },
} as const;
const SEARCH = { filters: { numGpus: 1, gpuName: ["RTX 4090"], reliability: { gte: 0.95 } } };

const TYPES: Record<Contender, string> = {
  ours: TYPE_TOKEN.Instance,
  baseline: "pulumi-nodejs:dynamic:Resource",
  "baseline with a queue": "pulumi-nodejs:dynamic:Resource",
  nothing: "pulumi-nodejs:dynamic/bench:Nothing",
};

/** The inputs as the class of the contender sends them. */
export async function inputsOf(contender: Contender, name: string, urn: string): Promise<PropertyMap> {
  const asked = { ...ASKED, env: { ...ASKED.env } };
  switch (contender) {
    case "ours":
      return {
        ...asked,
        search: SEARCH,
        // Two hundred take longer to rent than a machine is given to load by default.
        launch: { loadTimeoutSeconds: 3600 },
        __provider: SERIALIZED_PROVIDER.Instance,
        __program: { urn, name, organization: "organization", pid: process.pid, preview: false },
      };
    case "baseline":
    case "baseline with a queue": {
      const provider = new BaselineProvider(contender === "baseline" ? undefined : 5);
      const { text, exportName } = await runtime.serializeFunction(() => provider);
      return {
        ...asked,
        label: name,
        gpuName: "RTX 4090",
        numGpus: 1,
        __provider: `${text}\nexports.handler = exports.${exportName};`,
      };
    }
    case "nothing":
      return { ...asked, search: SEARCH, __provider: NOTHING_HAND_OVER };
  }
}

/** A contender's own dynamic-provider process, driven over gRPC as an engine does. */
export class ProviderUnderTest {
  private constructor(
    private readonly contender: Contender,
    private readonly process: ProviderProcess,
    private readonly monitor: Monitor,
    private readonly stack: string,
    readonly pid: number,
  ) {}

  static async start(
    contender: Contender,
    service: ScaledService,
    timeScale: number,
    stack = "bench",
    environment: NodeJS.ProcessEnv = {},
  ): Promise<ProviderUnderTest> {
    const monitor = await Monitor.start({
      log: () => undefined,
      register: () => Promise.reject(new Error("no program runs here")),
      read: () => Promise.reject(new Error("no program runs here")),
      registerOutputs: () => undefined,
      programIsDone: () => Promise.resolve(),
    });
    const child = await ProviderProcess.start({
      projectFolder: benchProject(),
      projectName: "bench",
      engineAddress: monitor.address,
      env: {
        PATH: process.env["PATH"],
        HOME: benchProject(),
        VAST_URL: service.url,
        VAST_API_KEY: service.apiKey,
        VASTAI_TIME_SCALE: String(timeScale),
        ...environment,
      },
      config: {},
      onLine: (_stream, line) => process.stderr.write(`  ${contender}: ${line}\n`),
    });
    if (child.pid === undefined) throw new Error("The provider process has no id");
    return new ProviderUnderTest(contender, child, monitor, stack, child.pid);
  }

  /** Checked resources, one after another as the engine checks them. */
  async checked(count: number): Promise<ResourceState[]> {
    const type = TYPES[this.contender];
    const states: ResourceState[] = [];
    for (let index = 0; index < count; index += 1) {
      const name = `machine-${String(index)}`;
      const urn = `urn:pulumi:${this.stack}::bench::${type}::${name}`;
      const { inputs, failures } = await this.process.client.check(
        urn,
        {},
        await inputsOf(this.contender, name, urn),
      );
      if (failures[0] !== undefined) throw new Error(failures[0].reason);
      states.push({ ...newResourceState(urn, type), custom: true, inputs });
    }
    return states;
  }

  /** Milliseconds of each of so many checks. */
  async timeChecks(count: number): Promise<number[]> {
    const type = TYPES[this.contender];
    return timed(count, async (index) => {
      const name = `machine-${String(index)}`;
      const urn = `urn:pulumi:${this.stack}::bench::${type}::${name}`;
      await this.process.client.check(urn, {}, await inputsOf(this.contender, name, urn));
    });
  }

  /** Milliseconds of each of so many diffs that find nothing. */
  async timeDiffs(count: number): Promise<number[]> {
    const states = (await this.checked(count)).map((state) => ({ ...state, id: "1", outputs: state.inputs }));
    return timed(count, async (index) => {
      const state = states[index];
      if (state !== undefined) await this.process.client.diff(state, state.inputs);
    });
  }

  async create(state: ResourceState): Promise<ResourceState> {
    const { id, outputs } = await this.process.client.create(state);
    return { ...state, id, outputs };
  }

  async stop(): Promise<void> {
    await this.process.stop();
    this.monitor.close();
  }

  kill(): void {
    this.process.kill();
    this.monitor.close();
  }

  /** Resident memory in bytes: now, and the most so far. */
  memory(): { readonly now: number; readonly peak: number } {
    const text = readFileSync(`/proc/${String(this.pid)}/status`, "utf8");
    const kilobytes = (name: string): number =>
      Number(new RegExp(`^${name}:\\s*(\\d+) kB`, "m").exec(text)?.[1]);
    return { now: kilobytes("VmRSS") * 1024, peak: kilobytes("VmHWM") * 1024 };
  }
}

async function timed(count: number, work: (index: number) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const start = performance.now();
    await work(index);
    times.push(performance.now() - start);
  }
  return times;
}
