import { hasCode, ProviderError } from "../../errors";
import { connection } from "../../rules/connection";
import { parseInstanceInputs, type InstanceInputs } from "../../rules/instance-inputs";
import type { InstanceRecord } from "../../rules/instance-record";
import { keyOfToken } from "../../rules/launch-token";
import { runtypeFamily } from "../../rules/runtype";
import { plain, stringOf, type Properties } from "../engine-values";
import type { Operation } from "../operation";
import { abortable } from "../abortable";
import { PartialFailure } from "../partial-failure";
import { EngineGone } from "../process-watch";
import { machineWords } from "./await-ready";
import { Candidates } from "./candidates";
import { findBefore, RentUnconfirmed, type Findings } from "./find-rental";
import { destroyUnrecorded } from "./destroy-unrecorded";
import { Launch, LaunchInterrupted, type Launched } from "./launch";
import { orderOf, type Order } from "./order";
import { askedOutput, recordedOffer, serviceOutputs, type HiddenOutputs } from "./outputs";
import { atMostSpent, duration, type Rental } from "./rental";

/** The id of a machine of which it is not known whether it was rented: its label stands in for the contract number. */
export const UNCONFIRMED_ID = "unconfirmed:";

/** Machines of one resource that may wait for their deletion at once. */
const MOST_PREDECESSORS = 5;

/** How long the label is tried to be set, in ms: a machine that runs is not kept back for its name. */
const LABEL_MS = 120_000;

/**
 * Rents and launches a machine. Throws a plain error where nothing is billed, and a PartialFailure where something is:
 * the engine then records it.
 */
export async function createInstance(
  operation: Operation,
  properties: Properties,
): Promise<{ id: string; outs: Record<string, unknown> }> {
  const { session, signal } = operation;
  signal.throwIfAborted();
  const inputs = parseInstanceInputs(properties);
  const ordered = orderOf(session, inputs, properties);
  askAhead(operation, ordered);
  const what = `The resource ${stringOf(properties["__resourceName"]) ?? ""}`.trim();
  await session.requireAccount(undefined, what, signal);
  const [order, account] = await abortable(Promise.all([ordered, session.account()]), signal);
  const predecessors = predecessorsOf(operation, order);
  const lostRents = (): string[] | undefined => session.abandoned.labelsOf(order.token);
  const facts = { properties, inputs, order, account, predecessors, lostRents };
  await lookAtKeys(operation, order);
  try {
    const before = await findBefore(operation, order);
    refuseOrphans(operation, order, before);
    const launched = await new Launch(operation, order, before).run();
    const created = await complete(operation, facts, launched);
    if (await isEngineGone(operation)) throw new EngineGone();
    session.launchOf(order.token).isAnswered = true;
    return created;
  } catch (error) {
    if (await isEngineGone(operation)) await destroyUnrecorded(session, order.token);
    const failure = partial(operation, facts, error);
    if (failure instanceof PartialFailure) session.launchOf(order.token).isAnswered = true;
    throw failure;
  }
}

/** Asked when there is something to hand over: an answer that nobody takes would lose a machine. */
async function isEngineGone({ session }: Operation): Promise<boolean> {
  await session.process.look?.();
  return session.process.engineGone.signal.aborted;
}

/** What a create knows from the start. */
interface CreateFacts {
  readonly properties: Properties;
  readonly inputs: InstanceInputs;
  readonly order: Order;
  readonly account: number | undefined;
  readonly predecessors: readonly string[] | undefined;
  readonly lostRents: () => readonly string[] | undefined;
}

/**
 * A machine that this one replaces stays in the state until it is deleted, which may fail, and no later call of the
 * engine names it before it is deleted: what this process was told of it goes along with its successor.
 */
function predecessorsOf({ session }: Operation, { token }: Order): string[] | undefined {
  const named = [...session.process.namedTokens].filter(
    (other) => other !== token && keyOfToken(other) === keyOfToken(token),
  );
  return named.length === 0 ? undefined : named.slice(-MOST_PREDECESSORS);
}

