import { carryOut, type StackStore } from "../../provider/lifecycle/recover/carry-out";
import { readCheckpoint } from "../../provider/lifecycle/recover/checkpoint";
import { idOf, planRecovery } from "../../provider/lifecycle/recover/plan";
import { requireRightAccount } from "../../provider/lifecycle/recover/right-account";
import { settledBy, surveyUntilSettled } from "../../provider/lifecycle/recover/survey";
import { exported, imported } from "./checkpoint";
import { CommandRecord } from "./command-record";
import type { Strike } from "./history";
import { SimulatedProcess, type Passage, type ProcessOptions } from "./simulated-process";
import type { Stack } from "./stack";

/** What the user answers: which machines were launched for this stack. */
export type IsOurs = (instance: number) => boolean;

/** `pulumi-vastai recover`, with a user who knows their machines. */
export class RecoverCommand {
  readonly name = "recover";
  readonly record: CommandRecord;
  private readonly process: SimulatedProcess;
  private requests = 0;

  constructor(
    private readonly stack: Stack,
    private readonly other: Stack,
    options: Omit<ProcessOptions, "send">,
    private readonly strikes: readonly Strike[],
    private readonly isOurs: IsOurs,
  ) {
    this.record = new CommandRecord("recover", stack.which);
    this.process = new SimulatedProcess({
      ...options,
      onPassage: (passage) => {
        options.onPassage(passage);
        this.onPassage(passage);
      },
      send: () => undefined,
    });
    this.process.configure(stack.config);
  }

  async run(): Promise<void> {
    try {
      await this.process.call(async () => this.work());
    } catch (error) {
      this.record.error(error instanceof Error ? error.message : String(error));
    }
    this.process.kill();
  }

  /** What the user answers of a launch that left no trace. */
  private wasMadeHere(urn: string): boolean {
    const { checkpoint, config } = this.stack;
    return checkpoint.pending
      .filter(({ resource }) => resource.urn === urn)
      .every(
        ({ resource: { home } }) => home.account === config.account && home.deployment === config.deployment,
      );
  }

  /** Whatever strikes a command without children ends it. */
  private onPassage(passage: Passage): void {
    if (passage.moment === "sent") this.requests += 1;
    const struck = this.strikes.some(
      ({ kind, at }) =>
        "request" in at &&
        at.request === this.requests &&
        at.when === passage.moment &&
        kind !== "laptop-sleeps" &&
        kind !== "clock-step",
    );
    if (!struck) return;
    this.record.wasCutShort = true;
    this.process.kill();
  }

  private async work(): Promise<void> {
    const { stack, other } = this;
    const config = this.process.state.config ?? (() => undefined);
    const session = this.process.session(config);
    const store: StackStore = {
      exportState: () => Promise.resolve(exported(stack.name, stack.checkpoint)),
      importState: (text) => {
        if (!this.process.isDead()) stack.checkpoint = imported(text);
        return Promise.resolve();
      },
    };
    const checkpoint = readCheckpoint(await store.exportState());
    // Ids mean nothing at another deployment.
    const isNear = other.recorded.deployment === stack.config.deployment;
    const others = isNear ? [readCheckpoint(exported(other.name, other.checkpoint))] : [];
    await requireRightAccount(session, checkpoint, stack.name, undefined);
    const choices = {
      destroy: false,
      destroyIds: new Set<number>(),
      acceptIds: new Set<number>(),
      adoptIds: new Set<number>(),
      rejectIds: new Set<number>(),
      isAccountConfirmed: false,
    };
    const until = settledBy(session);
    for (let turn = 0; turn < 10; turn += 1) {
      const seen = await surveyUntilSettled(session, checkpoint, others, until, () => undefined);
      const plan = planRecovery(seen, choices);
      const open = plan.items.filter(({ action }) => action === "ask" || action === "name");
      for (const item of open) {
        const id = idOf(item) ?? 0;
        if (item.action === "name") choices.destroyIds.add(id);
        else (this.isOurs(id) ? choices.acceptIds : choices.rejectIds).add(id);
      }
      const unseen = plan.items.filter(({ action }) => action === "confirm");
      if (unseen.length > 0) {
        if (!unseen.every(({ creation }) => this.wasMadeHere(creation.urn))) {
          throw new Error("The launch was made with another key or elsewhere, says the user [WRONG_ACCOUNT]");
        }
        choices.isAccountConfirmed = true;
        continue;
      }
      const orphans = plan.orphans.filter(
        ({ orphan, action }) =>
          (action === "leave" || action === "offer" || action === "occupied") &&
          this.isOurs(orphan.record.id),
      );
      for (const { orphan } of orphans) choices.destroyIds.add(orphan.record.id);
      if (open.length > 0 || orphans.length > 0) continue;
      const done = await carryOut(session, store, checkpoint, seen.account, plan);
      this.record.notes.push(
        `kept ${done.kept.join()}, destroyed ${done.destroyed.join()}, cleared ${String(done.cleared)}`,
      );
      return;
    }
    this.record.error("recover asks and asks");
  }
}
