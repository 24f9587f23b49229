import { createHash } from "node:crypto";
import type { FaultOrder } from "../../provider/emulator/start-emulator";
import { LONGEST_LAG_SECONDS } from "./bounds";
import { EMPTY, nameOf, tokensOf, type ResourceRecord } from "./checkpoint";
import { currentSituation } from "./situation";
import type { CommandRecord } from "./command-record";
import { EngineCommand } from "./engine-command";
import {
  doubledMachines,
  isInState,
  isNamed,
  ownerOf,
  placeOf,
  rentalsElsewhere,
  shownSecrets,
  startedThoughStopped,
  tokenOf,
  unannouncedDestroys,
  unknownMachines,
  type Evidence,
  type SentDestroy,
} from "./guarantees";
import type { CommandName, History, HistoryStep, Strike, Troubles, Which } from "./history";
import { Random } from "./random";
import { RecoverCommand } from "./recover-command";
import { Service } from "./service";
import { NothingSleeps, SimulatedTime, TooLong } from "./simulated-time";
import type { Passage, ProcessOptions } from "./simulated-process";
import { Stack, type Goal } from "./stack";

/** Longer than any command takes, in ms. */
const LONGEST_MS = 8 * 3_600_000;
const START_MS = 1_700_000_000_000;
/** A list or read may be so old where a fault says so, in ms. */
const LONGEST_LAG_MS = 65_000;

/** A promise that was broken, and when. */
export interface Break {
  /** Index of the step; past the last, what the user did at the end. */
  readonly step: number;
  readonly what: string;
}

export interface Outcome {
  readonly breaks: readonly Break[];
  /** What happened, line by line. */
  readonly trace: readonly string[];
  readonly digest: string;
  /** "up x kill-both", "destroy x list-omits": what struck which command. */
  readonly reached: readonly string[];
}

type OmittingFault = FaultOrder & { readonly kind: "list-omits" };

/** A list omits only what the state has by its id: of everything else it is the only witness. */
function omittedOf(order: OmittingFault, { checkpoint }: Stack): OmittingFault | undefined {
  const ids = checkpoint.resources.flatMap(({ id }) => (/^[1-9]\d*$/.test(id) ? [Number(id)] : []));
  const [first] = ids;
  if (order.instance !== undefined && ids.includes(order.instance)) return order;
  return first === undefined ? undefined : { ...order, instance: first };
}

/** One history, carried out. */
export class Simulation {
  readonly time: SimulatedTime;
  readonly service: Service;
  readonly stacks: readonly [Stack, Stack];
  readonly trace: string[] = [];
  readonly breaks: Break[] = [];
  readonly errors: string[] = [];
  readonly warnings: string[] = [];
  readonly loose = new Set<string>();
  readonly forgotten = new Set<string>();
  /** The step that is carried out. */
  at = 0;
  private readonly random: Random;
  private readonly reached = new Set<string>();

  constructor(
    private readonly history: History,
    private readonly isTraced = false,
  ) {
    this.random = new Random(history.seed);
    this.time = new SimulatedTime(START_MS, history.setting.jitter === true ? this.random : undefined);
    this.service = new Service(this.time, history.setting);
    const isSame = history.setting.isSameName === true;
    this.stacks = [new Stack(0, "one"), new Stack(1, isSame ? "one" : "two")];
  }

  async run(end: (simulation: Simulation) => Promise<void>): Promise<Outcome> {
    try {
      for (const [index, step] of this.history.steps.entries()) {
        this.at = index;
        await this.step(step);
        if (this.breaks.length > 0) break;
      }
      this.at = this.history.steps.length;
      if (this.breaks.length === 0) await end(this);
    } catch (error) {
      this.broken(
        `the simulation itself failed: ${error instanceof Error ? (error.stack ?? "") : String(error)}`,
      );
    }
    const digest = createHash("sha256").update(this.trace.join("\n")).digest("hex");
    return { breaks: this.breaks, trace: this.trace, digest, reached: [...this.reached] };
  }

  broken(what: string): void {
    this.breaks.push({ step: this.at, what });
    this.say(`BROKEN: ${what}`);
  }

  say(line: string): void {
    this.trace.push(`${((this.time.now() - START_MS) / 1000).toFixed(1)} ${line}`);
  }

