import { availableParallelism } from "node:os";
import { launch, type LaunchOrder, type LaunchResult } from "./launch";
import { measureMemory, type MemoryResult } from "./memory";
import { measureNoChange, type NoChangeResult, type StackOfInstances } from "./no-change";
import { measureStartUp, measureSteps, type StepCost } from "./program-cost";
import { measureRefresh, type RefreshResult } from "./refresh";
import { simulateLaunch, type SimulatedLaunch } from "./simulated-launch";
import { startScaledService, type ScaledService } from "./scaled-service";

/** How large and how fast a run is. */
export interface BenchOptions {
  /** One factor for every time that the service or its client waits. */
  readonly timeScale: number;
  /** Leaves out what takes long: 100 instances and more, and the memory in real time. */
  readonly quick: boolean;
  /** Leaves out the plain providers and 500 instances: a run to compare with one that has them. */
  readonly oursOnly: boolean;
  readonly cli: string | undefined;
  readonly say: (line: string) => void;
}

/** Everything that one run measured. */
export interface Measurements {
  readonly options: BenchOptions;
  readonly simulated: readonly SimulatedLaunch[];
  readonly launches: readonly LaunchResult[];
  readonly noChange: readonly NoChangeResult[];
  readonly stack: StackOfInstances;
  readonly refresh: RefreshResult;
  readonly startUp: { readonly sdk: number; readonly added: number };
  readonly steps: { readonly ours: StepCost; readonly nothing: StepCost };
  readonly memory: {
    readonly ours: MemoryResult;
    readonly nothing: MemoryResult;
    readonly instances: number;
  };
}

const LOAD_SECONDS = 60;
/** One machine is launched in real time: scaled down, the processor's part of so short a time would be most of it. */
const REAL_TIME: readonly LaunchOrder[] = [
  ...[20, 60].map((loadSeconds) => ({ contender: "ours", instances: 1, loadSeconds }) as const),
  ...(["baseline", "baseline with a queue"] as const).map((contender) => ({
    contender,
    instances: 1,
    loadSeconds: LOAD_SECONDS,
  })),
];
/** Processes that share a file go by the clock on the wall: scaled down, waiting for a processor would be most of a turn. */
const ONE_ACCOUNT: readonly (LaunchOrder & { readonly long?: true })[] = [
  { contender: "ours", instances: 1, strays: 1, loadSeconds: 20 },
  ...[2, 4, 8].map(
    (processes) =>
      ({ contender: "ours", instances: 32, processes, loadSeconds: LOAD_SECONDS, long: true }) as const,
  ),
];
const ORDERS: readonly (LaunchOrder & { readonly long?: true })[] = [
  ...[8, 32].map((instances) => ({ contender: "ours", instances, loadSeconds: LOAD_SECONDS }) as const),
  ...[8, 32].flatMap((instances) =>
    (["baseline", "baseline with a queue"] as const).map((contender) => ({
      contender,
      instances,
      loadSeconds: LOAD_SECONDS,
    })),
  ),
  ...[2, 4, 8].map(
    (processes) =>
      ({ contender: "ours", instances: 32, processes, areApart: true, loadSeconds: LOAD_SECONDS }) as const,
  ),
  { contender: "baseline with a queue", instances: 32, processes: 2, loadSeconds: LOAD_SECONDS },
  ...[100, 200, 500].map(
    (instances) => ({ contender: "ours", instances, loadSeconds: LOAD_SECONDS, long: true }) as const,
  ),
];
/** Instances and load in seconds of the launches on a clock that jumps. */
const SIMULATED: readonly (readonly [instances: number, loadSeconds: number])[] = [
  ...[20, 40, 60, 90, 180].map((load) => [1, load] as const),
  ...[8, 32, 100, 200, 500].map((instances) => [instances, LOAD_SECONDS] as const),
];
const STACK_SIZE = 200;

export async function takeMeasurements(options: BenchOptions): Promise<Measurements> {
  const { timeScale, quick, oursOnly, cli, say } = options;
  const size = quick ? 20 : STACK_SIZE;
  const isWanted = ({ contender, instances }: LaunchOrder): boolean =>
    !oursOnly || (contender === "ours" && instances < 500);
  // Memory takes a quarter of an hour and next to no work: everything else runs meanwhile.
  say(`memory of ${String(quick ? 8 : STACK_SIZE)} waiting instances, in real time, beside all that follows`);
  const memory = memoryOf(quick);
  say("launches on a clock that jumps");
  const simulated: SimulatedLaunch[] = [];
  for (const [instances, load] of SIMULATED) {
    if (!quick || instances <= 32) simulated.push(await simulateLaunch(instances, load));
  }
  say("start-up, check and diff");
  const startUp = measureStartUp(quick ? 5 : 21);
  const steps = await withService(1, 1, async (service) => ({
    ours: await measureSteps(service, "ours", size),
    nothing: await measureSteps(service, "nothing", size),
  }));
  const noChange: NoChangeResult[] = [];
  const { stack, refresh } = await withService(timeScale, 1, async (service) => {
    const engines = cli === undefined ? [undefined] : [cli, undefined];
    let own: StackOfInstances | undefined;
    for (const engine of engines) {
      say(`preview and up without a change, ${engine === undefined ? "test engine" : "Pulumi CLI"}`);
      service.emulator.reset();
      const measured = await measureNoChange(service, size, quick ? 2 : 5, engine);
      noChange.push(measured.result);
      own = measured.stack;
    }
    if (own === undefined) throw new Error("No engine ran");
    say("refresh");
    const parallel = 4 * availableParallelism();
    const account = quick ? 100 : 1_000;
    const order = { instances: size, account, parallel };
    return { stack: own, refresh: await measureRefresh(service, timeScale, own, order) };
  });
  say("one machine at a time, in real time");
  const launches = await Promise.all(
    REAL_TIME.filter(isWanted).map(async (order) =>
      withService(1, order.loadSeconds, (service) => launch(service, 1, order)),
    ),
  );
  for (const order of ONE_ACCOUNT.filter(isWanted)) {
    if (quick && order.long === true) continue;
    say(`${describeOrder(order)}, in real time`);
    launches.push(await withService(1, order.loadSeconds, (service) => launch(service, 1, order)));
  }
  for (const order of ORDERS.filter(isWanted)) {
    if (quick && order.long === true) continue;
    say(describeOrder(order));
    launches.push(
      await withService(timeScale, order.loadSeconds, (service) => launch(service, timeScale, order)),
    );
  }
  return { options, simulated, launches, noChange, stack, refresh, startUp, steps, memory: await memory };
}

async function memoryOf(quick: boolean): Promise<Measurements["memory"]> {
  const instances = quick ? 8 : STACK_SIZE;
  const nothing = await measureMemory("nothing", instances, 10);
  return { ours: await measureMemory("ours", instances, quick ? 10 : 120), nothing, instances };
}

/** "ours: 32 instances, 2 processes". */
export function describeOrder(order: LaunchOrder): string {
  const { contender, instances, processes = 1, areApart = false, strays = 0, loadSeconds } = order;
  const where = areApart ? "several machines" : "one machine";
  const shared =
    strays > 0
      ? ", the first refused"
      : processes === 1
        ? ""
        : `, ${String(processes)} processes of ${where}`;
  return `${contender}: ${String(instances)} instance${instances === 1 ? "" : "s"}${shared}, load ${String(loadSeconds)} s`;
}

async function withService<T>(
  timeScale: number,
  loadSeconds: number,
  work: (service: ScaledService) => Promise<T>,
): Promise<T> {
  const service = await startScaledService(timeScale, loadSeconds);
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}
