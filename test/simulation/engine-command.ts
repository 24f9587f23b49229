import { canonicalJson } from "../../provider/rules/validation/canonical-json";
import type { Properties } from "../../provider/lifecycle/engine/engine-values";
import { nameOf, urnOf, type Home } from "./checkpoint";
import { CommandRecord } from "./command-record";
import { EngineState, type Working } from "./engine-state";
import type { CommandName, Strike } from "./history";
import { ProviderLink, type Difference } from "./provider-link";
import { ENDING_SIGNALS } from "../../provider/adapters/dynamic/process-watch";
import { SimulatedProcess, type Passage, type ProcessOptions } from "./simulated-process";
import type { Stack } from "./stack";

/** How long the engine leaves its provider after the second Ctrl-C, in ms. */
const LAST_MS = 5000;

/** What a step of the planner leads to. */
interface Planned {
  readonly op: "create" | "update" | "same" | "replace";
  readonly now: Working;
  readonly old?: Working;
  readonly deleteFirst?: boolean;
}

/**
 * One run of the engine, with a provider process of its own. Its semantics are those of `test/support/engine`: checks
 * and diffs one after another, creates and updates side by side, deletes last; every step written down.
 */
export class EngineCommand {
  readonly record: CommandRecord;
  private readonly state: EngineState;
  private readonly process: SimulatedProcess;
  private readonly link: ProviderLink;
  private readonly home: Home;
  private readonly reached = new Set<Working>();
  private isStopped = false;
  private endEarly: () => void = () => undefined;
  private requests = 0;
  private strikes: readonly Strike[];

  constructor(
    readonly name: CommandName,
    private readonly stack: Stack,
    private readonly options: Omit<ProcessOptions, "send">,
    strikes: readonly Strike[],
    /** Destroys only this resource. */
    private readonly target?: string,
  ) {
    this.record = new CommandRecord(name, stack.which);
    this.strikes = strikes;
    const isProgramRun = name === "up" || name === "preview";
    this.home = isProgramRun ? stack.config : stack.recorded;
    this.state = new EngineState(stack, name === "preview");
    this.process = new SimulatedProcess({
      ...options,
      onPassage: (passage) => this.onPassage(passage),
      send: ({ message, severity, ephemeral }) => {
        if (severity === "warning") this.record.warnings.push(message);
        else if (!ephemeral) this.record.notes.push(message);
      },
    });
    this.process.configure(this.home);
    this.link = new ProviderLink(this.process, stack, this.record, options.time);
  }

  /** Runs to the end, or until the engine is gone. */
  async run(): Promise<void> {
    for (const strike of this.strikes) {
      if ("afterMs" in strike.at) this.options.time.after(strike.at.afterMs, () => this.strike(strike));
    }
    const early = new Promise<void>((resolve) => (this.endEarly = resolve));
    await Promise.race([this.whole(), early]);
    if (!this.record.wasCutShort) this.process.kill();
    this.strikes = [];
  }

  private async whole(): Promise<void> {
    const pending = this.state.pendingBefore();
    if (pending.length > 0 && this.name !== "preview") {
      const list = pending.map(({ resource }) => resource.urn).join(", ");
      this.record.warnings.push(`Attempting to deploy with pending operations: ${list}`);
    }
    if (this.name === "refresh") await this.refresh();
    else if (this.name === "destroy") await this.destroy();
    else await this.runProgram();
  }

  private onPassage(passage: Passage): void {
    this.options.onPassage(passage);
    if (passage.moment === "sent") this.requests += 1;
    for (const strike of this.strikes) {
      if (!("request" in strike.at)) continue;
      if (strike.at.request === this.requests && strike.at.when === passage.moment) this.strike(strike);
    }
  }

