import { openSession } from "../../lifecycle/session/open-session";
import { carryOut, type Recovered } from "../../lifecycle/recover/carry-out";
import { readCheckpoint } from "../../lifecycle/recover/checkpoint";
import { otherCreations } from "../../lifecycle/recover/interrupted-creation";
import { idOf, planRecovery, type Plan } from "../../lifecycle/recover/plan";
import type { Choices, PlanItem } from "../../lifecycle/recover/plan-item";
import { RecoverStop } from "../../lifecycle/recover/recover-stop";
import { requireRightAccount } from "../../lifecycle/recover/right-account";
import { settledBy, survey, surveyUntilSettled, type Survey } from "../../lifecycle/recover/survey";
import type { Report } from "../../lifecycle/engine/progress";
import type { Session } from "../../lifecycle/session/session";
import type { RecoverFlags } from "./recover-flags";
import { PulumiStack } from "./pulumi-stack";
import {
  accountQuestion,
  adoptedText,
  adoptionQuestion,
  ask,
  notAdoptable,
  openAccount,
  openQuestion,
  question,
} from "./recover-questions";
import { rowsOf, stackName } from "./recover-rows";
import { count, renderRows } from "./recover-text";

/** Finds, shows, asks and carries out. @throws RecoverStop and ProviderError */
export async function recover(flags: RecoverFlags): Promise<void> {
  const isScript = flags.yes === true || flags.dryRun === true;
  if (!isScript && (flags.json === true || !process.stdin.isTTY)) {
    throw new RecoverStop(
      "UNDECIDED",
      "Nobody can be asked here. Nothing was changed. Check with --dry-run, then pass --yes.",
    );
  }
  const store = new PulumiStack(flags);
  const checkpoint = readCheckpoint(await store.exportState());
  const others = await Promise.all(
    flags.knownStack.map(async (stack) =>
      readCheckpoint(await new PulumiStack({ cwd: flags.cwd, stack }).exportState()),
    ),
  );
  const session = openSession(await store.readConfig());
  await requireRightAccount(session, checkpoint, stackName(checkpoint), flags.account);
  const organization = await store.organization();
  const until = settledBy(session);
  const seen =
    flags.dryRun === true
      ? await survey(session, checkpoint, others, organization)
      : await surveyUntilSettled(session, checkpoint, others, until, progressOf(session), organization);
  await new Recovery(flags, session, store).run(seen);
}

/** What is printed in addition to the table. A line that only differs in its times is not repeated. */
function onStandardError(): Report {
  let last = "";
  const say = (message: string): void => console.error(message);
  return {
    status: (message) => {
      const words = message.replaceAll(/\d+ [smh]\b/g, "");
      if (words !== last) say(message);
      last = words;
    },
    note: say,
  };
}

/** Prints once a minute what it waits for. */
function progressOf({ clock }: Session): (missing: readonly { name: string }[], until: number) => void {
  let said = Number.POSITIVE_INFINITY;
  return (missing, until) => {
    const minutes = Math.ceil((until - clock.now()) / 60_000);
    if (minutes >= said) return;
    said = minutes;
    console.error(
      `${missing.map(({ name }) => name).join(", ")}: nothing found by its launch token yet. A request that was under way may still be carried ` +
        `out; checking for another ${String(minutes)} min.`,
    );
  };
}

class Recovery {
  private readonly accepted = new Set<number>();
  private readonly rejected = new Set<number>();
  private readonly adopted = new Set<number>();
  private readonly notAdopted = new Set<number>();
  private isAccountConfirmed: boolean;

  constructor(
    private readonly flags: RecoverFlags,
    private readonly session: Session,
    private readonly store: PulumiStack,
  ) {
    flags.acceptId.forEach((id) => this.accepted.add(id));
    flags.rejectId.forEach((id) => this.rejected.add(id));
    flags.adoptId.forEach((id) => this.adopted.add(id));
    // Named, while another one has already stopped the command.
    this.isAccountConfirmed = flags.account !== undefined;
  }

