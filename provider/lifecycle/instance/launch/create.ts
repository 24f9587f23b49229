import { hasCode, ProviderError } from "../../../errors";
import { connection } from "../../../rules/instance/connection";
import { parseInstanceInputs } from "../../../rules/instance/instance-inputs";
import type { InstanceRecord } from "../../../rules/instance/instance-record";
import { keyOfToken, parseLaunchLabel } from "../../../rules/instance/launch-token";
import { progressLine } from "../../../rules/instance/progress-line";
import { runtypeFamily } from "../../../rules/container/runtype";
import { plain, type Properties } from "../../engine/engine-values";
import type { Operation } from "../../session/operation";
import { abortable } from "../../session/abortable";
import { PartialFailure } from "../../engine/partial-failure";
import { EngineGone } from "../../engine/gone";
import { machineShown } from "./await-ready";
import { searchFor } from "./fitting-offers";
import { createdOutputs, type CreateFacts } from "./created-outputs";
import { findExisting } from "./find-rental";
import { lateOrphans } from "./late-orphans";
import { orphanFound } from "./orphan-found";
import { destroyUnrecorded } from "./destroy-unrecorded";
import { Launch, type Launched } from "./launch";
import { launchSpecOf, type LaunchSpec } from "./launch-spec";
import { OrphansBeside, partialCreation } from "./partial-creation";
import { warnOfLabel } from "./warn-of-label";
import type { RentedMachine } from "../../session/rented-machine";
import { HIDDEN } from "../../../state/hidden";
import { SHARED_LIST_MAX_AGE_MS } from "../../session/instance-snapshots";

/** Machines of one resource that may wait for their deletion at once. */
const MOST_PREDECESSORS = 5;

/** How long to retry setting the label, in ms: a running machine is not delayed for its name. */
const LABEL_MS = 120_000;

/** How long to wait for a call to name a machine of this resource's key, in ms. */
const NAMED_LATER_MS = 1000;

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
  const specified = launchSpecOf(operation, inputs, properties);
  askAhead(operation, specified);
  await session.requireOwner({}, `The resource ${operation.name}`, signal);
  const [spec, account] = await abortable(Promise.all([specified, session.account()]), signal);
  const predecessors = predecessorsOf(operation, spec);
  const facts = { properties, inputs, spec, account, predecessors };
  const isLabelSecret = operation.secrets.includes("label");
  await checkKeys(operation, spec);
  try {
    const before = await findExisting(operation, spec);
    if (before.own === undefined) await refuseOrphans(operation, spec, before.orphans);
    warnOfLabel(operation, before.labelled, isLabelSecret);
    const launched = await new Launch(operation, spec, before).run();
    await refuseLateOrphans(operation, spec, launched, (labelled) =>
      warnOfLabel(operation, without(labelled, before.labelled), isLabelSecret),
    );
    const created = await complete(operation, facts, launched);
    if (await isEngineGone(operation)) throw new EngineGone();
    session.launchOf(spec.token).isAnswered = true;
    return created;
  } catch (error) {
    if (await isEngineGone(operation)) await destroyUnrecorded(session, spec.token);
    const failure = partialCreation(operation, facts, error);
    if (failure instanceof PartialFailure) session.launchOf(spec.token).isAnswered = true;
    throw failure;
  }
}

/** Called when there is a result to return: one that nobody receives would lose a machine. */
async function isEngineGone({ session }: Operation): Promise<boolean> {
  await session.process.look?.();
  return session.process.engineGone.signal.aborted;
}

/**
 * A machine that this one replaces stays in the state until it is deleted, which may fail, and no later call of the
 * engine names it before it is deleted: what this process knows of it is recorded with its successor.
 */
function predecessorsOf({ session }: Operation, { token }: LaunchSpec): string[] | undefined {
  const named = [...session.process.namedTokens].filter(
    (other) => other !== token && keyOfToken(other) === keyOfToken(token),
  );
  return named.length === 0 ? undefined : named.slice(-MOST_PREDECESSORS);
}

/** The requested label replaces the launch label last of all: until then the machine is found by it. */
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
        `Instance ${String(rental.instanceId)} keeps the label "${label}": it could not be set to the requested one (${error.message})`,
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
      progressLine({
        phase: "ready",
        elapsedMs: session.serviceTime.now() - rental.rentedAt,
        ...machineShown(rental, record),
        detail: readyWords(rental, record),
      }),
    );
  const outs = createdOutputs(
    operation,
    facts,
    rental,
    { ...record, label },
    finished === undefined ? undefined : "finished",
    finished,
  );
  return {
    id: String(rental.instanceId),
    outs: plain({ ...outs, [HIDDEN.labelUnsupported]: labelUnsupported }),
  };
}