  private strike(strike: Strike): void {
    if (!this.strikes.includes(strike)) return;
    this.strikes = this.strikes.filter((other) => other !== strike);
    const { time } = this.options;
    this.record.notes.push(`struck: ${strike.kind}`);
    switch (strike.kind) {
      case "ctrl-c":
        this.interrupt();
        return;
      case "ctrl-c-twice":
        this.interrupt();
        time.locallyAfter(strike.gapMs, () => this.terminate());
        return;
      case "kill-engine":
        this.die();
        this.process.endProgram();
        this.process.endEngine();
        return;
      case "kill-provider":
        this.process.kill();
        return;
      case "kill-both":
        this.die();
        this.process.kill();
        return;
      case "hang-up":
        this.die();
        this.process.endProgram();
        this.process.endEngine();
        if (ENDING_SIGNALS.includes("SIGHUP")) this.process.signal();
        else this.process.kill();
        return;
      case "laptop-sleeps":
        this.record.wasTimeMoved = true;
        time.sleepLaptop(strike.ms);
        return;
      case "clock-step":
        this.record.wasTimeMoved = true;
        time.stepLocalClock(strike.ms);
    }
  }

  private interrupt(): void {
    if (this.record.wasCutShort) return;
    this.record.error(`${this.name} canceled`);
    this.stop();
  }

  private terminate(): void {
    if (this.record.wasCutShort || this.process.isDead()) return;
    this.die();
    this.process.endEngine();
    this.process.signal();
    this.options.time.locallyAfter(LAST_MS, () => this.process.kill());
  }

  /** The engine is gone, and writes nothing any more. */
  private die(): void {
    if (this.record.wasCutShort) return;
    this.record.wasCutShort = true;
    this.record.hasFailed = true;
    this.isStopped = true;
    this.state.freeze();
    this.endEarly();
  }

  /** Nothing new begins; the program is ended, what runs is waited for. */
  private stop(): void {
    if (this.isStopped) return;
    this.isStopped = true;
    if (this.name === "up" || this.name === "preview") this.process.endProgram();
  }

  private hasStopped(): boolean {
    return this.isStopped;
  }

  private fail(error: unknown): void {
    if (this.record.wasCutShort) return;
    this.record.error(error instanceof Error ? error.message : String(error));
    this.stop();
  }

