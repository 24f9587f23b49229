import { startProgram, type Project } from "../support/journey";
import type { Engine } from "../support/journey-engine";
import { resourcesIn, type PropertyMap } from "../support/journey-engine";
import { installNothing } from "./bench-project";
import { nothingProgram, ourProgram } from "./programs";
import { median } from "./random";
import type { ScaledService } from "./scaled-service";

/** What previews and ups without a change cost, in seconds (medians), beside the same over do-nothing resources. */
export interface NoChangeResult {
  readonly engine: Engine["kind"];
  readonly instances: number;
  readonly runs: number;
  readonly preview: { readonly ours: number; readonly nothing: number };
  readonly up: { readonly ours: number; readonly nothing: number };
  /** Requests that ours made in all of them. */
  readonly requests: number;
}

/** The exported state of a stack of instances, for what is measured on it. */
export interface StackOfInstances {
  readonly state: PropertyMap;
  /** Bytes of JSON that one instance adds to a state, and how many of them are the serialized provider. */
  readonly bytesPerInstance: number;
  readonly providerBytes: number;
}

/**
 * Makes a stack of each kind, then previews and updates both without a change, in turns. The state of ours comes along.
 */
export async function measureNoChange(
  service: ScaledService,
  instances: number,
  runs: number,
  cli: string | undefined,
): Promise<{ readonly result: NoChangeResult; readonly stack: StackOfInstances }> {
  const world = { emulatorUrl: service.url, apiKey: service.apiKey, pacing: 0, wholeSdk: true };
  const ours = startProgram({ ...world, files: ourProgram(instances) }, cli);
  const nothing = startProgram({ ...world, files: nothingProgram(instances) }, cli);
  try {
    installNothing(nothing.folder);
    service.enforceLimits(false);
    for (const project of [ours, nothing]) await succeed(project, "up", instances);
    service.enforceLimits(true);
    service.takeRequests();
    const times: Record<"preview" | "up", Record<"ours" | "nothing", number[]>> = {
      preview: { ours: [], nothing: [] },
      up: { ours: [], nothing: [] },
    };
    for (let run = 0; run < runs; run += 1) {
      for (const phase of ["preview", "up"] as const) {
        const order = run % 2 === 0 ? (["ours", "nothing"] as const) : (["nothing", "ours"] as const);
        for (const name of order) {
          const start = performance.now();
          await succeed(name === "ours" ? ours : nothing, phase);
          times[phase][name].push((performance.now() - start) / 1000);
        }
      }
    }
    const medians = (phase: "preview" | "up") => ({
      ours: median(times[phase].ours),
      nothing: median(times[phase].nothing),
    });
    const state = await ours.engine.exportState();
    return {
      result: {
        engine: ours.engine.kind,
        instances,
        runs,
        preview: medians("preview"),
        up: medians("up"),
        requests: service.takeRequests().total,
      },
      stack: { state, ...sizesIn(state) },
    };
  } finally {
    ours.close();
    nothing.close();
  }
}

async function succeed(project: Project, phase: "preview" | "up", parallel?: number): Promise<void> {
  const result = await project.engine[phase](parallel === undefined ? {} : { parallel });
  if (!result.ok) throw new Error(`${phase} failed:\n${result.text.slice(-2_000)}`);
}

function sizesIn(state: PropertyMap): Omit<StackOfInstances, "state"> {
  const instances = resourcesIn(state).filter(
    ({ type }) => typeof type === "string" && type.includes("vastai:Instance"),
  );
  const bytes = instances.map((resource) => Buffer.byteLength(JSON.stringify(resource)) + 1);
  const first = instances[0];
  const serialized = (part: unknown): number =>
    typeof part === "object" && part !== null && "__provider" in part
      ? Buffer.byteLength(String(part.__provider))
      : 0;
  return {
    bytesPerInstance: median(bytes),
    providerBytes: Math.max(serialized(first?.["inputs"]), serialized(first?.["outputs"])),
  };
}