  /** Runs one command, and checks what it left. */
  async command(
    name: CommandName,
    which: Which,
    troubles: Troubles = {},
    options: { readonly preview?: CommandRecord; readonly target?: string } = {},
  ): Promise<CommandRecord> {
    const stack = this.stacks[which];
    this.orderFaults(troubles, stack);
    const sent: SentDestroy[] = [];
    const before = currentSituation(this.service, stack);
    const beganAt = this.time.now();
    const running = this.begin(name, stack, { strikes: troubles.strikes ?? [], sent, ...options });
    const { record } = running;
    this.say(`${name} of ${stack.name}`);
    try {
      await this.time.run(running.run(), LONGEST_MS);
    } catch (error) {
      if (!(error instanceof NothingSleeps) && !(error instanceof TooLong)) throw error;
      this.broken(`${name} hangs: ${error.message}`);
    }
    if (name !== "preview") stack.earlier.push(stack.checkpoint);
    await this.noteLoose(troubles.strikes ?? [], stack);
    this.errors.push(...record.errors);
    this.warnings.push(...record.warnings);
    this.tell(record);
    this.noteReached(name, troubles, record);
    this.heal();
    const lagMs = this.lagOf(troubles);
    const evidence = this.evidence();
    const waits = [...stack.program.values()].some((goal) => goal.waits);
    const complaints = [
      ...record.complaints,
      ...unknownMachines(evidence),
      ...(name === "up" && !record.hasFailed
        ? doubledMachines(evidence, { stack, record, unready: before.unready, beganAt, lagMs })
        : []),
      ...unannouncedDestroys(record, before, options.preview, sent, this),
      ...startedThoughStopped(record, before, this),
      ...(options.preview === undefined && waits ? [] : rentalsElsewhere(record, before, evidence)),
      ...shownSecrets(record, evidence),
    ];
    complaints.forEach((complaint) => this.broken(complaint));
    return record;
  }

  /** Lets time pass. */
  async wait(seconds: number): Promise<void> {
    await this.time.advance(seconds * 1000);
  }

  evidence(): Evidence {
    return { ...this.parts(), now: this.time.now() };
  }

  /** Takes back every fault that is still to come. */
  heal(): void {
    for (const world of this.service.worlds) world.faults.clear();
  }

  /** Preview and up, as a user does: nothing is done where the preview fails. */
  async up(which: Which, withPreview: boolean, troubles: Troubles = {}): Promise<CommandRecord> {
    if (!withPreview) return this.command("up", which, troubles);
    const preview = await this.command("preview", which);
    const { program } = this.stacks[which];
    for (const [name, goal] of program) program.set(name, { ...goal, unknown: [] });
    return preview.hasFailed ? preview : this.command("up", which, troubles, { preview });
  }

  private parts() {
    const { service, stacks, errors, warnings, loose, forgotten } = this;
    return { service, stacks, errors, warnings, loose, forgotten };
  }

  private begin(
    name: CommandName,
    stack: Stack,
    how: { readonly strikes: readonly Strike[]; readonly sent: SentDestroy[]; readonly target?: string },
  ) {
    const { strikes, sent, target } = how;
    const options: Omit<ProcessOptions, "send"> = {
      time: this.time,
      random: new Random(this.random.integer(0, 2 ** 31)),
      service: this.service,
      onPassage: (passage) => this.onPassage(passage, sent),
    };
    if (name !== "recover") return new EngineCommand(name, stack, options, strikes, target);
    const other = this.stacks[stack.which === 0 ? 1 : 0];
    const isOurs = (instance: number): boolean =>
      this.service
        .live()
        .some(
          (rental) =>
            rental.instance === instance &&
            rental.deployment === stack.config.deployment &&
            ownerOf(rental, this.stacks) === stack &&
            !isInState(rental, stack),
        );
    return new RecoverCommand(stack, other, options, strikes, isOurs);
  }

  private onPassage({ method, path, body, baseUrl, moment }: Passage, sent: SentDestroy[]): void {
    if (this.isTraced) this.say(`  ${moment} ${method} ${path.slice(0, 60)}`);
    if (method !== "DELETE" || moment !== "sent") return;
    const deployment = this.service.deploymentAt(baseUrl);
    const single = /instances\/(\d+)\//.exec(path)?.[1];
    const many: unknown =
      typeof body === "object" && body !== null && "instance_ids" in body ? body.instance_ids : [];
    const ids = single === undefined ? (Array.isArray(many) ? many.map(Number) : []) : [Number(single)];
    const { rentals } = this.service.worlds[deployment].ledger();
    for (const { instance, status, destroyedAt } of rentals) {
      if (!ids.includes(instance) || destroyedAt !== null) continue;
      sent.push({ deployment, instance, wasRunning: status === "running" });
    }
  }

