import { hasCode, ProviderError } from "../../errors";
import { connection } from "../../rules/connection";
import { parseInstanceInputs, type InstanceInputs } from "../../rules/instance-inputs";
import type { InstanceRecord } from "../../rules/instance-record";
import { keyOfToken } from "../../rules/launch-token";
import { runtypeFamily } from "../../rules/runtype";
import { settledAt, type UnconfirmedRent } from "../../rules/unconfirmed-rent";
import { plain, stringOf, type Properties } from "../engine-values";
import type { Operation } from "../operation";
import { abortable } from "../abortable";
import { PartialFailure } from "../partial-failure";
import { EngineGone } from "../process-watch";
import { machineWords } from "./await-ready";
import { Candidates } from "./candidates";
import { findExisting, RentUnconfirmed, type ExistingMachines } from "./find-rental";
import { lateOrphans } from "./late-orphans";
import { orphanFound } from "./orphan-found";
import { destroyUnrecorded } from "./destroy-unrecorded";
import { Launch, LaunchInterrupted, type Launched } from "./launch";
import { orderOf, type Order } from "./order";
import { askedOutput, recordedOffer, serviceOutputs, type HiddenOutputs } from "./outputs";
import { atMostSpent, duration, type Rental } from "./rental";
import { UNCONFIRMED_ID } from "./settle-rents";

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
  await session.requireOwner({}, what, signal);
  const [order, account] = await abortable(Promise.all([ordered, session.account()]), signal);
  const predecessors = predecessorsOf(operation, order);
  const facts = { properties, inputs, order, account, predecessors };
  await lookAtKeys(operation, order);
  try {
    const before = await findExisting(operation, order);
    if (before.own === undefined) refuseOrphans(operation, order, before.orphans);
    warnOfLabel(operation, before);
    const launched = await new Launch(operation, order, before).run();
    await refuseLateOrphans(operation, order, launched);
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
  const { session } = operation;
  const { clock } = session;
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
      `${machineWords(rental, record)}, after ${duration(session.serviceTime.now() - rental.rentedAt)}: ${readyWords(record)}`,
    );
  const outs = outputs(
    operation,
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
  { session }: Operation,
  facts: CreateFacts,
  rental: Rental,
  record: InstanceRecord,
  phase: HiddenOutputs["__phase"],
  reason: string | undefined,
  orphans?: readonly number[],
): Record<string, unknown> {
  const { inputs, order } = facts;
  const unconfirmed = session.unconfirmed.of(order.token);
  const hidden: HiddenOutputs = {
    __asked: { label: inputs.label, targetState: inputs.targetState, price: inputs.price },
    __launchLabel: rental.label,
    __offer: recordedOffer(rental.offer, record),
    __account: facts.account,
    __baseUrl: session.settings.baseUrl,
    __phase: phase,
    __reason: reason,
    __rentedAt: rental.rentedAt,
    __disk: order.disk,
    __predecessors: facts.predecessors,
    __unconfirmedRents: unconfirmed.length === 0 ? undefined : unconfirmed,
    __orphans: orphans,
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
  const { session } = operation;
  const error = withMachine(operation, facts, failure);
  const open = session.unconfirmed.of(facts.order.token);
  if (error instanceof LaunchInterrupted) {
    const { rental, phase, cause } = error;
    const record = error.record ?? { id: rental.instanceId };
    const properties = outputs(operation, facts, rental, record, phase, cause.message);
    return new PartialFailure(String(rental.instanceId), properties, interruptedSentence(operation, error));
  }
  if (error instanceof OrphansBeside) {
    const { rental, record, finished } = error.launched;
    const phase = finished === undefined ? undefined : "finished";
    const properties = outputs(operation, facts, rental, record, phase, finished, error.orphans);
    return new PartialFailure(String(rental.instanceId), properties, error.cause);
  }
  const [first] = open;
  if (first !== undefined) {
    const rental: Rental = { instanceId: 0, label: first.label, rentedAt: first.sentAt };
    const cause = error instanceof RentUnconfirmed ? error.cause : error;
    const labels = open.map(({ label }) => `"${label}"`).join(" and ");
    const told = new Error(
      `${cause.message} The answer to a rent was lost before: whether a machine labelled ${labels} was rented is not known. ` +
        `The state records it: the next \`pulumi up\` or \`pulumi destroy\` polls for the machine until ${settledWords(open)}, ` +
        "and destroys it should it show up.",
      { cause },
    );
    const properties = outputs(operation, facts, rental, { id: 0 }, "unconfirmed", cause.message);
    delete properties["instanceId"];
    return new PartialFailure(`${UNCONFIRMED_ID}${first.label}`, properties, told);
  }
  return error;
}

function interruptedSentence(
  { session }: Operation,
  { rental, record, phase, cause }: LaunchInterrupted,
): Error {
  const spent = atMostSpent(session.serviceTime, rental, record?.dphTotal);
  return new Error(
    `${cause.message} Instance ${String(rental.instanceId)}, rented ` +
      `${duration(session.serviceTime.now() - rental.rentedAt)} ago${spent === undefined ? "" : ` and ${spent} spent`}, is in ` +
      `the state and billed; the next \`pulumi up\` ${phase === "loading" ? "resumes waiting for it" : "replaces it"}, ` +
      "`pulumi destroy` destroys it.",
    { cause },
  );
}

/** "14:05 UTC" */
function settledWords(open: readonly UnconfirmedRent[]): string {
  const at = new Date(Math.max(...open.map(settledAt)));
  return `${at.toISOString().slice(11, 16)} UTC`;
}

/** Whatever failed, and wherever: a machine that is rented is told of. */
function withMachine({ session }: Operation, { order }: CreateFacts, failure: unknown): Error {
  const error = failure instanceof Error ? failure : new Error(String(failure));
  const { rental } = session.launchOf(order.token);
  const isKnown =
    error instanceof LaunchInterrupted || error instanceof OrphansBeside || rental === undefined;
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
function refuseOrphans({ session }: Operation, order: Order, orphans: readonly InstanceRecord[]): void {
  if (orphans.length > 0 && !order.ignoreOrphans) throw orphanFound(orphans, session.serviceTime.now());
}

/** A machine with exactly the label that is asked for may be this resource's, of a state that was lost. */
function warnOfLabel({ report }: Operation, { labelled }: ExistingMachines): void {
  for (const { id, label } of labelled) {
    report.note(
      `Instance ${String(id)} has the label "${label ?? ""}" already, which is asked for here, and is billed. If an older state ` +
        `was imported, it may be this resource's machine: \`npx pulumi-vastai recover --destroy-id ${String(id)}\` destroys it.`,
      "warning",
    );
  }
}

/** A machine that was launched, and others of the same resource beside it that nobody in the state names. */
class OrphansBeside extends Error {
  override readonly name = "OrphansBeside";
  constructor(
    readonly launched: Launched,
    readonly orphans: readonly number[],
    override readonly cause: ProviderError,
  ) {
    super(cause.message, { cause });
  }
}

/** @throws OrphansBeside */
async function refuseLateOrphans(operation: Operation, order: Order, launched: Launched): Promise<void> {
  const { session } = operation;
  const { rentedMark } = session.launchOf(order.token);
  if (rentedMark === undefined) return;
  const orphans = await lateOrphans(operation, order, rentedMark);
  if (orphans.length === 0) return;
  const cause = orphanFound(orphans, session.serviceTime.now(), launched.rental.instanceId);
  throw new OrphansBeside(
    launched,
    orphans.map(({ id }) => id),
    cause,
  );
}