/** The details in the last line of a launch: the machine, its location and its address. */
function readyWords({ instanceId, offer }: RentedMachine, record: InstanceRecord): string {
  const machineId = record.machineId ?? offer?.machineId;
  const hostId = record.hostId ?? offer?.hostId;
  const details = [
    `instance ${String(instanceId)}`,
    machineId === undefined ? undefined : `machine ${String(machineId)}`,
    hostId === undefined ? undefined : `host ${String(hostId)}`,
    record.geolocation ?? offer?.geolocation,
    connection(record).sshCommand,
  ];
  return details.filter((detail) => detail !== undefined).join(", ");
}

/**
 * Everything that is checked before a rent is requested at once. The replies are shared by all creates of the process
 * and awaited in their order, each where it matters; failures surface there.
 */
function askAhead(operation: Operation, specified: Promise<LaunchSpec>): void {
  const { session, signal } = operation;
  const ahead = async (spec: LaunchSpec): Promise<unknown> =>
    Promise.all([
      needsKey(spec) ? session.sshKeys() : undefined,
      session.launchOf(spec.token).rental === undefined ? searchAhead(operation, spec) : undefined,
    ]);
  const questions = [
    session.account(),
    session.snapshots.list({ maxAgeMs: SHARED_LIST_MAX_AGE_MS }, { signal }),
    specified.then(ahead),
  ];
  for (const question of questions) void question.catch(() => undefined);
}

/** The first search of the launch. */
async function searchAhead({ session, signal, deadline }: Operation, spec: LaunchSpec): Promise<void> {
  const [query] = "queries" in spec.candidates ? spec.candidates.queries : [];
  if (query === undefined) return;
  const giveUpAfterMs = spec.searchPatienceMs ?? Infinity;
  await session.offerSearches.search(searchFor(spec, query), 0, { signal, deadline, giveUpAfterMs });
}

function needsKey(spec: LaunchSpec): boolean {
  return spec.inputs.vm === true || runtypeFamily(spec.runtype) !== "args";
}

/** Checked before the first rent that needs one: without a key nobody can log in to the machine. */
async function checkKeys({ session, report, signal }: Operation, spec: LaunchSpec): Promise<void> {
  if (!needsKey(spec)) return;
  if ((await abortable(session.sshKeys(), signal)) !== 0) return;
  if (spec.inputs.vm === true) {
    throw new ProviderError(
      "NO_SSH_KEY",
      "The account has no SSH key, and a virtual machine cannot be given one later; nothing was rented. Add a key to the " +
        "account, then run the command again.",
    );
  }
  report.note(
    "The account has no SSH key: nobody can log in to this machine by SSH, since a key that is added later reaches only " +
      "new machines. Add one to the account, then replace the machine.",
    "warning",
  );
}

/** @throws ORPHAN_FOUND */
async function refuseOrphans(
  { session, signal }: Operation,
  spec: LaunchSpec,
  found: readonly InstanceRecord[],
): Promise<void> {
  if (found.length === 0 || spec.ignoreOrphans) return;
  const { clock, process, serviceTime } = session;
  // The engine names a renamed resource a moment later: its checks continue during the creates.
  await clock.sleep(NAMED_LATER_MS, signal);
  const isNamed = ({ label }: InstanceRecord): boolean =>
    process.namedTokens.has(parseLaunchLabel(label ?? "")?.token ?? "");
  const orphans = found.filter((record) => !isNamed(record));
  if (orphans.length > 0) throw orphanFound(orphans, serviceTime.now());
}

/** @throws OrphansBeside */
async function refuseLateOrphans(
  operation: Operation,
  spec: LaunchSpec,
  launched: Launched,
  onLabelled: (labelled: readonly InstanceRecord[]) => void,
): Promise<void> {
  const { session } = operation;
  if (!session.launchOf(spec.token).isRentedHere) return;
  const { orphans, labelled } = await lateOrphans(operation, spec, launched.rental.instanceId);
  onLabelled(labelled);
  if (orphans.length === 0) return;
  const cause = orphanFound(orphans, session.serviceTime.now(), launched.rental.instanceId);
  throw new OrphansBeside(
    launched,
    orphans.map(({ id }) => id),
    cause,
  );
}

function without(
  records: readonly InstanceRecord[],
  others: readonly InstanceRecord[],
): readonly InstanceRecord[] {
  return records.filter(({ id }) => !others.some((other) => other.id === id));
}
