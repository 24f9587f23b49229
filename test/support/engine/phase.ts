import { readDeployment } from "./deployment-file";
import { executeDeletes } from "./deletions";
import type { ChildProcess } from "./child-process";
import { Monitor } from "./monitor";
import { PhaseContext, type StackConfig, type StackSettings } from "./phase-context";
import { PhaseEvents } from "./phase-events";
import {
  shownOutputs,
  type PhaseName,
  type PhaseOptions,
  type PhaseResult,
  type RunningPhase,
} from "./phase-result";
import { startProgramProcess } from "./program-process";
import { ProgramRun } from "./program-run";
import { refreshAll } from "./refresh";
import { PROVIDER_TYPE, STACK_TYPE } from "./resource-state";
import { Snapshot } from "./snapshot";
import { StepExecutor } from "./step-executor";

/** The exit code of the program that says: the error has been shown already. */
const ALREADY_SHOWN = 32;
/** The exit code of an engine that failed. */
const FAILED = 1;

/** A process whose engine dies, or with which it dies. */
interface DyingChild {
  disown(): void;
  kill(): void;
  hangUp(): void;
}

/** One preview, up, refresh or destroy, with a provider process of its own. */
export class Phase implements RunningPhase {
  readonly result: Promise<PhaseResult>;
  private readonly context: PhaseContext;
  private readonly run: ProgramRun;
  private monitor: Monitor | undefined;
  private program: ChildProcess | undefined;
  private exitCode: number | null = 0;
  private dead = false;
  private endEarly: () => void = () => undefined;

  constructor(
    private readonly name: PhaseName,
    settings: StackSettings,
    config: StackConfig,
    statePath: string,
    private readonly options: PhaseOptions,
  ) {
    const isPreview = name === "preview";
    const deployment = readDeployment(statePath);
    const snapshot = new Snapshot(isPreview ? undefined : statePath, deployment);
    const parallel = options.parallel ?? settings.parallel;
    this.context = new PhaseContext(
      { ...settings, parallel },
      config,
      snapshot,
      new PhaseEvents(),
      isPreview,
    );
    this.run = new ProgramRun(this.context);
    const early = new Promise<void>((resolve) => (this.endEarly = resolve));
    const whole = this.whole();
    whole.catch(() => undefined);
    this.result = Promise.race([whole, early]).then(() => this.conclude());
  }

  interrupt(): void {
    if (this.context.stopped) return void this.terminate();
    this.context.failed = true;
    this.context.events.say("error", `${this.name === "up" ? "update" : this.name} canceled`);
    this.context.stop();
    void this.context.startedProvider().then((provider) => provider?.client.cancel());
  }

  killEngine(): void {
    void this.die((child) => child.disown());
  }

  killAll(): void {
    void this.die((child) => child.kill());
  }

  hangUp(): void {
    void this.die((child) => child.hangUp());
  }

  killProvider(): void {
    void this.context.startedProvider().then((provider) => provider?.killUnnoticed());
  }

  isStopping(): boolean {
    return this.context.stopped;
  }

  pids(): number[] {
    return [this.program?.pid, this.context.providerPid].filter((pid) => pid !== undefined);
  }

  private async whole(): Promise<void> {
    this.monitor = await Monitor.start(this.run);
    this.context.engineAddress = this.monitor.address;
    try {
      if (this.name === "refresh") await this.refresh();
      else if (this.name === "destroy") await this.destroy();
      else await this.runProgram();
    } finally {
      await this.end();
    }
  }

  private async runProgram(): Promise<void> {
    const { context, run } = this;
    this.warnOfPendingOperations();
    const program = startProgramProcess({
      ...context.settings,
      address: context.engineAddress,
      isPreview: context.isPreview,
      config: context.config,
      onLine: (stream, line) => context.events.say(stream === "stdout" ? "info" : "info#err", line),
    });
    this.program = program;
    context.onStop = () => void program.stop();
    const checkEnd = (code: number | undefined) => {
      if (code === 0 || context.stopped) return;
      if (code !== ALREADY_SHOWN) context.fail(`Program exited with non-zero exit code: ${String(code)}`);
      context.failed = true;
      context.stop();
    };
    await Promise.race([run.done, program.exited.then(checkEnd)]);
    await run.finish();
    checkEnd(await program.exited);
  }

  private async refresh(): Promise<void> {
    if (this.options.clearPendingCreates === true) this.context.snapshot.clearPending();
    this.useCurrentConfig();
    await refreshAll(this.context);
  }

  private async destroy(): Promise<void> {
    const { context } = this;
    this.warnOfPendingOperations();
    this.useCurrentConfig();
    const steps = context.snapshot.untouched().map((old) => {
      if (old.delete) return { op: "delete-replaced", old } as const;
      if (old.pendingReplacement) return { op: "remove-pending-replace", old } as const;
      return { op: old.external ? "discard" : "delete", old } as const;
    });
    await executeDeletes(context, new StepExecutor(context), steps);
  }

  private useCurrentConfig(): void {
    if (this.options.runProgram !== true) return;
    for (const resource of this.context.snapshot.resources()) {
      if (resource.type === PROVIDER_TYPE) resource.inputs = this.context.providerInputs();
    }
  }

  private warnOfPendingOperations(): void {
    const pending = this.context.isPreview ? [] : this.context.snapshot.pendingOperations();
    if (pending.length === 0) return;
    const list = pending
      .map(({ type, resource }) => `  * ${resource.urn}, interrupted while ${type}\n`)
      .join("");
    this.context.events.say(
      "warning",
      `Attempting to deploy or update resources with ${pending.length} pending operations from previous deployment.\n${list}`,
    );
  }

  private async end(): Promise<void> {
    if (this.dead) return;
    await (await this.context.startedProvider())?.stop();
    this.monitor?.close();
  }

  private async terminate(): Promise<void> {
    if (this.dead) return;
    this.dead = true;
    this.context.snapshot.freeze();
    this.program?.signal("SIGKILL");
    await (await this.context.startedProvider())?.stop();
    this.monitor?.close();
    this.exitCode = FAILED;
    this.endEarly();
  }

  private async die(each: (child: DyingChild) => void): Promise<void> {
    this.dead = true;
    this.context.snapshot.freeze();
    this.context.failed = true;
    this.context.stopped = true;
    this.context.onStop = () => undefined;
    const { program } = this;
    if (program !== undefined) each(program);
    const provider = await this.context.startedProvider();
    if (provider !== undefined) each(provider);
    // Last: a provider that is to die with the engine must not see it gone and give back what it rented.
    this.monitor?.close();
    this.exitCode = null;
    this.endEarly();
  }

  private conclude(): PhaseResult {
    const { context } = this;
    const exitCode = this.exitCode === 0 && context.failed ? FAILED : this.exitCode;
    const stack = context.snapshot.resources().find(({ type }) => type === STACK_TYPE);
    return {
      ok: exitCode === 0,
      exitCode,
      steps: context.events.steps,
      diagnostics: context.events.diagnostics,
      text: context.events.text(this.name),
      outputs: shownOutputs(stack?.outputs ?? {}, context.isPreview),
    };
  }
}
