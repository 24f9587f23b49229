import { createInterface } from "node:readline/promises";
import { idOf, type Plan } from "../../lifecycle/recover/plan";
import type { PlanItem } from "../../lifecycle/recover/plan-item";
import { accountName } from "../../lifecycle/recover/right-account";
import type { Survey } from "../../lifecycle/recover/survey";
import type { PlannedOrphan } from "../../lifecycle/recover/plan-orphans";
import type { OrphanedInstance } from "../../lifecycle/recover/orphans";
import { duration } from "../../lifecycle/session/rented-machine";
import { machine, stackName } from "./recover-rows";
import { count } from "./recover-text";

/** What is about to be done, as a question. */
export function question(plan: Plan, { checkpoint, account: owner }: Survey): string {
  const having = (action: PlanItem["action"]): number =>
    plan.items.filter((item) => item.action === action).length;
  const destroyed = having("destroy") + plan.orphans.filter(({ action }) => action === "destroy").length;
  const adopted = plan.orphans.filter(({ action }) => action === "adopt").length;
  const parts = [
    [having("keep"), (number: number) => `write ${number} into the state`],
    [adopted, (number: number) => `leave ${number} to the next \`pulumi up\``],
    [destroyed, (number: number) => `destroy ${number}`],
    [having("clear") + having("settled"), (number: number) => `clear ${count(number, "pending operation")}`],
  ] as const;
  const text = parts.flatMap(([number, say]) => (number === 0 ? [] : [say(number)])).join(", ");
  const account = owner === undefined ? "" : `, with the key of account ${owner}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} (stack ${stackName(checkpoint)}${account})?`;
}

/** What has to be answered before anything can be done. */
export function openQuestion(item: PlanItem): string {
  const { creation, action, placement } = item;
  const id = idOf(item) ?? 0;
  if (action === "ask") {
    return (
      `Whether ${creation.kind} ${id} was created for ${creation.name} is not certain: it has only the ` +
      `${creation.kind === "instance" ? "label" : "name"}. Say so with --accept-id ${id} or --reject-id ${id}.`
    );
  }
  const by = placement?.kind === "superseded" ? ` ${placement.by}` : "";
  return (
    `${creation.name} has ${creation.kind}${by} by now, so ${creation.kind} ${id} of an earlier launch cannot go into the ` +
    `state: destroy it with --destroy-id ${id}.`
  );
}

/** Whether an orphan is to be left to the next `pulumi up`. */
export function adoptionQuestion({ record, launchedFor }: OrphanedInstance, now: number): string {
  const { status, gpu, hourlyUsd, ageSeconds } = machine(record, now);
  const facts = [
    status,
    ...(gpu === undefined ? [] : [gpu]),
    ...(hourlyUsd === undefined ? [] : [`$${hourlyUsd.toFixed(4)}/h`]),
    ...(ageSeconds === undefined ? [] : [`${duration(ageSeconds * 1000)} old`]),
  ];
  return (
    `Leave instance ${record.id} (${facts.join(", ")}) to the next \`pulumi up\` of ${nameOf(launchedFor)}? Only where no launch is ` +
    "under way, and no other backend has a stack of these names whose machine it is."
  );
}

/** Why a machine that was named cannot be adopted. */
export function notAdoptable({ orphan, action, holder }: PlannedOrphan): string {
  return action === "occupied"
    ? `${nameOf(orphan.launchedFor)} has instance ${String(holder)}, and one machine is all that the next \`pulumi up\` adopts`
    : "its launch key is of no resource of this stack, so that no `pulumi up` of it would adopt it";
}

/** What became of a machine that was adopted. */
export function adoptedText(id: number, label: string): string {
  return (
    `Relabelled instance ${id} to "${label}": the next \`pulumi up\` adopts it instead of renting, where image, template, ` +
    "disk, rental type and price are what the program requests."
  );
}

function nameOf(urn: string | undefined): string {
  return urn?.split("::").at(-1) ?? "its resource";
}

/** For launches that left no trace: whether they were made with this account. */
export function accountQuestion(items: readonly PlanItem[], { account, baseUrl }: Survey): string {
  return (
    `There is no trace of ${namesOf(items)} ${accountName(account, baseUrl, "on")}. Is that where the interrupted ` +
    "`pulumi up` was run, so that its pending operation can be cleared?"
  );
}

/** What has to be answered before such launches are forgotten. */
export function openAccount(items: readonly PlanItem[], { account, baseUrl }: Survey): string {
  return (
    `There is no trace of ${namesOf(items)} ${accountName(account, baseUrl, "on")}, and nothing tells ` +
    "whether the launch was made with that account: a machine on another account would be forgotten and billed. Confirm that it " +
    `is the right one with --account ${String(account ?? "unknown")}, or run this command with the right account's key.`
  );
}

function namesOf(items: readonly PlanItem[]): string {
  return items.map(({ creation }) => creation.name).join(", ");
}

/** On the terminal; the question goes to standard error, so that standard output is the result alone. */
export async function ask(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // The end of the input does not count as yes.
    const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    return /^y(es)?$/i.test((await Promise.race([lines.question(question), ended])).trim());
  } finally {
    lines.close();
  }
}