  /** Whether it went well; what went wrong has been said. */
  private async tried(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return !this.record.wasCutShort;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  private async runProgram(): Promise<void> {
    if (this.name === "up") this.stack.recorded = this.home;
    const running: Promise<unknown>[] = [];
    for (const name of this.stack.program.keys()) {
      await this.tried(async () => {
        if (this.stack.program.get(name)?.waits === true) await Promise.all(running);
        if (this.isStopped) return;
        const planned = await this.plan(name);
        if (this.hasStopped()) return;
        this.record.announce(planned.now.urn, planned.op);
        if (planned.old !== undefined) this.record.announce(planned.old.urn, planned.op);
        if (this.name === "up") running.push(this.tried(async () => this.carryOut(planned)));
        else if (planned.old !== undefined) this.reached.add(planned.old);
      });
    }
    await Promise.all(running);
    if (this.record.hasFailed || this.isStopped) return;
    const doomed = this.state.resources.filter((old) => old.delete || !this.reached.has(old));
    await this.deleteAll(doomed);
  }

  private async plan(name: string): Promise<Planned> {
    const { program, name: stackName } = this.stack;
    const goal = program.get(name);
    if (goal === undefined) throw new Error(`The program has no ${name}`);
    const urn = urnOf(stackName, name);
    const urns = [urn, ...goal.aliases.map((alias) => urnOf(stackName, alias))];
    const old = urns.flatMap(
      (each) => this.state.resources.find((record) => record.urn === each && !record.delete) ?? [],
    )[0];
    const fresh = async (olds: Properties): Promise<Working> => ({
      ...{ urn, id: "", outputs: {}, initErrors: [], delete: false, pendingReplacement: false },
      inputs: await this.link.check(urn, goal, olds),
      home: old?.home ?? this.home,
    });
    const now = await fresh(old?.inputs ?? {});
    if (old === undefined) return { op: "create", now };
    this.reached.add(old);
    const diff = await this.difference(old, now.inputs);
    if (old.pendingReplacement || (diff.changes === true && diff.replaces.length > 0)) {
      const replacement = { ...(await fresh({})), home: this.home };
      return { op: "replace", old, now: replacement, deleteFirst: diff.deleteBeforeReplace };
    }
    return { op: diff.changes === true || old.initErrors.length > 0 ? "update" : "same", old, now };
  }

  private async difference(old: Working, news: Properties): Promise<Difference> {
    const diff = await this.link.diff(old, news);
    return diff.changes === undefined
      ? { ...diff, changes: canonicalJson(old.inputs) !== canonicalJson(news) }
      : diff;
  }

  private async carryOut({ op, now, old, deleteFirst }: Planned): Promise<void> {
    switch (op) {
      case "same":
        now.id = old?.id ?? "";
        now.outputs = old?.outputs ?? {};
        this.settled(now, old);
        return;
      case "update":
        if (old !== undefined) await this.update(now, old);
        return;
      case "create":
        await this.create(now);
        return;
      case "replace":
        if (old === undefined) return;
        if (deleteFirst !== true && !old.pendingReplacement) {
          await this.create(now, () => (old.delete = true));
          return;
        }
        if (!old.pendingReplacement) {
          await this.state.during("deleting", old, async () => this.link.delete(old));
          old.pendingReplacement = true;
          this.state.write();
        }
        // An engine that has been killed or cancelled takes no further step.
        if (this.isStopped) return;
        await this.create(now, () => this.state.remove(old));
    }
  }

  private async create(now: Working, onPlaced: () => void = () => undefined): Promise<void> {
    await this.state.during("creating", now, async () => {
      const { id, outputs, failure } = await this.link.create(now.inputs);
      now.id = id;
      now.outputs = outputs;
      now.initErrors = failure?.reasons ?? [];
      onPlaced();
      this.settled(now);
      if (failure !== undefined) throw new Error(failure.reasons.join("; "));
    });
  }

  private async update(now: Working, old: Working): Promise<void> {
    await this.state.during("updating", now, async () => {
      now.id = old.id;
      const { outputs, failure } = await this.link.update(old, now.inputs);
      now.outputs = outputs;
      now.initErrors = failure?.reasons ?? [];
      if (failure !== undefined) now.inputs = old.inputs;
      this.settled(now, old);
      if (failure !== undefined) throw new Error(failure.reasons.join("; "));
    });
  }

  private settled(now: Working, before?: Working): void {
    this.reached.add(now);
    this.record.answeredAt.set(now.urn, this.options.time.now());
    this.state.settle(now, before);
  }

  private async deleteAll(doomed: readonly Working[]): Promise<void> {
    await Promise.all(
      doomed.map(async (old) => {
        if (this.isStopped) return;
        this.record.announce(old.urn, old.delete ? "delete-replaced" : "delete");
        if (this.name === "preview") return;
        await this.tried(async () => {
          if (!old.pendingReplacement) {
            await this.state.during("deleting", old, async () => this.link.delete(old));
          }
          this.state.remove(old);
        });
      }),
    );
  }

  private async destroy(): Promise<void> {
    const { target } = this;
    await this.deleteAll(
      this.state.resources.filter(({ urn }) => target === undefined || nameOf(urn) === target),
    );
  }

  private async refresh(): Promise<void> {
    await Promise.all(
      [...this.state.resources].map(async (old) =>
        this.tried(async () => {
          if (old.pendingReplacement || this.isStopped) return;
          const { id, outputs, inputs } = await this.link.read(old);
          if (id === "") {
            this.record.announce(old.urn, "delete");
            this.state.remove(old);
            return;
          }
          const now: Working = { ...old, id, outputs, inputs: inputs ?? old.inputs, initErrors: [] };
          await this.link.diff(now, old.inputs);
          this.state.settle(now, old);
        }),
      ),
    );
  }
}