/** The launch label gives way to the one that was asked for, last of all: until then it is how the machine is found. */
async function complete(
  operation: Operation,
  facts: CreateFacts,
  { rental, record, finished }: Launched,
): Promise<{ id: string; outs: Record<string, unknown> }> {
  const { clock } = operation.session;
  const { inputs } = facts;
  let label = record.label ?? rental.label;
  let labelUnsupported: true | undefined;
  if (inputs.label !== undefined && inputs.label !== label) {
    try {
      await operation.session.client.setInstanceLabel(rental.instanceId, inputs.label, {
        deadline: Math.min(operation.deadline, clock.now() + LABEL_MS),
        signal: operation.signal,
      });
      label = inputs.label;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (hasCode(error, "UNSUPPORTED")) labelUnsupported = true;
      operation.report.note(
        `Instance ${String(rental.instanceId)} keeps the label "${label}": it could not be set to the one that is asked (${error.message})`,
        "warning",
      );
    }
  }
  if (finished !== undefined) {
    operation.report.note(
      `Instance ${String(rental.instanceId)} ${finished}. It is kept, and its disk is billed.`,
    );
  } else
    operation.report.status(
      `${machineWords(rental, record)}, after ${duration(clock.now() - rental.rentedAt)}: ${readyWords(record)}`,
    );
  const outs = outputs(
    facts,
    rental,
    { ...record, label },
    finished === undefined ? undefined : "finished",
    finished,
  );
  return { id: String(rental.instanceId), outs: plain({ ...outs, __labelUnsupported: labelUnsupported }) };
}

/** The last line of a launch: where the machine is reached, if it is. */
function readyWords(record: InstanceRecord): string {
  return connection(record).sshCommand ?? `is ${record.actualStatus ?? "rented"}`;
}

function outputs(
  facts: CreateFacts,
  rental: Rental,
  record: InstanceRecord,
  phase: HiddenOutputs["__phase"],
  reason: string | undefined,
): Record<string, unknown> {
  const { inputs, order } = facts;
  const hidden: HiddenOutputs = {
    __asked: { label: inputs.label, targetState: inputs.targetState, price: inputs.price },
    __launchLabel: rental.label,
    __offer: recordedOffer(rental.offer, record),
    __account: facts.account,
    __phase: phase,
    __reason: reason,
    __rentedAt: rental.rentedAt,
    __disk: order.disk,
    __predecessors: facts.predecessors,
    __lostRents: facts.lostRents(),
  };
  return plain({
    ...facts.properties,
    label: record.label ?? rental.label,
    targetState: order.targetState,
    offerId: rental.offer?.id,
    ...serviceOutputs(record),
    ...hidden,
    __asked: askedOutput(facts.properties, hidden.__asked),
  });
}

/** The engine has to know of whatever is billed, or may be. */
function partial(operation: Operation, facts: CreateFacts, failure: unknown): Error {
  const { clock } = operation.session;
  const error = withMachine(operation, facts, failure);
  if (error instanceof LaunchInterrupted) {
    const { rental, phase, cause } = error;
    const record = error.record ?? { id: rental.instanceId };
    const spent = atMostSpent(clock, rental, record.dphTotal);
    const told = new Error(
      `${cause.message} Instance ${String(rental.instanceId)}, rented ${duration(clock.now() - rental.rentedAt)} ago` +
        `${spent === undefined ? "" : ` and ${spent} spent`}, is in the ` +
        `state and billed; ${phase === "loading" ? "the next `pulumi up` waits on for it" : "the next `pulumi up` replaces it"}, ` +
        "`pulumi destroy` gives it back.",
      { cause },
    );
    return new PartialFailure(
      String(rental.instanceId),
      outputs(facts, rental, record, phase, cause.message),
      told,
    );
  }
  if (error instanceof RentUnconfirmed) {
    const rental: Rental = { instanceId: 0, label: error.label, rentedAt: error.sentAt };
    const told = new Error(
      `${error.cause.message} Whether a machine labelled "${error.label}" was rented is not known. The doubt is in the ` +
        "state: the next `pulumi up` or `pulumi destroy` looks for the machine and gives it back.",
      { cause: error.cause },
    );
    const properties = outputs(facts, rental, { id: 0 }, "unconfirmed", error.cause.message);
    delete properties["instanceId"];
    return new PartialFailure(`${UNCONFIRMED_ID}${error.label}`, properties, told);
  }
  return error;
}