  private orderFaults({ faults = [] }: Troubles, stack: Stack): void {
    for (const { deployment = 0, ...order } of faults) {
      const bounded = order.kind === "list-omits" ? omittedOf(order, stack) : order;
      if (bounded !== undefined) this.service.worlds[deployment].fault(bounded);
    }
  }

  private lagOf({ faults = [] }: Troubles): number {
    const { listLagSeconds } = this.history.setting;
    const isLagging = faults.some(({ kind }) => ["list-lag", "list-omits", "earlier-answer"].includes(kind));
    return isLagging ? LONGEST_LAG_MS : listLagSeconds * 1000 + 1000;
  }

  /** A provider that was killed alone leaves neither a result nor a pending operation. */
  private async noteLoose(strikes: readonly Strike[], stack: Stack): Promise<void> {
    if (!strikes.some(({ kind }) => kind === "kill-provider")) return;
    const isLabelled = [...stack.program.values()].some(({ args }) => args["label"] !== undefined);
    if (isLabelled) await this.wait(LONGEST_LAG_SECONDS);
    for (const token of stack.tokens) {
      const isHeld = stack.checkpoint.resources.some(({ inputs }) => inputs["__token"] === token);
      if (!isHeld) this.loose.add(token);
    }
  }

  private noteReached(name: CommandName, { faults = [] }: Troubles, record: CommandRecord): void {
    this.reached.add(`${name} x nothing`);
    for (const note of record.notes) {
      const kind = /^struck: (.*)$/.exec(note)?.[1];
      if (kind !== undefined) this.reached.add(`${name} x ${kind}`);
    }
    const left = this.service.worlds.flatMap(({ faults: book }) => book.list());
    for (const { kind, times } of faults) {
      const whole = times === "always" ? Infinity : (times ?? 1);
      const isUntouched = left.some(({ order, left: rest }) => order.kind === kind && rest >= whole);
      if (!isUntouched) this.reached.add(`${name} x ${kind}`);
    }
  }

  private tell(record: CommandRecord): void {
    const { errors, warnings, notes, plan } = record;
    for (const [urn, steps] of plan) this.say(`  ${[...steps].join("+")} ${urn.split("::").at(-1) ?? ""}`);
    for (const line of [
      ...errors.map((text) => `E ${text}`),
      ...warnings.map((text) => `W ${text}`),
      ...notes,
    ]) {
      this.say(`  ${line}`);
    }
    const live = this.service.live().map((rental) => `${placeOf(rental)} ${String(rental.status)}`);
    const state = this.stacks.map(({ checkpoint: { resources, pending } }) => [
      ...resources.map(({ id, delete: isDoomed }) => `${id}${isDoomed ? " (doomed)" : ""}`),
      ...pending.map(({ type }) => type),
    ]);
    this.say(
      `  ${record.wasCutShort ? "cut short" : record.hasFailed ? "failed" : "done"}; live: ${live.join(", ")}; state: ${JSON.stringify(state)}`,
    );
  }

  private async step(step: HistoryStep): Promise<void> {
    switch (step.do) {
      case "up":
        await this.up(
          step.stack,
          step.preview === "unless moved" ? this.hasMoved(step.stack) : step.preview,
          step,
        );
        return;
      case "refresh":
      case "destroy":
      case "recover":
      case "preview":
        await this.command(step.do, step.stack, step);
        return;
      case "wait":
        await this.wait(step.seconds);
        return;
      case "clock-step":
        this.time.stepLocalClock(step.ms);
        return;
      case "world":
        this.actInWorld(step);
        return;
      case "import":
        if (step.whenSettled === true && this.isInDoubt(step.stack)) return;
        await this.wait(LONGEST_LAG_SECONDS);
        this.importEarlier(step.stack, step.back);
        return;
      case "configure": {
        if (step.whenSettled === true && this.isInDoubt(step.stack)) return;
        const stack = this.stacks[step.stack];
        stack.config = {
          account: step.account ?? stack.config.account,
          deployment: step.deployment ?? stack.config.deployment,
        };
        return;
      }
      default:
        this.changeProgram(step);
    }
  }

  /** Whether the stack's key or URL is another than that of something that it has. */
  private hasMoved(which: Which): boolean {
    const { checkpoint, config } = this.stacks[which];
    return checkpoint.resources.some(
      ({ home }) => home.account !== config.account || home.deployment !== config.deployment,
    );
  }