  async run(seen: Survey): Promise<void> {
    const plan = this.plan(seen);
    this.refuseMisnamed(seen, plan);
    this.show(seen, plan);
    if (this.flags.dryRun === true) {
      this.print(seen, plan);
      return;
    }
    const doubts = plan.items.filter(({ action }) => action === "ask");
    if (doubts.length > 0 && this.flags.yes !== true) {
      // A creation has one machine: once it is found, there is no question about another.
      const found = new Set<unknown>();
      for (const item of doubts) {
        if (!found.has(item.creation) && (await this.isMeant(item))) found.add(item.creation);
      }
      return this.run(seen);
    }
    const unseen = plan.items.filter(({ action }) => action === "confirm");
    if (
      unseen.length > 0 &&
      this.flags.yes !== true &&
      (await ask(`${accountQuestion(unseen, seen)} [y/N] `))
    ) {
      this.isAccountConfirmed = true;
      return this.run(seen);
    }
    const offered = plan.orphans.find(
      ({ action, orphan }) => action === "offer" && !this.notAdopted.has(orphan.record.id),
    );
    if (offered !== undefined && this.flags.yes !== true) {
      const isTaken = await ask(`${adoptionQuestion(offered.orphan, seen.at)} [y/N] `);
      (isTaken ? this.adopted : this.notAdopted).add(offered.orphan.record.id);
      return this.run(seen);
    }
    this.refuseUndecided(seen, plan);
    const isWork =
      plan.items.length > 0 || plan.orphans.some(({ action }) => action === "destroy" || action === "adopt");
    if (!isWork) {
      this.print(seen, plan);
      return;
    }
    if (this.flags.yes !== true && !(await ask(`${question(plan, seen)} [y/N] `))) {
      console.log("Nothing was changed.");
      return;
    }
    this.print(
      seen,
      plan,
      await carryOut(this.session, this.store, seen.checkpoint, seen.account, plan, onStandardError()),
    );
  }

  private plan(seen: Survey): Plan {
    const { destroy, destroyId } = this.flags;
    const choices: Choices = {
      destroy: destroy === true,
      destroyIds: new Set(destroyId),
      acceptIds: this.accepted,
      adoptIds: this.adopted,
      rejectIds: this.rejected,
      isAccountConfirmed: this.isAccountConfirmed,
    };
    return planRecovery(seen, choices);
  }

  private async isMeant(item: PlanItem): Promise<boolean> {
    const id = idOf(item) ?? 0;
    const { kind, name } = item.creation;
    const isOurs = await ask(`Is ${kind} ${id} the one that was created for ${name}? [y/N] `);
    (isOurs ? this.accepted : this.rejected).add(id);
    return isOurs;
  }

  private refuseMisnamed({ resources, liveIds }: Survey, { misnamed, orphans }: Plan): void {
    const [id] = misnamed;
    if (id === undefined) return;
    const owner = resources.find((resource) => resource["id"] === String(id));
    const orphan = orphans.find((one) => one.orphan.record.id === id);
    const why =
      orphan !== undefined
        ? notAdoptable(orphan)
        : owner === undefined
          ? liveIds.has(id)
            ? "it was not launched by this package, or needs no decision"
            : "no live machine and no template in question has that id"
          : `it is in the state as ${String(owner["urn"])}; \`pulumi destroy --target\` destroys it`;
    throw new RecoverStop("NOT_OURS", `${id} was named, but ${why}. Nothing was changed.`);
  }

  private refuseUndecided(seen: Survey, plan: Plan): void {
    const { checkpoint } = seen;
    const unseen = plan.items.filter(({ action }) => action === "confirm");
    const open = [
      ...plan.items.filter(({ action }) => action === "ask" || action === "name").map(openQuestion),
      ...(unseen.length === 0 ? [] : [openAccount(unseen, seen)]),
    ];
    if (open.length > 0) {
      throw new RecoverStop("UNDECIDED", `${open.join(" ")} Nothing was changed.`);
    }
    const forgotten = plan.items.length === 0 ? [] : otherCreations(checkpoint);
    if (forgotten.length > 0 && this.flags.forgetOthers !== true) {
      throw new RecoverStop(
        "OTHER_CREATIONS",
        `An import forgets every interrupted creation, also those of other providers: ${forgotten.join(", ")}. Nothing was ` +
          "changed. Resolve them first, manually or with `pulumi refresh`, or pass --forget-others.",
      );
    }
  }

  private show({ checkpoint }: Survey, plan: Plan): void {
    if (this.flags.json === true) return;
    console.log(renderRows(stackName(checkpoint), rowsOf(plan, this.session.clock.now())));
  }

  private print({ checkpoint, account }: Survey, plan: Plan, done?: Recovered): void {
    const { json, dryRun } = this.flags;
    if (json === true) {
      const found = rowsOf(plan, this.session.clock.now());
      console.log(
        JSON.stringify(
          { stack: stackName(checkpoint), account, dryRun: dryRun === true, found, done },
          undefined,
          2,
        ),
      );
      return;
    }
    if (done === undefined) {
      console.log("Nothing was changed.");
      return;
    }
    const { kept, destroyed, adopted, cleared } = done;
    if (kept.length > 0) console.log(`Written into the state: ${kept.join(", ")}.`);
    if (destroyed.length > 0) console.log(`Destroyed, and confirmed to be gone: ${destroyed.join(", ")}.`);
    for (const { id, label } of adopted) console.log(adoptedText(id, label));
    if (cleared > 0) console.log(`Cleared ${count(cleared, "pending operation")}.`);
    if (kept.length > 0)
      console.log("`pulumi up` continues with what is in the state; `pulumi destroy` destroys it.");
  }
}