/** Whatever failed, and wherever: a machine that is rented is told of. */
function withMachine({ session }: Operation, { order }: CreateFacts, failure: unknown): Error {
  const error = failure instanceof Error ? failure : new Error(String(failure));
  const { rental } = session.launchOf(order.token);
  const isKnown = error instanceof LaunchInterrupted || rental === undefined;
  return isKnown ? error : new LaunchInterrupted(rental, "loading", undefined, error);
}

/**
 * Everything that is looked at before a rent is asked for at once. The answers are shared by all creates of the process
 * and awaited in their order, each where it decides something; a failure is met there.
 */
function askAhead(operation: Operation, ordered: Promise<Order>): void {
  const { session, signal } = operation;
  const ahead = async (order: Order): Promise<unknown> =>
    Promise.all([
      needsKey(order) ? session.sshKeys() : undefined,
      session.launchOf(order.token).rental === undefined
        ? new Candidates(order, operation).ready()
        : undefined,
    ]);
  const questions = [
    session.account(),
    session.snapshots.list({ maxAgeMs: 30_000 }, { signal }),
    ordered.then(ahead),
  ];
  for (const question of questions) void question.catch(() => undefined);
}

function needsKey(order: Order): boolean {
  return order.inputs.vm === true || runtypeFamily(order.runtype) !== "args";
}

/** Looked at before the first rent that needs one: without a key nobody gets into the machine. */
async function lookAtKeys({ session, report, signal }: Operation, order: Order): Promise<void> {
  const isVm = order.inputs.vm === true;
  if (!isVm && runtypeFamily(order.runtype) === "args") return;
  if ((await abortable(session.sshKeys(), signal)) !== 0) return;
  if (isVm) {
    throw new ProviderError(
      "NO_SSH_KEY",
      "The account has no SSH key, and a virtual machine cannot be given one later; nothing was rented. Add a key to the " +
        "account, then run the command again.",
    );
  }
  report.note(
    "The account has no SSH key: the machine cannot be entered by SSH until one is added.",
    "warning",
  );
}

/** @throws ORPHAN_FOUND */
function refuseOrphans({ session }: Operation, order: Order, { orphans, own }: Findings): void {
  if (orphans.length === 0 || order.ignoreOrphans || own !== undefined) return;
  const now = session.clock.now();
  const list = orphans.map((record) => {
    const age = record.startDate === undefined ? "" : `, ${duration(now - record.startDate * 1000)} old`;
    const price = record.dphTotal === undefined ? "" : `, $${record.dphTotal.toFixed(4)}/h`;
    return `instance ${String(record.id)} (label "${record.label ?? ""}"${age}${price})`;
  });
  throw new ProviderError(
    "ORPHAN_FOUND",
    `An interrupted launch of this resource left ${list.join(" and ")} behind, which is billed; nothing was rented. Run ` +
      "`npx pulumi-vastai recover` to take it into the state, or with `--destroy` to destroy it (with " +
      `\`${orphans.map(({ id }) => `--destroy-id ${String(id)}`).join(" ")}\` where the state no longer knows of that launch); or ` +
      "set `launch.ignoreOrphans` to rent beside it.",
  );
}