  /** Whether a launch of the stack was interrupted, or its answer lost, and nobody has found out what became of it. */
  private isInDoubt(which: Which): boolean {
    const { checkpoint } = this.stacks[which];
    const isOpen = ({ id, outputs }: ResourceRecord): boolean =>
      id.startsWith("unconfirmed:") || outputs["__unconfirmedRents"] !== undefined;
    return checkpoint.pending.length > 0 || this.loose.size > 0 || checkpoint.resources.some(isOpen);
  }

  /** The engine refuses a program in which two resources claim one URN: nobody else keeps an alias of that name. */
  private claimName(program: Map<string, Goal>, name: string): void {
    for (const [other, goal] of program)
      program.set(other, { ...goal, aliases: goal.aliases.filter((alias) => alias !== name) });
  }

  private changeProgram(step: Extract<HistoryStep, { readonly name: string }>): void {
    const { program } = this.stacks[step.stack];
    if (step.do === "add") {
      // What still is at another deployment or account is not taken back into a program that has moved away from there.
      const { checkpoint, config } = this.stacks[step.stack];
      const isElsewhere = checkpoint.resources.some(
        ({ urn, home }) =>
          nameOf(urn) === step.name &&
          (home.deployment !== config.deployment || home.account !== config.account),
      );
      if (program.has(step.name) || isElsewhere) return;
      this.claimName(program, step.name);
      const goals = step.isFirst === true ? [...program] : [];
      if (step.isFirst === true) program.clear();
      const waits = step.waits === true;
      program.set(step.name, { name: step.name, aliases: [], args: step.args, unknown: [], waits });
      for (const [name, goal] of goals) program.set(name, goal);
      return;
    }
    const goal = program.get(step.name);
    if (goal === undefined) return;
    switch (step.do) {
      case "remove":
        program.delete(step.name);
        return;
      case "rename":
        if (program.has(step.to)) return;
        program.delete(step.name);
        this.claimName(program, step.to);
        program.set(step.to, { ...goal, name: step.to, aliases: [...goal.aliases, step.name] });
        return;
      case "unknown-in-preview":
        program.set(step.name, { ...goal, unknown: step.args });
        return;
      case "edit": {
        const unset = step.unset ?? [];
        const kept = Object.fromEntries(Object.entries(goal.args).filter(([name]) => !unset.includes(name)));
        program.set(step.name, { ...goal, args: { ...kept, ...step.set } });
      }
    }
  }

  private importEarlier(which: Which, back: number): void {
    const stack = this.stacks[which];
    const earlier = stack.earlier.at(-1 - back) ?? EMPTY;
    const now = tokensOf(earlier);
    for (const token of tokensOf(stack.checkpoint)) if (!now.has(token)) this.forgotten.add(token);
    stack.checkpoint = earlier;
  }

  private actInWorld({
    deployment = 0,
    instance,
    action,
    more,
  }: Extract<HistoryStep, { do: "world" }>): void {
    const rentals = this.service.live().filter((rental) => rental.deployment === deployment);
    const rental = rentals[instance % Math.max(1, rentals.length)];
    if (rental === undefined) return;
    const owner = ownerOf(rental, this.stacks);
    // The label is what a machine is found by until the state has it: nobody else touches it before.
    if (action === "label-instance" && (owner === undefined || !isInState(rental, owner))) return;
    const act = {
      ...(action === "break-instance" ? { status: "offline" } : {}),
      ...more,
      action,
      instance: rental.instance,
    };
    // Only `more` can be wrong, and a history's own code or generator wrote it.
    this.service.worlds[deployment].do(act as Parameters<Service["worlds"][0]["do"]>[0]);
  }

  /** Machines that a message told the user of by id, and that the state does not hold: gone by the console. */
  destroyByHand(): void {
    const evidence = this.evidence();
    for (const rental of this.service.live()) {
      const owner = ownerOf(rental, this.stacks);
      if (owner === undefined || isInState(rental, owner)) continue;
      const token = tokenOf(rental) ?? "";
      if (!(this.forgotten.has(token) || this.loose.has(token)) || !isNamed(rental, evidence)) continue;
      this.say(`the user destroys machine ${placeOf(rental)}, of which a message told`);
      this.service.worlds[rental.deployment].do({ action: "destroy-instance", instance: rental.instance });
    }
  }
}
