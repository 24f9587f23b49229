import { randomUUID } from "node:crypto";

import type { ReadResourceRequest, RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";

import { executeDeletes } from "./deletions";
import { goalOf, readGoalOf, urnOf } from "./goal";
import type { MonitorHandlers } from "./monitor";
import type { PhaseContext } from "./phase-context";
import type { PropertyMap } from "./property-values";
import { newResourceState, PROVIDER_TYPE, STACK_TYPE, type ResourceState } from "./resource-state";
import type { Step } from "./step";
import { StepExecutor } from "./step-executor";
import { StepGenerator } from "./step-generator";

/** A program's run as the engine sees it: goals come in, are planned one at a time and carried out in parallel. */
export class ProgramRun implements MonitorHandlers {
  private readonly generator: StepGenerator;
  private readonly executor: StepExecutor;
  private readonly work = new Set<Promise<unknown>>();
  private planning: Promise<unknown> = Promise.resolve();
  private defaultProvider: Promise<ResourceState> | undefined;
  private stackOutputs: PropertyMap | undefined;
  private announceDone: () => void = () => undefined;
  private letGo: () => void = () => undefined;
  /** Resolves when the program has requested everything. */
  readonly done = new Promise<void>((resolve) => (this.announceDone = resolve));
  private readonly released = new Promise<void>((resolve) => (this.letGo = resolve));

  constructor(private readonly context: PhaseContext) {
    this.generator = new StepGenerator(context);
    this.executor = new StepExecutor(context);
  }

  log(...said: Parameters<MonitorHandlers["log"]>): void {
    this.context.events.say(...said);
    if (said[0] === "error") this.context.failed = true;
  }

  async register(request: RegisterResourceRequest): Promise<ResourceState> {
    const { stack, projectName } = this.context.settings;
    const goal = goalOf(request, stack, projectName);
    if (goal.state.custom) {
      this.refuseForeignTypes(goal.state.type);
      goal.state.provider = await this.providerReference();
    }
    return this.carryOut(() => this.generator.plan(goal), goal.state);
  }

  async read(request: ReadResourceRequest): Promise<ResourceState> {
    const { stack, projectName } = this.context.settings;
    const state = readGoalOf(request, stack, projectName);
    this.refuseForeignTypes(state.type);
    state.provider = await this.providerReference();
    return this.carryOut(() => Promise.resolve(this.generator.planRead(state)), state);
  }

  registerOutputs(urn: string, outputs: PropertyMap): void {
    const resource = this.context.snapshot.resources().find((each) => each.urn === urn && !each.delete);
    if (resource?.type === STACK_TYPE) this.stackOutputs = outputs;
    else if (resource !== undefined) {
      resource.outputs = outputs;
      this.context.snapshot.write();
    }
  }

  programIsDone(): Promise<void> {
    this.announceDone();
    return this.released;
  }

  /** Waits for what was started, and deletes what is no longer declared unless something went wrong. */
  async finish(): Promise<void> {
    while (this.work.size > 0) await Promise.allSettled(this.work);
    if (!this.context.stopped && !this.context.failed) {
      await executeDeletes(this.context, this.executor, this.generator.planDeletes());
    }
    const stack = this.context.snapshot.resources().find(({ type }) => type === STACK_TYPE);
    if (stack !== undefined && this.stackOutputs !== undefined) {
      stack.outputs = this.context.failed ? { ...stack.outputs, ...this.stackOutputs } : this.stackOutputs;
      this.context.snapshot.write();
    }
    this.letGo();
  }

  private refuseForeignTypes(type: string): void {
    if (!type.startsWith("pulumi-nodejs:")) {
      this.context.fail(`The test engine knows only dynamic resources, not ${type}`);
    }
  }

  /** Plans in the order of arrival. The reply never comes once the phase is to stop, as the program is then ended. */
  private async carryOut(plan: () => Promise<Step[]>, state: ResourceState): Promise<ResourceState> {
    const planned = this.planning.then(() => (this.context.stopped ? [] : plan()));
    this.planning = planned.catch(() => undefined);
    const work = this.execute(planned, state);
    this.work.add(work);
    const isDone = await work.finally(() => this.work.delete(work));
    return isDone ? state : new Promise<never>(() => undefined);
  }

  private async execute(planned: Promise<Step[]>, state: ResourceState): Promise<boolean> {
    try {
      const steps = await planned;
      if (steps.length === 0) return false;
      let succeeded = true;
      const began = await this.context.inTurn(async () => {
        for (const step of steps) {
          succeeded = await this.executor.execute(step);
          if (!succeeded) return;
        }
      });
      return began && succeeded;
    } catch (error) {
      if (!this.context.stopped)
        this.context.fail(error instanceof Error ? error.message : String(error), state.urn);
      return false;
    }
  }

  private async providerReference(): Promise<string> {
    this.defaultProvider ??= this.registerProvider();
    const { urn, id } = await this.defaultProvider;
    return `${urn}::${id}`;
  }

  private registerProvider(): Promise<ResourceState> {
    const { stack, projectName } = this.context.settings;
    const state: ResourceState = {
      ...newResourceState(urnOf(stack, projectName, "", PROVIDER_TYPE, "default"), PROVIDER_TYPE),
      custom: true,
      id: randomUUID(),
      inputs: this.context.providerInputs(),
    };
    return this.carryOut(() => this.generator.plan({ state, name: "default", aliases: [] }), state);
  }
}
